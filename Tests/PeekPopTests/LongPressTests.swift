import Testing

@testable import PeekPop

struct LongPressTests {
    /// Milliseconds in, phases out.
    final class Hand {
        var press = LongPress(pixelsPerMm: 4)
        var events: [PressEvent] = []

        func down(_ ms: UInt64) { events += press.down(at: Point(x: 50, y: 50), ms * 1_000) }
        func move(_ ms: UInt64, _ x: Double, _ y: Double) { events += press.move(to: Point(x: x, y: y), ms * 1_000) }
        func up(_ ms: UInt64) { events += press.up(ms * 1_000) }
        func at(_ ms: UInt64) { events += press.advance(to: ms * 1_000) }
        func take() -> [String] {
            defer { events = [] }
            return events.map { $0.reason.map { "cancelled(\($0.name))" } ?? $0.phase.rawValue }
        }
    }

    @Test func eachLevelAtItsTime() {
        let hand = Hand()
        hand.down(1_000)
        hand.at(1_149)
        #expect(hand.take() == [])
        hand.at(1_150)
        #expect(hand.take() == ["began"])
        hand.at(1_325)
        #expect(hand.events.map(\.preview) == [0.5])
        #expect(hand.take() == ["changed"])
        hand.at(1_499)
        #expect(hand.take() == ["changed"])
        hand.at(1_500)
        #expect(hand.events.last?.preview == 1)
        #expect(hand.take() == ["peeked"])
        hand.at(1_750)
        #expect(hand.events.map(\.commit) == [0.5])
        #expect(hand.take() == ["changed"])
        hand.at(2_000)
        #expect(hand.events.last?.commit == 1)
        #expect(hand.take() == ["popped"])
        hand.at(3_000)
        #expect(hand.take() == [])
        hand.up(3_500)
        #expect(hand.take() == ["ended"])
    }

    @Test(
        arguments: [
            (149, []), (150, ["began", "cancelled(released)"]), (499, ["began", "cancelled(released)"]),
            (500, ["began", "peeked", "cancelled(released)"]), (999, ["began", "peeked", "cancelled(released)"]),
            (1_000, ["began", "peeked", "popped", "ended"]),
        ] as [(UInt64, [String])])
    func lettingGo(afterMs: UInt64, told: [String]) {
        let hand = Hand()
        hand.down(0)
        hand.up(afterMs)
        #expect(hand.take() == told)
        // And the next one is one of its own.
        hand.down(5_000)
        hand.at(5_150)
        #expect(hand.events.map(\.id) == [2])
        #expect(hand.take() == ["began"])
    }

    @Test func movementCancelsBeforeThePeekAndTranslatesAfter() {
        let hand = Hand()
        hand.down(0)
        hand.move(100, 56, 58)
        hand.at(200)
        #expect(hand.take() == ["began"])
        hand.move(300, 56, 58.1)
        #expect(hand.take() == ["changed", "cancelled(moved)"])
        hand.at(2_000)
        hand.up(2_100)
        #expect(hand.take() == [])

        hand.down(3_000)
        hand.move(3_050, 50, 61)
        hand.at(4_000)
        #expect(hand.take() == [])
        hand.up(4_000)

        hand.down(5_000)
        hand.at(5_500)
        _ = hand.take()
        hand.move(5_600, 54, 10)
        #expect(hand.events.last?.translation == Point(x: 1, y: -10))
        #expect(hand.take() == ["changed", "changed"])
    }

    @Test func deadlines() {
        var press = LongPress(pixelsPerMm: 4)
        #expect(press.deadlineUsec == nil)
        _ = press.down(at: .zero, 1_000_000)
        #expect(press.deadlineUsec == 1_150_000)
        _ = press.advance(to: 1_150_000)
        #expect(press.deadlineUsec == 1_166_667)
        _ = press.advance(to: 1_499_000)
        #expect(press.deadlineUsec == 1_500_000)
        _ = press.advance(to: 1_999_999)
        #expect(press.deadlineUsec == 2_000_000)
        _ = press.advance(to: 2_000_000)
        #expect(press.deadlineUsec == nil)
        _ = press.up(2_500_000)
        #expect(press.deadlineUsec == nil)
    }

    @Test func timeThatGoesBackIsNoTime() {
        let hand = Hand()
        hand.down(1_000)
        hand.at(1_200)
        hand.at(1_100)
        hand.move(900, 51, 50)
        hand.up(800)
        #expect(hand.take() == ["began", "cancelled(released)"])
    }

    @Test func twoButtonsDownAndNoneUp() {
        let hand = Hand()
        hand.down(0)
        hand.at(600)
        _ = hand.take()
        hand.down(700)
        #expect(hand.take() == ["cancelled(dropped)"])
        hand.up(710)
        hand.up(720)
        #expect(hand.take() == [])
    }

    @Test func aWholePreviewByHoldingTheButton() {
        let scene = Scene()
        let press = LongPressPreviewing(scene.previewer)
        #expect(scene.previewer.means == .longPress)
        // Somewhere else than the pointer's present place: where the button went down counts.
        press.pointerDown(at: Point(x: 30, y: 40), timeUsec: 0)
        press.advance(to: 150_000)
        #expect(scene.log.take().first == "ask row at 20.0,20.0")
        press.advance(to: 500_000)
        #expect(scene.log.take() == ["preview 1.0", "peek row"])
        press.advance(to: 1_000_000)
        press.pointerUp(timeUsec: 1_100_000)
        #expect(scene.log.take() == ["commit 1.0", "pop row", "commit row by row"])
    }

    @Test func withForceItDoesNothing() {
        let scene = Scene()
        var told: [PreviewMeans] = []
        scene.previewer.onMeansChange = { told.append($0) }
        let press = LongPressPreviewing(scene.previewer)
        press.pointerDown(at: Point(x: 30, y: 40), timeUsec: 0)
        press.advance(to: 200_000)
        _ = scene.log.take()
        // A pad is plugged in while the button is held: that press goes on to its end.
        scene.previewer.capabilityDidChange(.available)
        press.pointerUp(timeUsec: 200_000)
        #expect(scene.log.take() == ["dismiss row press(PeekPop.CancelReason.released)"])
        press.pointerDown(at: Point(x: 30, y: 40), timeUsec: 400_000)
        press.advance(to: 900_000)
        #expect(scene.log.take() == [])
        #expect(press.deadlineUsec == nil)
        scene.previewer.capabilityDidChange(.unavailable)
        scene.previewer.capabilityDidChange(.unknown)
        #expect(told == [.force, .longPress])
    }
}
