import Recognition
import Testing

@testable import InputSources

struct MotionContextTests {
    private static let pad = PadDescription(
        id: "pad", name: "Pad", pressure: Axis(minimum: 0, maximum: 4000, resolution: 4), heightMm: 60)

    private func attached(judgesSilence: Bool = true, isTouched: Bool = false) -> MotionContext {
        var context = MotionContext(Self.pad, judgesSilence: judgesSilence)
        context.attach(isTouched: isTouched)
        return context
    }

    private func frame(_ usec: UInt64, _ ys: Float...) -> Frame {
        Frame(
            timeUsec: usec,
            contacts: ys.enumerated().map {
                Contact(slot: UInt8($0.offset), trackingID: Int32($0.offset), x: 50, y: $0.element, pressure: 400)
            })
    }

    // MARK: Words

    @Test(arguments: [Motion.scroll, .swipe, .pinch])
    func aGestureIsToldAtOnceAndHoldsUntilItIsOver(_ gesture: Motion) {
        var context = attached()
        #expect(context.take(frame(1_000, 20)) == .unknown)
        #expect(context.heard(.gesture(gesture), atUsec: 9_000) == gesture)
        #expect(context.heard(.gesture(gesture), atUsec: 9_000) == nil, "it is no news")
        #expect(context.take(frame(9_000, 21)) == gesture)
        #expect(context.take(frame(17_000, 21)) == gesture, "also in a report without movement")
        #expect(context.heard(.gestureOver, atUsec: 25_000) == nil)
        #expect(context.take(frame(25_000, 21)) == .unknown)
    }

    @Test func oneGestureBecomesAnother() {
        var context = attached()
        _ = context.take(frame(1_000, 20, 30))
        #expect(context.heard(.gesture(.scroll), atUsec: 9_000) == .scroll)
        #expect(context.heard(.gesture(.pinch), atUsec: 17_000) == .pinch)
        #expect(context.take(frame(17_000, 20, 30)) == .pinch)
    }

    @Test func pointerAndHold() {
        var context = attached()
        _ = context.take(frame(1_000, 20))
        #expect(context.heard(.pointer, atUsec: 9_000) == nil)
        #expect(context.take(frame(9_000, 20)) == .pointer)
        #expect(context.take(frame(17_000, 20)) == .unknown, "it moved then, and not now")
        #expect(context.heard(.holding, atUsec: 180_000) == nil)
        #expect(context.take(frame(180_000, 20)) == .still)
        #expect(context.heard(.holdOver, atUsec: 190_000) == nil)
        #expect(context.take(frame(190_000, 20)) == .unknown)
    }

    @Test func aTouchThatIsTakenBack() {
        var context = attached(judgesSilence: false)
        _ = context.take(frame(1_000, 20))
        #expect(context.heard(.palm, atUsec: 9_000) == .palm)
        #expect(context.take(frame(9_000, 20)) == .palm)
        #expect(context.take(frame(17_000)) == .unknown)
        #expect(context.take(frame(25_000, 20)) == .unknown, "the next touch is another")
    }

    // MARK: Silence

    @Test func silenceIsAPalm() {
        var context = attached()
        #expect(context.take(frame(1_000, 20)) == .unknown)
        #expect(context.deadlineUsec == 301_000)
        _ = context.take(frame(200_000, 20))
        #expect(context.deadlineUsec == 301_000)
        #expect(context.silence(untilUsec: 300_999) == false)
        #expect(context.take(frame(300_999, 20)) == .unknown)
        #expect(context.silence(untilUsec: 301_000) == true)
        #expect(context.silence(untilUsec: 400_000) == false, "told once")
        #expect(context.deadlineUsec == nil)
        #expect(context.take(frame(310_000, 20)) == .palm)
        #expect(context.take(frame(320_000)) == .unknown)
        _ = context.take(frame(400_000, 20))
        #expect(context.deadlineUsec == 700_000, "the next touch is heard for itself")
    }

