import FoundationEssentials
import PeekPopWire
import Recognition
import Testing

@testable import PeekPop

/// What the library says in words of its own, beside the wire's.
struct WireTests {
    @Test func theWordsAreTheWires() {
        #expect(PeekPop.PressPhase.allCases.map(\.rawValue) == Recognition.PressPhase.allCases.map(\.rawValue))
        let known = Set(Recognition.CancelReason.allCases.map(\.rawValue))
        #expect(Set(PeekPop.CancelReason.named.keys) == known.union(["disconnected"]))
        for (name, reason) in PeekPop.CancelReason.named { #expect(reason.name == name) }
        #expect(Set(ForcePad.Class.allCases.map(\.rawValue)) == Set(PadClass.allCases.map(\.rawValue)))
        #expect(Set(ForcePad.Kind.allCases.map(\.rawValue)) == Set(PadKind.allCases.map(\.rawValue)))
        #expect(
            Set(FeedbackPattern.allCases.map(\.rawValue)) == Set(Wire.FeedbackPattern.allCases.map(\.rawValue)))
    }

    /// What the service's own writer writes is read whole.
    @Test func aPressFromTheServicesWriter() throws {
        let event = Recognition.PressEvent(
            press: 3, phase: .cancelled, reason: .fingers, preview: 1, commit: 0.5, clicks: 2.25, grams: 270, raw: 812,
            x: 0.25, y: 0.75, translationX: -1.5, translationY: 2, fingers: 2, button: true,
            tool: Recognition.PressTool(kind: .brush, serial: 7, id: 8), timeUsec: 123_456, sequence: 42)
        var encoder = EventEncoder()
        let bytes = encoder.object(event, device: "i2c-04f3-323b")
        let read = try JSONDecoder().decode(WirePress.self, from: Data(bytes)).event
        #expect(
            read
                == PeekPop.PressEvent(
                    id: 3, device: "i2c-04f3-323b", phase: .cancelled, reason: .fingers, preview: 1, commit: 0.5,
                    clicks: 2.25, grams: 270, raw: 812, position: Point(x: 0.25, y: 0.75),
                    translation: Point(x: -1.5, y: 2), fingers: 2, button: true,
                    tool: PeekPop.PressTool(kind: "brush", serial: 7, id: 8), timeUsec: 123_456, sequence: 42))
    }

    @Test func aPressWithTheLeastItMayHave() throws {
        let read = try JSONDecoder().decode(
            WirePress.self, from: Data(#"{"id":1,"device":"pad","phase":"cancelled"}"#.utf8)
        ).event
        #expect(read.phase == .cancelled && read.reason == .released && read.fingers == 1)
    }
}

struct BackoffTests {
    @Test func doublesToItsCeilingAndBeginsAnew() {
        var backoff = Backoff(seed: 7)
        for whole in [100_000, 200_000, 400_000, 800_000, 1_600_000, 3_200_000, 5_000_000, 5_000_000] as [UInt64] {
            let wait = backoff.waitUsec()
            #expect(wait <= whole && wait >= whole - whole / 5)
        }
        backoff.reset()
        #expect(backoff.waitUsec() <= 100_000)
        #expect(backoff.waitAfterRefusalUsec() >= 4_000_000)
    }

    @Test func chanceIsTheSeeds() {
        func waits(_ seed: UInt64) -> [UInt64] {
            var backoff = Backoff(seed: seed)
            return (0..<8).map { _ in backoff.waitUsec() }
        }
        #expect(waits(1) == waits(1))
        #expect(waits(1) != waits(2))
    }
}

struct PressTrackerTests {
    @Test func endsWhatIsOnItsWayAndNothingElse() {
        var tracker = PressTracker()
        var (left, right) = (Finger(device: "left"), Finger(device: "right"))
        tracker.take(left.event(.began))
        tracker.take(left.event(.ended))
        tracker.take(right.event(.began))
        tracker.take(right.event(.peeked, 0.5))
        tracker.take(left.event(.changed))
        let ends = tracker.end(.disconnected)
        #expect(ends.map(\.device) == ["right", "left"])
        #expect(ends.allSatisfy { $0.phase == .cancelled && $0.reason == .disconnected })
        #expect(ends[0].sequence == 3 && ends[0].preview == 0.5)
        #expect(tracker.end(.disconnected) == [])
    }

    @Test func aNewPressTakesThePlaceOfOneThatNeverEnded() {
        var tracker = PressTracker()
        var finger = Finger()
        tracker.take(finger.event(.began))
        tracker.take(finger.event(.began))
        #expect(tracker.end(.disconnected).map(\.id) == [2])
    }
}
