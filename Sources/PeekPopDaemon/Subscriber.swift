import Linux
import PeekPopWire
import Recognition
import Systemd
import Varlink

/// One running call of Subscribe.
final class Subscriber {
    let call: Call
    private(set) var filter: PressFilter
    /// Sends a sign of life where nothing else was sent for long enough.
    private var keepalive: EventSource?
    private let keepaliveUsec: UInt64
    private var lastSentUsec: UInt64 = 0

    init(_ call: Call, _ request: Wire.Subscribe) {
        self.call = call
        filter = PressFilter(request)
        keepaliveUsec = UInt64(request.keepaliveSec ?? 0) * 1_000_000
    }

    func add(_ pad: Pad, isVisible: Bool) {
        filter.add(pad.number, id: pad.id, isVisible: isVisible)
    }

    func remove(_ pad: Pad) { filter.remove(pad.number) }

    func wants(_ event: PressEvent, on pad: Pad) -> Bool { filter.decide(event, on: pad.number) == .deliver }

    func setVisible(_ isVisible: Bool, _ pad: Pad) -> PressEvent? { filter.setVisible(isVisible, pad.number) }

    /// Begins to count the time without a message: after `keepaliveSec` of it, `send` is called.
    func startKeepalive(_ loop: EventLoop, _ send: @escaping (Subscriber) -> Void) throws(Errno) {
        guard keepaliveUsec > 0 else { return }
        sent()
        keepalive = try loop.timer { [unowned self] in
            if Clock.monotonicUsec >= lastSentUsec + keepaliveUsec { send(self) }
            keepalive?.arm(atUsec: lastSentUsec + keepaliveUsec)
        }
        keepalive?.arm(atUsec: lastSentUsec + keepaliveUsec)
    }

    /// A message is on its way: the next sign of life is due that much later.
    func sent() {
        if keepaliveUsec > 0 { lastSentUsec = Clock.monotonicUsec }
    }

    func stop() {
        keepalive?.cancel()
        keepalive = nil
    }
}