    @Test(arguments: [MotionContext.Word.pointer, .button, .holding, .holdOver, .gestureOver, .gesture(.scroll)])
    func whateverLibinputSaysOfATouchItIsAFinger(_ word: MotionContext.Word) {
        var context = attached()
        _ = context.take(frame(1_000, 20))
        _ = context.heard(word, atUsec: 180_000)
        _ = context.take(frame(200_000, 20))
        #expect(context.deadlineUsec == nil)
        #expect(context.silence(untilUsec: 10_000_000) == false)
    }

    @Test func aWordTakesTheVerdictBack() {
        var context = attached()
        _ = context.take(frame(1_000, 20))
        #expect(context.silence(untilUsec: 301_000) == true)
        _ = context.heard(.holding, atUsec: 310_000)
        #expect(context.take(frame(318_000, 20)) == .still)
        #expect(context.deadlineUsec == nil)
    }

    /// libinput reads ahead of the pad's own reader: its last words about one touch may come before the next one's first
    /// frame, and are none about that.
    @Test func wordsBelongToTheTouchOfTheirTime() {
        var context = attached()
        _ = context.take(frame(1_000, 20))
        _ = context.heard(.holding, atUsec: 180_000)
        _ = context.heard(.holdOver, atUsec: 250_000)
        _ = context.take(frame(250_000))
        _ = context.take(frame(300_000, 20))
        #expect(context.deadlineUsec == 600_000)
        // Ahead within one touch.
        _ = context.heard(.pointer, atUsec: 316_000)
        #expect(context.take(frame(308_000, 20)) == .pointer)
        #expect(context.deadlineUsec == nil)
    }

    @Test func whereSilenceSaysNothing() {
        // Pads whose pressure libinput reads itself.
        var pressure = attached(judgesSilence: false)
        _ = pressure.take(frame(1_000, 20))
        #expect(pressure.deadlineUsec == nil)
        // The lowest part, where thumbs rest; from it upwards it counts from there.
        var low = attached()
        _ = low.take(frame(1_000, 45))
        #expect(low.deadlineUsec == nil)
        _ = low.take(frame(9_000, 44))
        #expect(low.deadlineUsec == 309_000)
        _ = low.take(frame(17_000, 46))
        #expect(low.deadlineUsec == nil)
        // Several fingers, which may be about to begin something.
        var several = attached()
        _ = several.take(frame(1_000, 20, 20))
        #expect(several.deadlineUsec == nil)
        // A touch that was there before libinput came.
        var early = attached(isTouched: true)
        _ = early.take(frame(1_000, 20))
        #expect(early.deadlineUsec == nil)
        _ = early.take(frame(9_000))
        _ = early.take(frame(17_000, 20))
        #expect(early.deadlineUsec == 317_000)
        // And nobody who watches.
        var alone = MotionContext(Self.pad, judgesSilence: true)
        #expect(alone.take(frame(1_000, 20)) == .unknown)
        #expect(alone.deadlineUsec == nil)
    }

    @Test func libinputGoesInTheMiddle() {
        var context = attached()
        _ = context.take(frame(1_000, 20))
        _ = context.heard(.gesture(.scroll), atUsec: 2_000)
        context.detach()
        #expect(context.take(frame(9_000, 20)) == .unknown)
        #expect(!context.isAttached && context.deadlineUsec == nil)
    }

    @Test(arguments: [
        // In grams, or marked and known as such by libinput; all else may be read by libinput itself.
        (PadKind.touchpad, Int32(4), false, false, true), (.touchpad, 0, true, true, true),
        (.touchpad, 0, true, false, false), (.touchpad, 0, false, true, false), (.touchscreen, 4, false, false, false),
        (.pen, 4, true, true, false),
    ])
    func padsWhosePressureLibinputLeavesAlone(
        _ kind: PadKind, _ resolution: Int32, _ isMarked: Bool, _ isNew: Bool, _ expected: Bool
    ) {
        let pad = PadDescription(
            id: "pad", name: "Pad", kind: kind, pressure: Axis(minimum: 0, maximum: 255, resolution: resolution),
            isPressurePad: isMarked)
        #expect(MotionContext.judgesSilence(pad, knowsPressurePads: isNew) == expected)
    }
}

