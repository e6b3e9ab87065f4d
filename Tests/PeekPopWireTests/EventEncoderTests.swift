import FoundationEssentials
import PeekPopWire
import Recognition
import Testing
import Varlink

@Suite struct EventEncoderTests {
    static let full = PressEvent(
        press: 7, phase: .cancelled, reason: .released, preview: 0.5, commit: 0.25, clicks: 1.625, grams: 210.5,
        raw: -3, x: 0.0625, y: 1, translationX: -1.25, translationY: 0.5, fingers: 2, button: true,
        timeUsec: 123_456_789, sequence: 42)

    private func text(_ bytes: UnsafeRawBufferPointer) -> String {
        String(decoding: bytes, as: UTF8.self)
    }

    @Test func goldenPress() {
        var encoder = EventEncoder()
        #expect(
            text(encoder.reply(Self.full, device: "i2c-04f3-323b"))
                == #"{"parameters":{"press":{"id":7,"device":"i2c-04f3-323b","phase":"cancelled","reason":"released","#
                + #""preview":0.5000,"commit":0.2500,"clicks":1.625,"grams":210.5,"raw":-3,"x":0.0625,"y":1.0000,"#
                + #""translationX":-1.25,"translationY":0.50,"fingers":2,"button":true,"timeUsec":123456789,"#
                + #""sequence":42}},"continues":true}"# + "\0")
    }

    @Test func goldenPenPress() throws {
        var encoder = EventEncoder()
        let event = PressEvent(
            press: 1, phase: .popped, raw: 65_535, tool: PressTool(kind: .eraser, serial: 0x1234, id: 0x80a),
            timeUsec: 9,
            sequence: 3)
        #expect(
            text(encoder.reply(event, device: "d"))
                == #"{"parameters":{"press":{"id":1,"device":"d","phase":"popped","preview":0.0000,"commit":0.0000,"#
                + #""clicks":0.000,"raw":65535,"x":0.0000,"y":0.0000,"translationX":0.00,"translationY":0.00,"#
                + #""fingers":1,"button":false,"tool":{"kind":"eraser","serial":4660,"id":2058},"timeUsec":9,"#
                + #""sequence":3}},"continues":true}"# + "\0")
    }

    @Test(arguments: PressToolKind.allCases)
    func everyToolReadsBack(kind: PressToolKind) throws {
        var event = Self.full
        // Varlink's int is signed.
        event.tool = PressTool(kind: kind, serial: UInt64(Int64.max), id: 0)
        #expect(try readBack(event).press == Wire.Press(event, device: "d"))
        #expect(PressEvent(Wire.Press(event, device: "d")) == event)
    }

    @Test func goldenPressWithLost() {
        var encoder = EventEncoder()
        let event = PressEvent(press: 1, phase: .began, timeUsec: 0, sequence: 1)
        #expect(
            text(encoder.reply(event, device: "d", lost: 12))
                == #"{"parameters":{"press":{"id":1,"device":"d","phase":"began","preview":0.0000,"commit":0.0000,"#
                + #""clicks":0.000,"raw":0,"x":0.0000,"y":0.0000,"translationX":0.00,"translationY":0.00,"#
                + #""fingers":1,"button":false,"timeUsec":0,"sequence":1},"lost":12},"continues":true}"# + "\0")
    }

