import Recognition
import Testing

@testable import Calibrating

@Suite struct FitterTests {
    /// Somebody of average strength: 10 touches, 8 clicks, 6 firm presses and 5 hard ones.
    static func average(_ seed: UInt64, spread: Double = 0.1) -> GatheredTouches {
        var strokes = Strokes(seed: seed)
        return strokes.gathered(
            touches: (0..<10).map { _ in strokes.around(0.3, 0.3) },
            clicks: (0..<8).map { _ in strokes.around(1.15, 0.06) },
            presses: (0..<6).map { _ in strokes.around(2.1, spread) },
            hardPresses: (0..<5).map { _ in strokes.around(3.2, spread) })
    }

    @Test("Levels lie between what is done by accident and on purpose", arguments: 1...12)
    func between(seed: UInt64) throws {
        let fit = try #require(CalibrationFitter.fit(Self.average(seed)).fit)
        let calibration = fit.calibration
        let hint = try #require(calibration.hint)
        let peek = try #require(calibration.peek)
        let pop = try #require(calibration.pop)
        #expect(hint > 1.1 && hint < peek)
        #expect(peek > 1.3 && peek < 1.95)
        #expect(pop > 2.2 && pop < 3.1)
        // Between two reports 8 ms apart the pad's click is known within that.
        #expect(abs(try #require(calibration.clickPressure) - 600) < 40)
        #expect(calibration.gesturesEnabled == nil)
        #expect(calibration.zeroPressure == nil)
        #expect(fit.figures.separation == 1)
        #expect(fit.figures.missedPeek.expected < 0.08)
        #expect(fit.counts.presses == 6 && fit.counts.discarded == 0)
        let levels = Levels(hint: hint, peek: peek, pop: pop)
        #expect(levels.areOrdered)
        #expect(levels.peek.up >= levels.hint.up && levels.pop.up >= levels.peek.up)
    }