/// The context and the recogniser together, on traces.
struct ContextPressTests {
    /// A touch that lies for 200 ms, presses to the given force within 300 ms, holds and lifts.
    private static func press(_ clicks: Float) -> [Frame] {
        var frames: [Frame] = []
        for number in 0..<100 {
            let at = Float(number) * 8
            let force: Float = at < 200 ? 0.3 : min(clicks, 0.3 + (clicks - 0.3) * (at - 200) / 300)
            frames.append(
                Frame(
                    timeUsec: 1_000_000 + UInt64(number) * 8_000,
                    contacts: [Contact(trackingID: 7, x: 50, y: 30, pressure: Int32(force * 800))]))
        }
        return frames + [Frame(timeUsec: 1_808_000)]
    }

    private static let pad = PadDescription(
        id: "pad", name: "Pad", pressure: Axis(minimum: 0, maximum: 4000, resolution: 4))

    /// - Parameters:
    ///   - words: what libinput says, each before the frame of that number, or after it.
    private func events(
        _ frames: [Frame], context: Bool, _ words: [Int: MotionContext.Word] = [:], late: Bool = false
    ) -> [PressEvent] {
        var recogniser = Recogniser(Self.pad)
        var motion = MotionContext(Self.pad, judgesSilence: true)
        if context { motion.attach(isTouched: false) }
        var events: [PressEvent] = []
        func hear(_ number: Int, _ usec: UInt64) {
            if let word = words[number], let motion = motion.heard(word, atUsec: usec) {
                recogniser.take(motion) { events.append(copy $0) }
            }
        }
        for (number, frame) in frames.enumerated() {
            if motion.silence(untilUsec: frame.timeUsec) { recogniser.take(.palm) { events.append(copy $0) } }
            if !late { hear(number, frame.timeUsec) }
            var told = copy frame
            told.motion = motion.take(told)
            recogniser.feed(told) { events.append(copy $0) }
            if late { hear(number, frame.timeUsec) }
        }
        return events
    }

    private func story(_ events: [PressEvent]) -> [String] {
        events.filter { $0.phase != .changed }.map { $0.phase.rawValue + ($0.reason.map { "(\($0.rawValue))" } ?? "") }
    }

    /// No report of delay where there is no context, and none where it has nothing to object.
    @Test(arguments: [1.5, 2.2, 3.5] as [Float])
    func theSameEventsAtTheSameTimes(_ clicks: Float) {
        let frames = Self.press(clicks)
        let alone = events(frames, context: false)
        #expect(!alone.isEmpty)
        // libinput's hold comes 180 ms after landing.
        #expect(events(frames, context: true, [23: .holding]) == alone)
        #expect(events(frames, context: true, [23: .holding], late: true) == alone)
        #expect(events(frames, context: true, [5: .pointer]) == alone)
    }

    @Test(arguments: [Motion.scroll, .swipe, .pinch])
    func aGestureLeavesNoPress(_ gesture: Motion) {
        let frames = Self.press(2.2)
        #expect(story(events(frames, context: false)) == ["began", "peeked", "cancelled(released)"])
        // In good time; in the very report that began the press; a moment after it.
        let began = frames.firstIndex { $0.timeUsec == events(frames, context: false)[0].timeUsec }!
        func with(_ number: Int, late: Bool = false) -> [String] {
            story(events(frames, context: true, [23: .holding, number: .gesture(gesture)], late: late))
        }
        #expect(with(24) == [])
        #expect(with(began) == [])
        #expect(with(began, late: true) == ["began", "cancelled(gesture)"])
        #expect(with(began + 1) == ["began", "cancelled(gesture)"])
    }

    @Test func silenceLeavesNoPeek() {
        let frames = Self.press(2.2)
        #expect(story(events(frames, context: true)) == [])
        // At once: it peeked before libinput had to say anything.
        let quick = frames.filter { $0.timeUsec < 1_000_000 + 80_000 || $0.timeUsec >= 1_000_000 + 280_000 }.map {
            var frame = copy $0
            if frame.timeUsec >= 1_280_000 { frame.timeUsec -= 200_000 }
            return frame
        }
        #expect(story(events(quick, context: true)) == ["began", "peeked", "cancelled(palm)"])
    }
}
