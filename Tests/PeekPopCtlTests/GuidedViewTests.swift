import PeekPopWire
import Recognition
import SnapshotChecking
import Testing

@testable import Calibrating
@testable import PeekPopCtl

@Suite struct GuidedViewTests {
    enum Scene: String, CaseIterable {
        case choosing, rest, touches, fault, enough, hardest, fit, refusal, trial

        var flow: GuidedFlow {
            switch self {
            case .choosing:
                var hand = GuidedHand([
                    GuidedHand.pad(), GuidedHand.pad("i2c-06cb-ce37", name: "SYNA2BA6:00 06CB:CE37", padClass: .area),
                ])
                hand.key(.down)
                return hand.flow
            case .rest: return GuidedHand().flow
            case .touches:
                var hand = GuidedHand()
                hand.go(to: .touches)
                hand.fillStage(3)
                hand.report(24)
                hand.report(28)
                return hand.flow
            case .fault:
                var hand = GuidedHand()
                hand.go(to: .presses)
                hand.fillStage(2)
                hand.touch(150, move: 0.2)
                return hand.flow
            case .enough:
                var hand = GuidedHand()
                hand.go(to: .clicks)
                hand.fillStage(10)
                return hand.flow
            case .hardest:
                var hand = GuidedHand([GuidedHand.pad(padClass: .area)])
                hand.go(to: .hardPresses)
                hand.fillStage(4)
                return hand.flow
            case .fit:
                var hand = GuidedHand()
                hand.goToResult()
                return hand.flow
            case .refusal:
                var hand = GuidedHand()
                hand.goToRefusal()
                return hand.flow
            case .trial:
                var hand = GuidedHand()
                hand.goToTrial()
                for (id, phases) in [(1, [PressPhase.began, .peeked, .cancelled]), (2, [.began, .peeked, .popped])] {
                    for phase in phases {
                        hand.flow.take(
                            Wire.Press(
                                PressEvent(
                                    press: UInt32(id), phase: phase, reason: phase == .cancelled ? .released : nil,
                                    clicks: Float(id) + 0.9, timeUsec: 1, sequence: 1), device: "usb-05ac-0265"))
                    }
                }
                for raw: Int32 in stride(from: 20, through: 200, by: 20) { hand.report(raw) }
                return hand.flow
            }
        }
    }

    /// What a fit may find; the real one's numbers change with what is learned about people.
    static func outcome(isFit: Bool) -> CalibrationOutcome {
        var counts = CalibrationCounts()
        (counts.touches, counts.clicks, counts.presses, counts.hardPresses, counts.discarded) = (8, 8, 6, 5, 1)
        func rate(_ expected: Double, _ high: Double) -> ErrorRate { ErrorRate(expected: expected, low: 0, high: high) }
        let figures = CalibrationFigures(
            falsePeekOfTouch: rate(0, 0), falsePeekOfClick: rate(0.003, 0.011), missedPeek: rate(0.03, 0.1),
            falsePop: rate(0.02, 0.08), missedPop: rate(0.03, 0.12), separation: isFit ? 1 : 0.6)
        let pressed = isFit ? 2.1 : 1.1
        let forces = [
            StageForces(
                stage: .touches, clicks: [0.3, 0.35, 0.36, 0.41, 0.4, 0.44, 0.3, 0.9], tooQuick: 0, outliers: [0.9]),
            StageForces(
                stage: .clicks, clicks: [1.1, 1.14, 1.2, 1.2, 1.2, 1.3, 1.25, 1.22], tooQuick: 0, outliers: []),
            StageForces(
                stage: .presses, clicks: [0, 0.04, 0.11, 0.13, 0.2, 0.23].map { pressed + $0 }, tooQuick: 0,
                outliers: []),
            StageForces(
                stage: .hardPresses, clicks: [0.9, 1, 1.1, 1.22, 1.3].map { pressed + $0 }, tooQuick: 0, outliers: []),
        ]
        guard isFit else {
            return .refusal(
                CalibrationRefusal(
                    reason: "this pad cannot tell your presses from your clicks", advice: "Press harder.",
                    counts: counts, figures: figures, forces: forces))
        }
        return .fit(
            CalibrationFit(
                calibration: Calibration(clickPressure: 70, hint: 1.5, peek: 1.75, pop: 2.66), counts: counts,
                figures: figures, forces: forces, remarks: ["There is little room above the pop."]))
    }

    private func draw(_ scene: Scene, _ charset: Charset, _ width: Int, _ height: Int) -> Grid {
        let view = GuidedView(charset: charset)
        guard scene == .fit || scene == .refusal else { return view.draw(scene.flow, width: width, height: height) }
        var grid = Grid(width: width, height: height)
        view.drawResult(GuidedViewTests.outcome(isFit: scene == .fit), scene.flow, &grid)
        return grid
    }