    @Test("The same touches give the same digits")
    func determinism() throws {
        let fit = try #require(CalibrationFitter.fit(Self.average(3)).fit)
        #expect(CalibrationFitter.fit(Self.average(3)).fit == fit)
        #expect(
            fit.calibration.peek?.bitPattern == CalibrationFitter.fit(Self.average(3)).fit?.calibration.peek?.bitPattern
        )
    }

    @Test("Five presses of one force are enough, and no certainty")
    func allEqual() throws {
        var strokes = Strokes(seed: 1)
        let gathered = strokes.gathered(
            touches: Array(repeating: 0.3, count: 5), clicks: Array(repeating: 1.1, count: 8),
            presses: Array(repeating: 2, count: 5), hardPresses: Array(repeating: 3, count: 5))
        let fit = try #require(CalibrationFitter.fit(gathered).fit)
        #expect(fit.figures.missedPeek.expected > 0 && fit.figures.missedPeek.expected < 0.05)
        #expect(fit.figures.missedPeek.high > fit.figures.missedPeek.expected)
        #expect(fit.figures.falsePeek.high > 0)
    }

    @Test("A weak hand's presses are near its clicks: the levels come down to it", arguments: 1...8)
    func weakHand(seed: UInt64) throws {
        var strokes = Strokes(seed: seed)
        let gathered = strokes.gathered(
            touches: (0..<8).map { _ in strokes.around(0.25, 0.3) },
            clicks: (0..<8).map { _ in strokes.around(1.03, 0.03) },
            presses: (0..<5).map { _ in strokes.around(1.6, 0.05) },
            hardPresses: (0..<5).map { _ in strokes.around(2.1, 0.06) })
        let fit = try #require(CalibrationFitter.fit(gathered).fit)
        let peek = Double(try #require(fit.calibration.peek))
        #expect(peek < 1.45)
        // What truly becomes of this hand's presses and clicks.
        let missed = Mathematics.normalTail(Mathematics.ln(1.6 / peek) / 0.05)
        #expect(missed < 0.03, "peek at \(peek)")
        #expect(Double(try #require(fit.calibration.pop)) < 2)
    }

    @Test("One mistake among the presses, and one among the clicks, move nothing much")
    func mistakes() throws {
        let clean = Self.average(5)
        let peek = try #require(CalibrationFitter.fit(clean).fit?.calibration.peek)
        var strokes = Strokes(seed: 99)
        var spoilt = clean
        spoilt.presses.append(strokes.press(0.5))
        spoilt.clicks.append(strokes.slowClick(2.6))
        let fit = try #require(CalibrationFitter.fit(spoilt).fit)
        #expect(abs(try #require(fit.calibration.peek) - peek) < 0.12)
        #expect(fit.counts.discarded == 2)
        #expect(fit.remarks.contains { $0.contains("ordinary clicks") })
        #expect(fit.remarks.contains { $0.contains("firm presses") })
    }

    @Test("Presses no harder than clicks are refused, with the figure")
    func overlapping() throws {
        var strokes = Strokes(seed: 4)
        let gathered = strokes.gathered(
            touches: (0..<8).map { _ in strokes.around(0.3, 0.3) },
            clicks: (0..<8).map { _ in strokes.around(1.3, 0.15) },
            presses: (0..<6).map { _ in strokes.around(1.4, 0.15) },
            hardPresses: (0..<5).map { _ in strokes.around(1.6, 0.15) })
        let refusal = try #require(CalibrationFitter.fit(gathered).refusal)
        #expect(refusal.reason.contains("cannot tell these presses from"))
        #expect(refusal.reason.contains("%"))
        #expect(try #require(refusal.figures).separation < 0.95)
        #expect(CalibrationReport.lines(.refusal(refusal))[0].hasPrefix("No calibration: this pad cannot tell these"))
    }

    @Test("A pad that says the same of everything is refused")
    func constant() throws {
        var strokes = Strokes(seed: 4)
        let gathered = strokes.gathered(
            touches: Array(repeating: 0.5, count: 8), clicks: [], presses: Array(repeating: 0.5, count: 6),
            hardPresses: Array(repeating: 0.5, count: 5))
        let refusal = try #require(CalibrationFitter.fit(gathered).refusal)
        #expect(refusal.figures?.separation == 0.5)
    }

    @Test(
        "Too few are refused by number",
        arguments: [
            (0, 6, 5, "no light touches"), (8, 4, 5, "only 4 firm presses"), (8, 6, 3, "only 3 hardest presses"),
        ])
    func tooFew(touches: Int, presses: Int, hardPresses: Int, words: String) throws {
        var strokes = Strokes(seed: 4)
        let gathered = strokes.gathered(
            touches: Array(repeating: 0.3, count: touches), clicks: [1.1, 1.1, 1.1],
            presses: Array(repeating: 2, count: presses), hardPresses: Array(repeating: 3, count: hardPresses))
        let refusal = try #require(CalibrationFitter.fit(gathered).refusal)
        #expect(refusal.reason.hasPrefix(words))
        #expect(refusal.figures == nil)
    }

    @Test("Without clicks the presses tell where the pad clicks, and it is said")
    func noClicks() throws {
        var gathered = Self.average(6)
        gathered.clicks = []
        let fit = try #require(CalibrationFitter.fit(gathered).fit)
        // The presses' own button edges still tell where it clicks.
        #expect(abs(try #require(fit.calibration.clickPressure) - 600) < 10)
        #expect(fit.figures.falsePeekOfClick == nil)
        #expect(fit.remarks.contains { $0.hasPrefix("Too few clicks") })
    }

    @Test("Presses that end where the range does: all levels stay below it")
    func rangeEnd() throws {
        var strokes = Strokes(seed: 4)
        strokes.maximum = 1100
        let gathered = strokes.gathered(
            touches: (0..<8).map { _ in strokes.around(0.3, 0.3) }, clicks: Array(repeating: 1.05, count: 8),
            presses: (0..<6).map { _ in strokes.around(1.7, 0.04) }, hardPresses: Array(repeating: 3, count: 5))
        let fit = try #require(CalibrationFitter.fit(gathered).fit)
        let pop = try #require(fit.calibration.pop)
        let click = try #require(fit.calibration.clickPressure)
        #expect(pop <= 1100 / click * 0.92 + 0.001)
        // The recogniser takes the levels as they are.
        let description = PadDescription(
            id: "pad", name: "pad", pressure: Axis(minimum: 0, maximum: 1100), isPressurePad: true)
        guard case .on(let levels) = Recogniser(description, calibration: fit.calibration).levels else {
            Issue.record("levels are off")
            return
        }
        #expect(levels.pop.down == pop && levels.peek.down == fit.calibration.peek)
    }

    @Test("A pad that shows its zero while nothing touches")
    func restingZero() throws {
        var gathered = Self.average(8)
        for index in gathered.presses.indices {
            for place in gathered.presses[index].samples.indices { gathered.presses[index].samples[place].raw += 200 }
        }
        for index in gathered.hardPresses.indices {
            for place in gathered.hardPresses[index].samples.indices {
                gathered.hardPresses[index].samples[place].raw += 200
            }
        }
        for index in gathered.clicks.indices {
            for place in gathered.clicks[index].samples.indices { gathered.clicks[index].samples[place].raw += 200 }
        }
        for index in gathered.touches.indices {
            for place in gathered.touches[index].samples.indices { gathered.touches[index].samples[place].raw += 200 }
        }
        gathered.restRaw = Array(repeating: 200, count: 100)
        gathered.pad.maximum += 200
        let shifted = try #require(CalibrationFitter.fit(gathered).fit)
        let plain = try #require(CalibrationFitter.fit(Self.average(8)).fit)
        #expect(abs(try #require(shifted.calibration.peek) - (try #require(plain.calibration.peek))) < 0.02)
        #expect(
            abs(try #require(shifted.calibration.clickPressure) - (try #require(plain.calibration.clickPressure)) - 200)
                < 1)
    }

    @Test(
        "Firm presses clear of the clicks peek, though higher up fewer clicks would", arguments: 1...8)
    func firmPressesArePeeks(seed: UInt64) throws {
        let fit = try #require(CalibrationFitter.fit(Self.average(seed, spread: 0.13)).fit)
        #expect(fit.figures.missedFirm == nil)
        #expect(fit.figures.missedPeek.expected <= CalibrationTuning.kept.missedPeek)
        let firm = try #require(fit.forces.first { $0.stage == .presses })
        let peek = Double(try #require(fit.calibration.peek))
        #expect(firm.clicks.count { $0 > peek } >= firm.clicks.count - 1)
    }

    @Test("Where the hardest presses alone can peek, it is told how many of the firm ones will not")
    func hardestOnly() throws {
        var strokes = Strokes(seed: 4)
        var gathered = Self.average(4)
        gathered.presses = (0..<6).map { _ in strokes.press(1.3) }
        gathered.hardPresses = (0..<5).map { _ in strokes.press(2.6) }
        let fit = try #require(CalibrationFitter.fit(gathered).fit)
        let missed = try #require(fit.figures.missedFirm)
        #expect(missed.expected > 0.5 && fit.figures.missedPeek.expected < 0.1)
        let lines = CalibrationReport.lines(.fit(fit))
        #expect(lines.contains { $0.hasPrefix("Of 100 presses like your firm ones, ") && $0.contains("hardest ones") })
        #expect(!lines.contains { $0.contains("meant to peek") })
    }

    @Test("Firm and hardest presses alike: a peek all the same, and a remark")
    func onePressOnly() throws {
        var strokes = Strokes(seed: 4)
        let gathered = strokes.gathered(
            touches: (0..<8).map { _ in strokes.around(0.3, 0.3) }, clicks: Array(repeating: 1.1, count: 8),
            presses: (0..<6).map { _ in strokes.around(2.4, 0.08) },
            hardPresses: (0..<6).map { _ in strokes.around(2.5, 0.08) })
        let fit = try #require(CalibrationFitter.fit(gathered).fit)
        #expect(fit.remarks.contains { $0.hasPrefix("Your firm and your hardest presses are much alike") })
        #expect(fit.figures.missedPeek.expected < 0.05)
    }
}
