import Calibrating
import PeekPopWire
import Recognition
import Testing

@testable import PeekPopCtl

@Suite struct GuidedFlowTests {
    /// A step by name: what it carries is checked elsewhere.
    static func name(_ flow: GuidedFlow) -> String {
        switch flow.step {
        case .connecting: "connecting"
        case .choosing(let selection): "choosing \(selection)"
        case .gathering: "\(flow.collector!.stage!)"
        case .result(.fit): "fit"
        case .result(.refusal): "refusal"
        case .storing: "storing"
        case .verifying: "verifying"
        case .over(.stored): "stored"
        case .over(.left): "left"
        case .over(.failed): "failed"
        }
    }

    /// Every place the flow can be at, and how it comes there.
    enum Place: String, CaseIterable {
        case connecting, choosing, rest
        case touches, touchesFew, touchesEnough
        case clicks, clicksFew, clicksEnough
        case presses, pressesFew, pressesEnough
        case hardPresses, hardPressesFew, hardPressesEnough
        case fit, refusal, storing, verifying, stored, left, failed

        var hand: GuidedHand {
            let two = [GuidedHand.pad("a"), GuidedHand.pad("b")]
            var hand = GuidedHand(self == .choosing ? two : self == .failed ? [] : [GuidedHand.pad()])
            switch self {
            case .connecting: hand.flow = GuidedFlow()
            case .choosing, .rest, .failed: break
            case .touches: hand.go(to: .touches)
            case .clicks: hand.go(to: .clicks)
            case .presses: hand.go(to: .presses)
            case .hardPresses: hand.go(to: .hardPresses)
            case .touchesFew, .clicksFew, .pressesFew, .hardPressesFew:
                let stage = stage!
                hand.go(to: stage)
                hand.fillStage(max(1, stage.fewest))
            case .touchesEnough, .clicksEnough, .pressesEnough, .hardPressesEnough:
                hand.go(to: stage!)
                hand.fillStage()
            case .fit: hand.goToResult()
            case .refusal: hand.goToRefusal()
            case .storing:
                hand.goToResult()
                hand.key("y")
            case .verifying: hand.goToTrial()
            case .stored:
                hand.goToTrial()
                hand.key(.enter)
            case .left: hand.key("q")
            }
            return hand
        }

        var stage: CalibrationStage? {
            switch self {
            case .touchesFew, .touchesEnough: .touches
            case .clicksFew, .clicksEnough: .clicks
            case .pressesFew, .pressesEnough: .presses
            case .hardPressesFew, .hardPressesEnough: .hardPresses
            default: nil
            }
        }

        /// The name of the step it is at.
        var at: String {
            switch self {
            case .choosing: "choosing 0"
            default: stage.map { "\($0)" } ?? rawValue
            }
        }
    }

    static let keys: [Key] =
        [.enter, .backspace, .escape, .up, .down, .left, .right, .backTab]
        + " \tnNrRyYqQsx0129".map { Key.character($0) }

    /// Where a key leads; where nothing stands here, it changes no step.
    static func target(_ place: Place, _ key: Key) -> String? {
        let isNext = [.enter, .character(" "), .character("n")].contains(key)
        if [.character("q"), .character("Q")].contains(key) {
            switch place {
            case .stored, .left, .failed: return nil
            case .verifying: return "stored"
            case .storing, .refusal: return "failed"
            default: return "left"
            }
        }
        switch place {
        case .choosing:
            if isNext || key == .character("1") || key == .character("2") { return "rest" }
            return [.up, .down, .left, .right, .backTab, .character("\t")].contains(key) ? "choosing 1" : nil
        case .touchesEnough: return isNext ? "clicks" : nil
        case .clicksEnough: return isNext ? "presses" : nil
        case .pressesEnough: return isNext ? "hardPresses" : nil
        case .hardPressesEnough: return isNext ? "fit" : nil
        // With nothing to take back, Backspace goes a stage back.
        case .clicks: return key == .backspace ? "touches" : nil
        case .presses: return key == .backspace ? "clicks" : nil
        case .hardPresses: return key == .backspace ? "presses" : nil
        case .fit, .refusal:
            if key == .backspace { return "hardPresses" }
            if [.character("r"), .character("R")].contains(key) { return "rest" }
            return place == .fit && [.character("y"), .character("Y")].contains(key) ? "storing" : nil
        case .verifying: return [.character("y"), .character("Y")].contains(key) ? nil : "stored"
        default: return nil
        }
    }

    @Test("Every key at every step", arguments: Place.allCases)
    func keys(_ place: Place) {
        let before = place.hand
        #expect(GuidedFlowTests.name(before.flow) == place.at)
        for key in GuidedFlowTests.keys {
            var hand = before
            hand.key(key)
            let expected = GuidedFlowTests.target(place, key) ?? place.at
            #expect(GuidedFlowTests.name(hand.flow) == expected, "\(key) at \(place)")
        }
    }

