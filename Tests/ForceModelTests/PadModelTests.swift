import ForceModel
import InputSources
import Recognition
import Recordings
import Testing

/// Each pad against what is known of the real one.
@Suite struct PadModelTests {
    /// The trace is recognised the way the real pad is: by its ids, its properties, its axes.
    @Test(arguments: [
        (PadModel.appleMTP, PadClass.grams, ForceSharing?.none, Float?(1)),
        (.magicTrackpad2, .force, .shared, nil),
        (.redrix, .grams, nil, 4),
        (.surface, .grams, .wholePad, 1),
        (.goodix, .force, nil, nil),
        (.synapticsCE37, .force, nil, nil),
        (.pixArt, .force, nil, nil),
        (.fiftySteps, .force, nil, nil),
        (.demo, .grams, nil, nil),
        (.synapticsRMI4, .area, nil, nil),
        (.elanI2C, .area, nil, nil),
        (.cyapa, .area, nil, nil),
        (.atmel, .area, nil, nil),
        (.logitech, .area, nil, nil),
        (.bcm5974, .area, nil, nil),
    ])
    func classes(_ pad: PadModel, _ padClass: PadClass, _ sharing: ForceSharing?, _ unitsPerGram: Float?) {
        let description = frames(trace(pad, [.tap])).pad
        #expect(description.classification.padClass == padClass)
        #expect(description.knowledge.sharing == sharing)
        #expect(description.knowledge.unitsPerGram == unitsPerGram)
        #expect(description.pressureAxis == (pad.hasContactPressure ? .perContact : .single))
        #expect(description.pressure?.maximum == pad.pressure.maximum)
        #expect(description.isPressurePad == pad.isPressurePad)
        #expect(description.widthMm == Float(pad.widthMm))
        #expect(pad.isForce == (padClass != .area))
    }

    @Test func keysAreUnique() {
        #expect(Set(PadModel.everyPad.map(\.key)).count == PadModel.everyPad.count)
    }

    /// The button goes down near the click level: above it by what the finger rises until the next report.
    @Test(arguments: PadModel.forcePads)
    func clicksAtItsLevel(_ pad: PadModel) throws {
        let level = try #require(pad.clickUnits)
        var pressures: [Double] = []
        var wasDown = false
        for frame in frames(trace(pad, repeated([.click], 40), conditions: Conditions(rateHz: 500))).frames {
            let isDown = frame.buttons.contains(.left)
            if isDown, !wasDown, frame.contactCount == 1 { pressures.append(Double(frame[0].pressure)) }
            wasDown = isDown
        }
        #expect(pressures.count >= 40)
        #expect(abs(quantile(pressures, 0.5) / level - 1) < 0.12, "\(quantile(pressures, 0.5)) of \(level)")
    }

    /// With hysteresis on the way up, and down and up once a click.
    @Test(arguments: PadModel.forcePads)
    func oneClickIsOneClick(_ pad: PadModel) {
        let made = trace(pad, repeated([.click], 30))
        let edges = made.device.events.filter { $0.type == EventCode.key && $0.code == EventCode.buttonLeft }
        #expect(edges.map(\.value) == (0..<30).flatMap { _ in [1, 0] as [Int32] })
    }

    @Test func buttonsBounce() {
        func edges(_ bounce: Double) -> Int {
            trace(.redrix, Array(repeating: .click, count: 30), conditions: Conditions(rateHz: 1_000, bounce: bounce))
                .device.events.filter { $0.type == EventCode.key && $0.code == EventCode.buttonLeft }.count
        }
        #expect(edges(0) == 60)
        #expect(edges(1) > 120)
        #expect((61...119).contains(edges(0.3)))
    }

    /// The Surface says the whole pad's force on each finger.
    @Test func wholePad() {
        var (pairs, apart) = (0, 0)
        for frame in frames(trace(.surface, Array(repeating: .pinch, count: 5))).frames where frame.contactCount == 2 {
            pairs += 1
            if abs(frame[0].pressure - frame[1].pressure) > 20 { apart += 1 }
        }
        #expect(pairs > 50 && apart == 0)
        let one = frames(trace(.surface, [.peek])).frames.map { $0.contactCount > 0 ? $0[0].pressure : 0 }.max() ?? 0
        #expect((400...700).contains(one))
    }

    /// On the Magic Trackpad 2 two equal fingers stop at 192 each, and one alone reaches 253.
    @Test func shared() {
        func strokes(_ count: Int) -> [FingerStroke] {
            (0..<count).map { index in
                var stroke = FingerStroke(landAtMs: 500, x: 60 + Double(index) * 25, y: 50, rest: 0.3)
                stroke.press(to: 6, ms: 300)
                stroke.hold(ms: 300)
                stroke.lift()
                return stroke
            }
        }
        let steady = Steadiness(tremorHz: 10, tremor: 0, wander: 0, wanderMs: 500)
        func most(_ count: Int) -> Int32 {
            PadSimulation.play(strokes(count), on: .magicTrackpad2, steadiness: steady, seed: 1, endMs: 2_000).device
                .events
                .filter { $0.type == EventCode.abs && $0.code == EventCode.mtPressure }.map(\.value).max() ?? 0
        }
        #expect(most(2) == 192)
        #expect(most(1) == 253)
    }