    @Test func goldenOthers() {
        var encoder = EventEncoder()
        #expect(text(encoder.keepalive()) == #"{"parameters":{},"continues":true}"# + "\0")
        #expect(text(encoder.keepalive(lost: 3)) == #"{"parameters":{"lost":3},"continues":true}"# + "\0")
        let sample = Wire.Sample(
            timeUsec: 5, touching: true, raw: 90, clicks: 1.0625, grams: 70, x: 0.5, y: 0.25, majorMm: 9.5,
            minorMm: 7.25,
            fingers: 1, button: false, lost: 2)
        #expect(
            text(encoder.reply(sample))
                == #"{"parameters":{"sample":{"timeUsec":5,"touching":true,"raw":90,"clicks":1.063,"grams":70.0,"#
                + #""x":0.5000,"y":0.2500,"majorMm":9.50,"minorMm":7.25,"fingers":1,"button":false,"lost":2}},"continues":true}"#
                + "\0")
        let object = text(encoder.object(Self.full, device: "d"))
        #expect(object.hasPrefix(#"{"id":7,"#) && object.hasSuffix(#""sequence":42}"#))
    }

    @Test(arguments: PressPhase.allCases)
    func everyPhaseReadsBack(phase: PressPhase) throws {
        var event = Self.full
        event.phase = phase
        event.reason = nil
        #expect(try readBack(event).press == Wire.Press(event, device: "d"))
    }

    @Test(arguments: CancelReason.allCases)
    func everyReasonReadsBack(reason: CancelReason) throws {
        var event = Self.full
        event.reason = reason
        #expect(try readBack(event).press == Wire.Press(event, device: "d"))
        #expect(PressEvent(Wire.Press(event, device: "d")) == event)
    }

    private func readBack(_ event: PressEvent, device: String = "d", lost: UInt64 = 0) throws -> Wire.Notice {
        var encoder = EventEncoder()
        let message = Data(encoder.reply(event, device: device, lost: lost).dropLast())
        let reply = try ReplyMessage(message)
        #expect(reply.continues && reply.error == nil)
        return try reply.decode()
    }

    @Test(arguments: [
        "", "plain", "quote\" back\\slash /", "\u{1}\n\t\r\u{1f}\u{7f}", "Gerät ✋ 🇩🇪",
        String(repeating: "\u{2}long\"", count: 500),
    ])
    func deviceNamesAreEscaped(device: String) throws {
        #expect(try readBack(Self.full, device: device, lost: 1).press?.device == device)
    }

    @Test(arguments: [
        (Float.nan, "0.000"), (.infinity, "1000000000.000"), (-.infinity, "-1000000000.000"), (-0.0, "0.000"),
        (-0.0004, "0.000"), (-0.0006, "-0.001"), (0.9996, "1.000"), (1.0625, "1.063"), (-1.5, "-1.500"),
        (123.456, "123.456"), (.leastNonzeroMagnitude, "0.000"), (.greatestFiniteMagnitude, "1000000000.000"),
    ])
    func numbersAreFixedAndFinite(value: Float, expected: String) {
        var event = Self.full
        event.clicks = value
        var encoder = EventEncoder()
        #expect(text(encoder.reply(event, device: "d")).contains(#""clicks":\#(expected),"#))
    }

    @Test func largestIntegers() throws {
        var event = Self.full
        event.press = .max
        event.raw = .min
        event.timeUsec = UInt64(Int64.max)
        event.sequence = .max
        let press = try #require(try readBack(event).press)
        #expect(press.id == .max && press.raw == .min && press.timeUsec == UInt64(Int64.max))
        // Varlink's int is signed.
        #expect(press.sequence == UInt64(Int64.max))
    }

    /// Decoded values differ from the event's by no more than half of the last digit written.
    @Test func randomEventsReadBack() throws {
        var random = Seeded(1)
        for _ in 0..<500 {
            var event = Self.full
            event.preview = Float.random(in: 0...1, using: &random)
            event.clicks = Float.random(in: 0...20, using: &random)
            event.grams = Bool.random(using: &random) ? Float.random(in: 0...2000, using: &random) : nil
            event.translationX = Float.random(in: -150...150, using: &random)
            let press = try #require(try readBack(event).press)
            #expect(abs(press.preview - event.preview) <= 0.500_1e-4)
            #expect(abs(press.clicks - event.clicks) <= 0.501e-3)
            #expect((press.grams == nil) == (event.grams == nil))
            #expect(abs((press.grams ?? 0) - (event.grams ?? 0)) <= 0.501e-1)
            #expect(abs(press.translationX - event.translationX) <= 0.501e-2)
        }
    }
}