    @Test("Whatever comes in at whatever step, nothing is stored that nobody agreed to", arguments: Place.allCases)
    func inputs(_ place: Place) {
        let before = place.hand
        let isOver = [.stored, .left, .failed].contains(place)
        func check(_ name: String, _ expected: String, _ change: (inout GuidedHand) -> Void) {
            var hand = before
            change(&hand)
            #expect(GuidedFlowTests.name(hand.flow) == expected, "\(name) at \(place)")
            #expect(hand.effects.count == before.effects.count, "\(name) at \(place)")
        }
        let gone =
            isOver
            ? place.at : place == .verifying ? "stored" : place == .connecting || place == .choosing ? nil : "failed"
        check("another pad is unplugged", place.at) { $0.flow.remove("other") }
        check("the pad is unplugged", gone ?? place.at) { $0.flow.remove("usb-05ac-0265") }
        check("the daemon ends", isOver ? place.at : place == .verifying ? "stored" : "failed") {
            $0.flow.interrupt("the daemon ended")
        }
        check("another pad comes", place.at) { $0.flow.add(GuidedHand.pad("other")) }
        check("stored", place == .storing ? "verifying" : place.at) { $0.flow.stored() }
        check("refused", place == .storing ? "fit" : place.at) { $0.flow.refused("no") }
        check("a press", place.at) {
            $0.flow.take(
                Wire.Press(PressEvent(press: 1, phase: .began, timeUsec: 1, sequence: 1), device: "usb-05ac-0265"))
        }
        check("a touch", place.at) { $0.touchAsAsked() }
        check("time", place == .rest ? "touches" : place.at) { $0.wait(seconds: 5) }
        check("the pads, told again", place == .connecting ? "failed" : place.at) {
            $0.follow($0.flow.take(pads: []))
        }
    }

    @Test("Fewer than wanted: asked once, and only where they suffice for a fit", arguments: [" ", "n"] as [Character])
    func skipping(_ next: Character) {
        for (place, then) in [
            (GuidedFlowTests.Place.touchesFew, "clicks"), (.clicksFew, "presses"), (.pressesFew, "hardPresses"),
            (.hardPressesFew, "fit"),
        ] {
            var hand = place.hand
            hand.key(next)
            #expect(GuidedFlowTests.name(hand.flow) == place.at)
            #expect(hand.flow.message?.isBad == false)
            var other = hand
            hand.key(next)
            #expect(GuidedFlowTests.name(hand.flow) == then)
            // Another key in between, or a touch, and it is asked again.
            other.key(.up)
            other.key(next)
            #expect(GuidedFlowTests.name(other.flow) == place.at)
        }
        var few = GuidedHand()
        few.go(to: .touches)
        few.fillStage(CalibrationStage.touches.fewest - 1)
        for _ in 0..<3 { few.key(next) }
        #expect(GuidedFlowTests.name(few.flow) == "touches")
        #expect(few.flow.message == .init(text: "Not yet: it takes 1 more touch at the least.", isBad: true))
    }

    @Test("A pad that cannot click is calibrated without clicks") func noClicks() {
        var hand = GuidedHand()
        hand.go(to: .clicks)
        hand.key(" ")
        hand.key(" ")
        #expect(GuidedFlowTests.name(hand.flow) == "presses")
    }