    /// Synaptics ce37: 0 until it is clicked, above 30 while it is.
    @Test func silentUntilClick() {
        var (above, below, wrong) = (0, 0, 0)
        for frame in frames(trace(.synapticsCE37, Intent.Kind.allCases)).frames where frame.contactCount > 0 {
            if frame.buttons.contains(.left) {
                above += 1
                if frame[0].pressure <= 30 { wrong += 1 }
            } else {
                below += 1
                if frame[0].pressure != 0 { wrong += 1 }
            }
        }
        #expect(above > 200 && below > 200 && wrong == 0)
    }

    /// PixArt: a resting finger says 0, nine reports of ten stay low, and nothing but a hard press passes 238.
    @Test func pixArtRange() {
        var ordinary: [Double] = []
        for user in 0..<4 {
            let made = LabelledTrace.make(Population.user(.tuning, user), on: .pixArt, .ordinary(seconds: 90))
            for frame in frames(made).frames where frame.contactCount > 0 { ordinary.append(Double(frame[0].pressure)) }
        }
        #expect(quantile(ordinary, 0.5) == 0, "\(quantile(ordinary, 0.5))")
        #expect((10...60).contains(quantile(ordinary, 0.9)), "\(quantile(ordinary, 0.9))")
        #expect((ordinary.max() ?? 0) < 238)
        let hard = frames(trace(.pixArt, Array(repeating: .hardPop, count: 10))).frames
        #expect(hard.contains { $0.contactCount > 0 && $0[0].pressure > 238 })
        #expect(hard.allSatisfy { $0.contactCount == 0 || $0[0].pressure <= 255 })
    }

    @Test func fewSteps() {
        for pad in [PadModel.fiftySteps, .logitech] {
            let pressures = Set(
                frames(trace(pad, Intent.Kind.allCases)).frames.flatMap { frame in
                    (0..<frame.contactCount).map { frame[$0].pressure }
                })
            #expect(pressures.count <= 51)
            #expect(pressures.count > 8)
        }
    }

    /// A zero that drifts or stands high lifts every touch by as much, and never the truth.
    @Test func zeros() {
        func rest(_ conditions: Conditions) -> [Double] {
            let made = trace(.redrix, Array(repeating: .hold, count: 8), conditions: conditions)
            let played = frames(made).frames
            var lows: [Double] = []
            for intent in made.intents {
                let inside = played.filter {
                    $0.timeUsec > intent.startUsec + 200_000 && $0.timeUsec + 300_000 < intent.endUsec
                        && $0.contactCount == 1
                }.map { Double($0[0].pressure) }
                if !inside.isEmpty { lows.append(quantile(inside, 0.5)) }
            }
            return lows
        }
        let plain = rest(Conditions())
        let high = rest(Conditions(zeroClicks: 0.5))
        #expect(zip(plain, high).allSatisfy { abs($1 - $0 - 260) < 3 })
        let drifting = rest(Conditions(driftClicksPerMinute: 1))
        let lifts = zip(plain, drifting).map { $1 - $0 }
        #expect(lifts == lifts.sorted())
        #expect((lifts.last ?? 0) > 100)
    }

    /// Noise is the pad's, times what the conditions say. Second differences see it through slow changes of force.
    @Test(arguments: [1.0, 4])
    func noise(_ factor: Double) {
        let made = trace(
            .redrix, Array(repeating: .hold, count: 10), conditions: Conditions(rateHz: 1_000, noise: factor))
        var values: [Double] = []
        for frame in frames(made).frames where frame.contactCount == 1 { values.append(Double(frame[0].pressure)) }
        var differences: [Double] = []
        for k in 2..<values.count { differences.append(abs(values[k] - 2 * values[k - 1] + values[k - 2])) }
        // Median of |N(0, √6·σ)| is 0.6745·√6·σ.
        let sigma = quantile(differences, 0.5) / (0.674_5 * 2.449_5)
        #expect(abs(sigma / (3 * factor) - 1) < 0.15, "\(sigma)")
    }

    /// A steady hold on a coarse pad is silent, as on real ones, where its driver sends no timestamps.
    @Test func steadyHoldsAreSilent() {
        let made = trace(.logitech, Array(repeating: .hold, count: 6))
        let times = made.device.events.filter(\.isReport).map(\.timeUsec)
        let expected = made.intents.reduce(0) { $0 + Double($1.endUsec - $1.startUsec) } / 1e6 * made.pad.rateHz
        #expect(Double(times.count) < 0.8 * expected)
    }
}
