import ForceModel
import InputSources
import Recognition
import Recordings
import Testing

/// What is peculiar about some pads, each on its model: that it is dealt with, and that it takes what is known to do so.
@Suite struct KnownPadTests {
    // MARK: Playing

    /// A hand without tremor: what differs is the pad.
    private static let steady = Steadiness(tremorHz: 10, tremor: 0, wander: 0, wanderMs: 500)

    private func stroke(
        _ clicks: Double, at ms: Double = 500, x: Double = 50, rest: Double = 0.25, holdMs: Double = 500
    ) -> FingerStroke {
        var stroke = FingerStroke(landAtMs: ms, x: x, y: 30, rest: rest)
        stroke.hold(ms: 250)
        stroke.press(to: clicks, ms: 250)
        stroke.hold(ms: holdMs)
        stroke.lift()
        return stroke
    }

    /// A thumb that rests at the lower edge for two seconds.
    private func thumb(_ pad: PadModel, at ms: Double = 200, forMs: Double = 2_000) -> FingerStroke {
        var stroke = FingerStroke(landAtMs: ms, x: 70, y: Double(pad.heightMm) * 0.92, rest: 0.2)
        stroke.role = .rests
        stroke.hold(ms: forMs)
        stroke.lift()
        return stroke
    }

    private func recogniser(
        _ strokes: [FingerStroke], on pad: PadModel, fingers: Int = 1, _ change: (inout HardwareKnowledge) -> Void
    ) -> (recogniser: Recogniser, story: [String]) {
        let played = PadSimulation.play(strokes, on: pad, steadiness: Self.steady, seed: 7, endMs: 4_000)
        return recogniser(played.device, fingers: fingers, change)
    }

    private func recogniser(
        _ device: RecordedDevice, fingers: Int = 1, _ change: (inout HardwareKnowledge) -> Void
    ) -> (recogniser: Recogniser, story: [String]) {
        var player = RecordingPlayer(Recording(format: .libinput, devices: [device]), name: "model") { facts in
            var knowledge = HardwareDatabase.builtIn.knowledge(of: facts)
            change(&knowledge)
            return knowledge
        }
        var settings = RecognitionSettings()
        settings.fingers = fingers
        var recogniser = Recogniser(player.descriptions[0], settings: settings)
        var story: [String] = []
        func tell(_ event: borrowing PressEvent) {
            guard event.phase != .changed else { return }
            let phase = event.phase.rawValue
            story.append(event.reason.map { "\(phase)(\($0.rawValue))" } ?? phase)
        }
        while player.step({ frame, _ in
            while let due = recogniser.deadlineUsec, due < frame.timeUsec { recogniser.advance(toUsec: due, tell) }
            recogniser.feed(frame, tell)
        }) {}
        return (recogniser, story)
    }

    private func story(
        _ strokes: [FingerStroke], on pad: PadModel, fingers: Int = 1,
        _ change: (inout HardwareKnowledge) -> Void = { _ in }
    ) -> [String] { recogniser(strokes, on: pad, fingers: fingers, change).story }

    private static let whole = ["began", "peeked", "popped", "ended"]

    // MARK: The force of the whole pad on each finger

    @Test func wholePadForceIsNotCountedTwice() {
        let resting = [stroke(0.55, x: 40), stroke(0.55, x: 70)]
        #expect(story(resting, on: .surface, fingers: 2) == [])
        #expect(story(resting, on: .surface, fingers: 2) { $0.sharing = nil }.contains("peeked"))
    }

    @Test func aThumbWithTheWholePadsForceIsStillAThumb() {
        let strokes = [thumb(.surface), stroke(4)]
        #expect(story(strokes, on: .surface) == Self.whole)
        #expect(!story(strokes, on: .surface) { $0.sharing = nil }.contains("popped"))
    }

    // MARK: One force, shared out

    @Test func aThumbsShareOfTheForceIsTheFingers() {
        let strokes = [thumb(.magicTrackpad2), stroke(3.2)]
        #expect(story(strokes, on: .magicTrackpad2) == Self.whole)
        #expect(!story(strokes, on: .magicTrackpad2) { $0.sharing = nil }.contains("popped"))
    }

    // MARK: Nothing until the click

    @Test func aPadThatIsSilentUntilItClicks() {
        #expect(story([stroke(2.4)], on: .synapticsCE37) == ["began", "peeked", "cancelled(released)"])
        #expect(story([stroke(2.4)], on: .synapticsCE37) { $0.clickPressure = nil } == [])
        // A resting finger is 0 there, and so is none: neither is a press.
        #expect(story([stroke(0.9)], on: .synapticsCE37) == [])
    }