    @Test("Every fault is told in words, and does not count")
    func faults() {
        func message(_ stage: CalibrationStage, _ make: (inout GuidedHand) -> Void) -> String? {
            var hand = GuidedHand()
            hand.go(to: stage)
            make(&hand)
            #expect(hand.flow.collector?.progress.have == 0)
            return hand.flow.message?.text
        }
        #expect(
            message(.touches) { $0.touch(90) } == "Not counted: the pad clicked: touch it more lightly.")
        #expect(
            message(.clicks) { $0.touch(60) } == "Not counted: the pad did not click: press until it does.")
        let moved = message(.presses) { $0.touch(150, move: 0.2) }
        #expect(moved?.hasPrefix("Not counted: it moved by ") == true)
        #expect(moved?.hasSuffix(" mm: keep it in its place while you press.") == true)
        #expect(
            message(.presses) { $0.touch(150, rise: 3, hold: 2) }
                == "Not counted: it lasted only 50 ms: press, hold it a moment, then let go.")
        #expect(
            message(.hardPresses) { $0.touch(220, fingers: 2) } == "Not counted: 2 fingers were on the pad: use one.")
        #expect(
            message(.hardPresses) { $0.touch(220, lost: 4) }
                == "Not counted: 4 reports were lost on the way: once more.")
        var resting = GuidedHand()
        resting.report(20)
        #expect(resting.flow.message?.text.hasPrefix("Something touched the pad") == true)
    }

    @Test("Rest goes on by itself, and begins anew when something touches") func rest() {
        var hand = GuidedHand()
        hand.wait(seconds: 2)
        hand.touch(30)
        hand.wait(seconds: 2)
        #expect(GuidedFlowTests.name(hand.flow) == "rest")
        hand.key(" ")
        #expect(GuidedFlowTests.name(hand.flow) == "rest")
        hand.wait(seconds: 2)
        #expect(GuidedFlowTests.name(hand.flow) == "touches")
    }

    @Test("A recording's own time is none of ours") func clocks() {
        for shift: UInt64 in [0, 40_000_000, 900_000_000_000] {
            var hand = GuidedHand()
            for step in 0..<40 {
                hand.now += 10_000
                let touching = step < 30
                hand.flow.take(
                    Wire.Sample(
                        timeUsec: hand.now &- 1_000_000 &+ shift, touching: touching, raw: touching ? 20 : 0,
                        clicks: 0, fingers: touching ? 1 : 0, button: false), arrivalUsec: hand.now)
            }
            hand.flow.take(timeUsec: hand.now)
            hand.wait(seconds: 2)
            #expect(GuidedFlowTests.name(hand.flow) == "rest", "\(shift)")
            hand.wait(seconds: 2)
            #expect(GuidedFlowTests.name(hand.flow) == "touches", "\(shift)")
        }
    }

    @Test("Samples out of this world trap nothing") func wildSamples() {
        var hand = GuidedHand()
        hand.go(to: .presses)
        for time: UInt64 in [0, 1, .max, UInt64(Int64.max), 5] {
            for raw: Int32 in [.min, -1, 0, .max] {
                for place: Float in [-.greatestFiniteMagnitude, .nan, .infinity, 1e30] {
                    for fingers in [Int.min, 0, 1, Int.max] {
                        let sample = Wire.Sample(
                            timeUsec: time, touching: true, raw: raw, clicks: .nan, grams: .infinity, x: place,
                            y: place, majorMm: place, minorMm: place, fingers: fingers, button: true, lost: .max)
                        hand.flow.take(sample, arrivalUsec: time)
                        hand.flow.take(timeUsec: time)
                    }
                }
            }
            hand.flow.take(
                Wire.Sample(
                    timeUsec: time, touching: false, raw: .max, clicks: 0, fingers: 0, button: false, lost: .min),
                arrivalUsec: time)
            _ = GuidedView().draw(hand.flow, width: 80, height: 24)
        }
    }

    @Test("The last touch is taken back, and a stage begun anew") func mistakes() {
        var hand = GuidedHand()
        hand.go(to: .presses)
        hand.fillStage(3)
        hand.key(.backspace)
        #expect(hand.flow.collector?.progress.have == 2)
        #expect(hand.flow.live.peaks.last?.count == 2)
        hand.key("r")
        #expect(hand.flow.collector?.progress.have == 0)
        #expect(hand.flow.live.peaks.last?.isEmpty == true)
        hand.key(.backspace)
        #expect(GuidedFlowTests.name(hand.flow) == "clicks")
        #expect(hand.flow.collector?.progress.have == CalibrationStage.clicks.wanted(for: .force))
    }

    @Test("All of it, from the first pad to the stored calibration") func whole() throws {
        var hand = GuidedHand()
        hand.goToResult()
        guard case .result(.fit(let fit)) = hand.flow.step else { return #expect(Bool(false), "\(hand.flow.step)") }
        let hint = try #require(fit.calibration.hint)
        let peek = try #require(fit.calibration.peek)
        let pop = try #require(fit.calibration.pop)
        #expect(hint < peek && peek < pop && hint > 1)
        #expect(
            fit.counts.touches == 8 && fit.counts.clicks == 8 && fit.counts.presses == 6 && fit.counts.hardPresses == 5)
        #expect(hand.effects == [.observe("usb-05ac-0265")])
        hand.key("y")
        #expect(hand.effects == [.observe("usb-05ac-0265"), .store(fit)])
        hand.flow.refused("the disk is full")
        #expect(hand.flow.message == .init(text: "Not stored: the disk is full", isBad: true))
        hand.key("y")
        hand.flow.stored()
        #expect(hand.flow.step == .verifying(fit))
        hand.key(" ")
        #expect(hand.flow.step == .over(.stored(fit, problem: nil)))
    }

    @Test("What went wrong says what became of the calibration") func endings() {
        func reason(_ place: Place) -> String? {
            var hand = place.hand
            hand.flow.interrupt("the daemon ended")
            switch hand.flow.step {
            case .over(.failed(let reason)): return reason
            case .over(.stored(_, let problem)): return "stored: \(problem ?? "")"
            default: return nil
            }
        }
        #expect(reason(.presses) == "the daemon ended; nothing was stored")
        #expect(reason(.fit) == "the daemon ended; nothing was stored")
        #expect(reason(.storing)?.contains("--show` tells whether it is") == true)
        #expect(reason(.verifying) == "stored: the daemon ended")
        var refused = Place.refusal.hand
        refused.key("q")
        guard case .over(.failed(let words)) = refused.flow.step else { return #expect(Bool(false)) }
        #expect(words.hasSuffix("; nothing was stored"))
    }
}
