import Recognition
import Testing

/// What somebody else who watches the pad has to say between two frames, and pens.
@Suite struct MotionTests {
    private func pressed(_ clicks: Float) -> Trace {
        var trace = Trace()
        trace.land()
        trace.ramp(0.3, clicks, ms: 200)
        trace.hold(clicks, ms: 50)
        return trace
    }

    @Test(
        arguments: [
            (1.5, .scroll, ["began", "cancelled(gesture)"]), (1.5, .swipe, ["began", "cancelled(gesture)"]),
            (1.5, .pinch, ["began", "cancelled(gesture)"]), (1.5, .palm, ["began", "cancelled(palm)"]),
            // After the peek the finger may move.
            (2.2, .scroll, ["began", "peeked", "cancelled(released)"]),
            (2.2, .palm, ["began", "peeked", "cancelled(palm)"]),
            (3.2, .palm, ["began", "peeked", "popped", "cancelled(palm)"]),
            (2.2, .still, ["began", "peeked", "cancelled(released)"]),
            (2.2, .pointer, ["began", "peeked", "cancelled(released)"]),
            (2.2, .unknown, ["began", "peeked", "cancelled(released)"]),
        ] as [(Float, Motion, [String])])
    func aWordAfterTheFrame(_ clicks: Float, _ motion: Motion, _ story: [String]) {
        var trace = pressed(clicks)
        trace.recogniser.take(motion) { trace.events.append(copy $0) }
        trace.hold(clicks, ms: 100)
        trace.lift()
        #expect(trace.story == story)
        // What it says of a touch is over with it.
        trace.timeUsec += 1_000_000
        trace.land()
        trace.ramp(0.3, 2, ms: 200)
        #expect(trace.story.suffix(2) == ["began", "peeked"])
    }

    @Test func aWordBeforeAnythingBegan() {
        for (motion, begins) in [(Motion.palm, false), (.scroll, false), (.still, true), (.unknown, true)] {
            var trace = Trace()
            trace.land()
            trace.recogniser.take(motion) { trace.events.append(copy $0) }
            trace.ramp(0.3, 2, ms: 200)
            #expect(trace.story == (begins ? ["began", "peeked"] : []), "\(motion)")
        }
    }

    /// A word is no report: a spike of one report, followed by it, is still one report.
    @Test func aWordRepeatsNothing() {
        var trace = Trace()
        trace.land(1, ms: 400)
        trace.report(1.5)
        trace.recogniser.take(.pointer) { trace.events.append(copy $0) }
        trace.report(1)
        #expect(trace.story == [])
    }

    @Test func anotherFingerBesideAPalm() {
        var trace = Trace()
        trace.land()
        trace.recogniser.take(.palm) { trace.events.append(copy $0) }
        let palm = trace.contact
        trace.report(0.3)
        trace.others = [palm]
        trace.contact = Contact(slot: 1, trackingID: 9, x: 80, y: 20)
        trace.land()
        trace.ramp(0.3, 2, ms: 200)
        #expect(trace.story == ["began", "peeked"])
    }

    // MARK: Pens

    private static let pen = PadDescription(
        id: "pen", name: "Pen", kind: .pen, pressure: PadDescription.tipRange, pressureAxis: .tip)

    private func penTrace() -> Trace {
        var trace = Trace(Self.pen)
        trace.unitsPerClick = 65_535 * 0.3
        trace.contact.tool = .pen
        return trace
    }

    @Test func pensPressInPartsOfTheirRange() {
        #expect(Self.pen.classification.padClass == .force)
        let recogniser = Recogniser(Self.pen)
        guard case .on(let levels) = recogniser.levels, let scale = recogniser.scale else {
            Issue.record("no presses")
            return
        }
        let shares = [levels.hint.down, levels.peek.down, levels.pop.down].map { $0 * (scale.click / 65_535) }
        // As docs/hardware.md tells them.
        for (share, expected) in zip(shares, [0.42, 0.555, 0.855] as [Float]) {
            #expect(abs(share - expected) < 0.005)
        }
        #expect(scale.grams(1_000) == nil)
        // Grams mean nothing to it, and leave it as it is.
        let settings = RecognitionSettings(peek: .grams(350))
        #expect(Recogniser(Self.pen, settings: settings).levels == recogniser.levels)
    }

    @Test func aPenIsSettledLaterThanAFinger() {
        for (ms, story) in [(80, []), (240, ["began", "peeked"])] as [(UInt64, [String])] {
            var trace = penTrace()
            trace.hold(0.5, ms: 40)
            trace.ramp(0.5, 2, ms: 60)
            trace.hold(2, ms: ms)
            #expect(trace.story == story, "\(ms) ms")
        }
    }

    @Test(arguments: [(1.3, ["began"]), (1.8, ["began", "cancelled(moved)"])] as [(Float, [String])])
    func aPenMayMoveLess(_ mm: Float, _ story: [String]) {
        var trace = penTrace()
        trace.hold(0.5, ms: 300)
        trace.ramp(0.5, 1.6, ms: 100)
        trace.slide(dx: mm, clicks: 1.6, ms: 60)
        #expect(trace.story == story)
    }

    @Test func theToolIsInEveryEventOfAPress() {
        let tool = PressTool(kind: .eraser, serial: 5, id: 6)
        var recogniser = Recogniser(Self.pen)
        var events: [PressEvent] = []
        for number in 0..<80 {
            let force = number < 40 ? 5_000 : min(60_000, 5_000 + (number - 40) * 2_000)
            var frame = Frame(
                timeUsec: 1_000_000 + UInt64(number) * 8_000,
                contacts: [Contact(trackingID: 1, x: 50, y: 30, pressure: Int32(force), tool: .pen)])
            frame.tool = tool
            recogniser.feed(frame) { events.append(copy $0) }
        }
        var lift = Frame(timeUsec: 2_000_000)
        lift.tool = tool
        recogniser.feed(lift) { events.append(copy $0) }
        #expect(events.contains { $0.phase == .popped } && events.last?.phase == .ended)
        #expect(events.allSatisfy { $0.tool == tool })
    }
}
