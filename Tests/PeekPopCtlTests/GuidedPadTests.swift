import PeekPopWire
import Recognition
import Testing

@testable import PeekPopCtl

/// Which pad is calibrated, and what becomes of presses on it afterwards.
@Suite struct GuidedPadTests {
    @Test("Which pad") func pads() {
        let a = GuidedHand.pad("a")
        let b = GuidedHand.pad("b", padClass: .area)
        let none = GuidedHand.pad("none", padClass: .none)
        func failure(_ hand: GuidedHand) -> String? {
            if case .over(.failed(let reason)) = hand.flow.step { reason } else { nil }
        }
        #expect(GuidedHand([a]).effects == [.observe("a")])
        #expect(GuidedHand([none, a]).effects == [.observe("a")])
        #expect(GuidedHand([a, b]).flow.step == .choosing(0))
        #expect(GuidedHand([a, b], preferred: "b").effects == [.observe("b")])
        #expect(failure(GuidedHand([a, b], preferred: "c"))?.hasPrefix("there is no pad c") == true)
        #expect(failure(GuidedHand([a, none], preferred: "none"))?.hasPrefix("none cannot be calibrated: ") == true)
        #expect(failure(GuidedHand([none]))?.hasPrefix("there is no pad here that can be calibrated (none: ") == true)
        #expect(failure(GuidedHand([])) == "there is no pad here that can be calibrated")
        var hand = GuidedHand([a, b])
        hand.key("2")
        #expect(hand.effects == [.observe("b")])
    }

    @Test("Pads come and go while one is chosen") func plugging() {
        var hand = GuidedHand([GuidedHand.pad("a"), GuidedHand.pad("b")])
        hand.key(.down)
        hand.flow.add(GuidedHand.pad("c"))
        hand.flow.remove("a")
        #expect(hand.flow.candidates.map(\.id) == ["b", "c"])
        #expect(hand.flow.step == .choosing(0))
        hand.flow.add(GuidedHand.pad("b", padClass: .none))
        #expect(hand.flow.candidates.map(\.id) == ["c"])
        hand.flow.remove("c")
        hand.key(.enter)
        #expect(hand.flow.step == .choosing(0) && hand.effects.isEmpty)
        hand.flow.add(GuidedHand.pad("d"))
        hand.key(.enter)
        #expect(hand.effects == [.observe("d")])
    }

    @Test("The last press is judged by how far it came") func trial() {
        var hand = GuidedHand()
        hand.goToTrial()
        func press(_ id: UInt32, _ phase: PressPhase, _ reason: CancelReason? = nil, device: String = "usb-05ac-0265") {
            hand.flow.take(
                Wire.Press(
                    PressEvent(press: id, phase: phase, reason: reason, clicks: Float(id), timeUsec: 1, sequence: 1),
                    device: device))
        }
        // Began before: judged by the old levels, so not at all.
        press(1, .peeked)
        press(1, .ended)
        #expect(hand.flow.trial.verdicts.isEmpty)
        press(2, .began)
        press(2, .cancelled, .released)
        press(3, .began)
        press(3, .peeked)
        press(3, .popped)
        press(3, .ended)
        press(4, .began, device: "another")
        press(5, .began)
        press(5, .peeked)
        press(5, .cancelled, .fingers)
        let verdicts = hand.flow.trial.verdicts
        #expect(verdicts.map(\.reached) == [.hint, .pop, .peek])
        #expect(verdicts.map(\.reason) == [nil, nil, .fingers])
        #expect(verdicts.map(\.isOver) == [true, true, true])
        for id in 6..<40 { press(UInt32(id), .began) }
        #expect(hand.flow.trial.verdicts.count == LevelTrial.capacity)
    }
}
