import PeekPopWire
import Recognition
import Testing

@testable import PeekPopDaemon

/// A filter that `#expect` may call.
private final class Subscriber {
    var filter: PressFilter

    init(_ request: Wire.Subscribe) { filter = PressFilter(request) }

    func add(_ pad: Int, id: String, isVisible: Bool) { filter.add(pad, id: id, isVisible: isVisible) }

    @discardableResult
    func decide(_ event: PressEvent, on pad: Int) -> PressFilter.Verdict { filter.decide(event, on: pad) }

    func setVisible(_ isVisible: Bool, _ pad: Int) -> PressEvent? { filter.setVisible(isVisible, pad) }
}

@Suite struct PressFilterTests {
    private func event(
        _ phase: PressPhase, press: UInt32 = 1, at timeUsec: UInt64 = 0, reason: CancelReason? = nil
    ) -> PressEvent {
        PressEvent(press: press, phase: phase, reason: reason, timeUsec: timeUsec, sequence: 1)
    }

    private func filter(_ request: Wire.Subscribe = Wire.Subscribe(), visible: Bool = true) -> Subscriber {
        let filter = Subscriber(request)
        filter.add(0, id: "a", isVisible: visible)
        filter.add(1, id: "b", isVisible: visible)
        return filter
    }

    @Test func everythingByDefault() {
        let filter = filter()
        for phase in [PressPhase.began, .changed, .peeked, .changed, .popped, .changed, .ended] {
            #expect(filter.decide(event(phase), on: 0) == .deliver)
        }
    }

    @Test func onlyTheDevicesAskedFor() {
        let filter = Subscriber(Wire.Subscribe(devices: ["b"]))
        filter.add(0, id: "a", isVisible: true)
        filter.add(1, id: "b", isVisible: true)
        #expect(filter.decide(event(.began), on: 0) == .skip)
        #expect(filter.decide(event(.began), on: 1) == .deliver)
        #expect(filter.decide(event(.began), on: 7) == .skip)
    }

    @Test func onlyThePhasesAskedFor() {
        let filter = filter(Wire.Subscribe(phases: [.peeked, .popped]))
        let answers = [PressPhase.began, .changed, .peeked, .popped, .ended].map { filter.decide(event($0), on: 0) }
        #expect(answers == [.skip, .skip, .deliver, .deliver, .skip])
    }

    @Test func neverTheMiddleOfAPress() {
        let filter = filter()
        #expect(filter.decide(event(.changed, press: 4), on: 0) == .skip)
        #expect(filter.decide(event(.popped, press: 4), on: 0) == .skip)
        #expect(filter.decide(event(.ended, press: 4), on: 0) == .skip)
        #expect(filter.decide(event(.began, press: 5), on: 0) == .deliver)
        #expect(filter.decide(event(.cancelled, press: 5, reason: .moved), on: 0) == .deliver)
        #expect(filter.decide(event(.cancelled, press: 5, reason: .moved), on: 0) == .skip)
    }

    @Test func changesAreThinnedToTheRate() {
        let filter = filter(Wire.Subscribe(maxRateHz: 100))
        #expect(filter.decide(event(.began), on: 0) == .deliver)
        var delivered = 0
        for frame in 1...1_000 where filter.decide(event(.changed, at: UInt64(frame) * 1_000), on: 0) == .deliver {
            delivered += 1
        }
        #expect(delivered == 100)
        #expect(filter.decide(event(.peeked, at: 1_000_001), on: 0) == .deliver, "no other phase is thinned")
    }

    @Test func losingSightOfAPadEndsThePressOnce() {
        let filter = filter()
        #expect(filter.setVisible(false, 1) == nil, "no press in flight there")
        filter.decide(event(.began), on: 0)
        let end = filter.setVisible(false, 0)
        #expect(end?.phase == .cancelled && end?.reason == .inactive && end?.press == 1)
        #expect(filter.setVisible(false, 0) == nil)
        #expect(filter.decide(event(.peeked), on: 0) == .skip)
        #expect(filter.setVisible(true, 0) == nil)
        #expect(filter.decide(event(.popped), on: 0) == .skip, "the rest of that press is somebody else's")
        #expect(filter.decide(event(.began, press: 2), on: 0) == .deliver)
    }

    @Test func noCancelForWhoDidNotAskForCancels() {
        let filter = filter(Wire.Subscribe(phases: [.peeked]))
        filter.decide(event(.began), on: 0)
        #expect(filter.setVisible(false, 0) == nil)
    }
}