    @Test("Screens, as people see them", arguments: Scene.allCases)
    func screens(_ scene: Scene) {
        for (width, height) in [(40, 12), (80, 24), (120, 40)] {
            for charset in Charset.allCases where charset == .unicode || width == 80 {
                let grid = draw(scene, charset, width, height)
                #expect(grid.width == width && grid.height == height)
                let name = "calibrate-\(scene)-\(width)x\(height)-\(charset).txt"
                let difference = snapshotDifference(name, grid.text)
                #expect(difference == nil)
            }
        }
    }

    @Test("From 40 × 12 on, all that has to be said has room", arguments: Scene.allCases)
    func whatMatters(_ scene: Scene) {
        let flow = scene.flow
        for (width, height) in [(40, 12), (60, 14), (80, 24), (200, 60)] {
            let text = GuidedView().draw(flow, width: width, height: height).text
                .split(whereSeparator: { " \n".contains($0) }).joined(separator: " ")
            switch scene {
            case .choosing: #expect(text.contains("Which pad") && text.contains("SYNA2BA6:00"))
            case .rest, .touches, .fault, .enough, .hardest:
                let stage = flow.collector!.stage!
                #expect(text.contains(stage.instruction(for: flow.collector!.pad)), "\(width)x\(height)")
                if let message = flow.message { #expect(text.contains(message.text), "\(width)x\(height)") }
                if scene != .enough { #expect(text.contains(" more "), "\(width)x\(height)") }
                #expect(text.contains("clicks"), "\(width)x\(height)")
            case .fit: #expect(text.contains("Your levels") && text.contains("Store this calibration?"))
            case .refusal: #expect(text.contains("No calibration") && text.contains("nothing to store"))
            case .trial: #expect(text.contains("in force") && text.contains("This is a pop, 2.90 clicks"))
            }
            #expect(text.contains(scene == .trial ? "any key" : "q leave"), "\(width)x\(height)")
        }
    }

    @Test("Every size there is: nothing traps", arguments: Scene.allCases)
    func anySize(_ scene: Scene) {
        var flow = scene.flow
        for width in stride(from: 0, through: 130, by: 7) {
            for height in 0...40 {
                #expect(GuidedView().draw(flow, width: width, height: height).cells.count == width * height)
            }
        }
        flow.scroll = 1000
        _ = GuidedView().draw(flow, width: 40, height: 12)
        _ = GuidedView().draw(GuidedFlow(), width: 80, height: 24)
    }

    @Test("ASCII is ASCII", arguments: Scene.allCases)
    func ascii(_ scene: Scene) {
        let grid = GuidedView(charset: .ascii).draw(scene.flow, width: 120, height: 40)
        #expect(grid.cells.allSatisfy { $0.scalar.isASCII })
    }

    @Test("A result is read to its end by scrolling") func scrolling() {
        let view = GuidedView()
        var flow = Scene.fit.flow
        let limit = view.scrollLimit(flow, width: 40, height: 12)
        #expect(limit > 0)
        var seen = ""
        for scroll in 0...limit {
            flow.scroll = scroll
            seen += view.draw(flow, width: 40, height: 12).text
        }
        #expect(seen.contains("clicks  0") && seen.contains("the end; Up"))
        #expect(view.scrollLimit(flow, width: 120, height: 40) == 0)
        #expect(view.scrollLimit(Scene.touches.flow, width: 40, height: 12) == 0)
    }

    @Test("Names from elsewhere move no cursor") func names() {
        let evil = GuidedHand.pad("a", name: "\u{1b}[2J\u{9b}漢")
        let hands = [GuidedHand([evil]), GuidedHand([evil, GuidedHand.pad("\u{7}b")])]
        for hand in hands {
            let text = GuidedView().draw(hand.flow, width: 80, height: 24).text
            #expect(!text.unicodeScalars.contains { $0.value < 32 && $0 != "\n" } && !text.contains("漢"))
        }
    }

    @Test("The configuration's say in the levels is told") func changedLevels() {
        var hand = GuidedHand()
        hand.goToTrial()
        #expect(GuidedView().draw(hand.flow, width: 80, height: 24).text.contains("configuration changes"))
        guard case .verifying(let fit) = hand.flow.step, let found = LevelMarks(fit) else {
            return #expect(Bool(false))
        }
        var pad = GuidedHand.pad()
        pad.levels?.hint = found.hint
        pad.levels?.peek = found.peek
        pad.levels?.pop = found.pop
        hand.flow.add(pad)
        #expect(!GuidedView().draw(hand.flow, width: 80, height: 24).text.contains("configuration changes"))
        pad.gestures = false
        hand.flow.add(pad)
        #expect(GuidedView().draw(hand.flow, width: 80, height: 24).text.contains("Presses are off"))
    }

    @Test("Words wrap at spaces, and long ones are cut")
    func wrapping() {
        #expect(lines(of: "a bb ccc dddd", width: 6) == ["a bb", "ccc", "dddd"])
        #expect(lines(of: "abcdefg hi", width: 3) == ["abc", "def", "g", "hi"])
        #expect(lines(of: "  ", width: 4) == [])
        #expect(lines(of: "ab", width: 0) == ["a", "b"])
    }
}