    @Test func aSilentPadsClicksAreLearnedWhereTheyAre() throws {
        let strokes = (0..<8).map { stroke(1.2, at: 200 + Double($0) * 900, holdMs: 60) }
        let learned = recogniser(strokes, on: .synapticsCE37) { $0.clickPressure = nil }.recogniser.learnedClick
        // It clicks at 31.
        #expect(abs(try #require(learned).pressure - 31) < 5)
    }

    // MARK: Values kept in the slot

    /// A press, and a second touch in its slot, which lands as hard as the first lifted: no event tells that again.
    private func twice(zeroed: Bool) -> RecordedDevice {
        var device = PadModel.redrix.device
        var ms = 1_000
        func send(_ type: UInt16, _ code: UInt16, _ value: Int32) {
            device.events.append(RecordedEvent(timeUsec: UInt64(ms) * 1_000, type: type, code: code, value: value))
        }
        func report(_ pressure: Int32?) {
            if let pressure { send(EventCode.abs, EventCode.mtPressure, pressure) }
            // A finger that lies there moves a little: there are reports.
            send(EventCode.abs, EventCode.positionX, 1_500 + Int32(ms / 8 % 2))
            send(EventCode.syn, EventCode.report, 0)
            ms += 8
        }
        func lift() {
            if zeroed { send(EventCode.abs, EventCode.mtPressure, 0) }
            send(EventCode.abs, EventCode.trackingID, -1)
            send(EventCode.syn, EventCode.report, 0)
            ms += 400
        }
        send(EventCode.abs, EventCode.trackingID, 1)
        send(EventCode.abs, EventCode.positionY, 900)
        for _ in 0..<40 { report(200) }
        for step in 1...40 { report(200 + Int32(step) * 35) }
        for _ in 0..<40 { report(nil) }
        lift()
        send(EventCode.abs, EventCode.trackingID, 2)
        for _ in 0..<40 { report(nil) }
        for step in 1...40 { report(1_600 + Int32(step)) }
        lift()
        return device
    }

    @Test func theValueThatASlotKeptIsTheNextTouchs() {
        let press = ["began", "peeked", "cancelled(released)"]
        // What lands hard has not been pressed: the second touch never was below the hint.
        #expect(recogniser(twice(zeroed: false)) { _ in }.story == press)
        // Taken for 0 until the first event, as after a driver that clears its slots, it would press.
        #expect(recogniser(twice(zeroed: true)) { _ in }.story == press + press)
    }

    // MARK: Values that stand still with two fingers

    private static let frozen: PadModel = {
        var pad = PadModel.redrix
        pad.key = "frozen"
        pad.freezesTogether = true
        return pad
    }()

    @Test func aPressWhoseValuesStandStillIsOver() {
        // A palm touches the edge while the finger presses, and the finger lets go without being seen to.
        var edge = FingerStroke(landAtMs: 1_150, x: 1.5, y: 40, rest: 0.2)
        edge.hold(ms: 1_500)
        edge.lift()
        let strokes = [stroke(3, holdMs: 200), edge]
        let known = story(strokes, on: Self.frozen) { $0.sharing = .oneFinger }
        #expect(known == ["began", "peeked", "cancelled(fingers)"])
        #expect(!story(strokes, on: Self.frozen).contains("cancelled(fingers)"))
    }

    @Test func onlyOneFingerPressesWhereValuesStandStillWithTwo() {
        let together = [stroke(2.4), stroke(2.4, at: 1_100, x: 75)]
        let settings = story(together, on: Self.frozen, fingers: 2) { $0.sharing = .oneFinger }
        #expect(settings.allSatisfy { $0 == "began" || $0.hasPrefix("cancelled") })
        #expect(story([stroke(7)], on: Self.frozen) { $0.sharing = .oneFinger } == Self.whole)
    }

    // MARK: Wrong ranges

    @Test func theTrueEndOfARange() {
        // Nobody knows where this pad's real values end; here it is given as a person would who does.
        let known = story([stroke(2.4)], on: .pixArt) { $0.pressureMaximum = 255 }
        #expect(known == ["began", "peeked", "cancelled(released)"])
        #expect(story([stroke(2.4)], on: .pixArt) == [])
    }

    @Test func aRangeFromZeroToZero() {
        var device = PadModel.goodix.device
        device.announce(EventCode.mtPressure, RecordedAxis(minimum: 0, maximum: 0))
        let broken = recogniser(device) { _ in }.recogniser.classification
        #expect(broken.padClass == .none)
        #expect(broken.reason == "it announces a broken pressure range (0 to 0)")
        #expect(recogniser(device) { $0.pressureMaximum = 2_000 }.recogniser.classification.padClass == .force)
    }
}
