import PeekPopWire
import Recognition
import Systemd
import Varlink

/// One running call of Subscribe.
final class Subscriber {
    let call: Call
    /// Root, the daemon's user or a member of the group: sees pads wherever they are.
    let isTrusted: Bool
    private(set) var filter: PressFilter
    /// Sends a sign of life where nothing else was sent for long enough.
    private var keepalive: EventSource?
    private let keepaliveUsec: UInt64
    private var lastSentUsec: UInt64 = 0

    init(_ call: Call, _ request: Wire.Subscribe, isTrusted: Bool) {
        self.call = call
        self.isTrusted = isTrusted
        filter = PressFilter(request)
        keepaliveUsec = UInt64(request.keepaliveSec ?? 0) * 1_000_000
    }

    func add(_ pad: Pad, isVisible: Bool) -> Bool {
        filter.add(pad.number, id: pad.id, isVisible: isVisible)
    }

    func remove(_ pad: Pad) { filter.remove(pad.number) }

    func wants(_ event: PressEvent, on pad: Pad) -> Bool { filter.decide(event, on: pad.number) == .deliver }

    func setVisible(_ isVisible: Bool, _ pad: Pad) -> PressEvent? { filter.setVisible(isVisible, pad.number) }

    /// Begins to count the time without a message.
    func startKeepalive(_ loop: EventLoop, nowUsec: @escaping () -> UInt64, _ send: @escaping (Subscriber) -> Void)
        throws
    {
        guard keepaliveUsec > 0 else { return }
        lastSentUsec = nowUsec()
        keepalive = try loop.timer { [unowned self] in
            let now = nowUsec()
            if now - lastSentUsec >= keepaliveUsec {
                send(self)
                lastSentUsec = now
            }
            keepalive?.arm(atUsec: lastSentUsec + keepaliveUsec)
        }
        keepalive?.arm(atUsec: lastSentUsec + keepaliveUsec)
    }

    /// A message is on its way: the next sign of life is due that much later.
    func sent(atUsec now: UInt64) {
        if keepaliveUsec > 0 { lastSentUsec = now }
    }

    func stop() {
        keepalive?.cancel()
        keepalive = nil
    }
}
