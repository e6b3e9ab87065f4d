import Linux
import PeekPopWire
import Recognition
import Systemd
import Varlink

/// Sends what happens on the pads to whoever is subscribed or observes, and keeps just the pads open that somebody
/// wants.
final class Broadcaster: PadObserver {
    private let loop: EventLoop
    private let reporter: Reporter
    private var access: AccessPolicy
    private var hub: PadHub!
    private var subscribers: [Subscriber] = []
    private var observers: [(call: Call, pad: Pad)] = []
    private var encoder = EventEncoder()
    /// For the few messages that say what was lost: they differ from subscriber to subscriber.
    private var lossEncoder = EventEncoder()
    private(set) var eventCount: UInt64 = 0
    private(set) var frameCount: UInt64 = 0
    var onSourceEnd: (() -> Void)?

    init(_ loop: EventLoop, _ reporter: Reporter, _ access: AccessPolicy) {
        self.loop = loop
        self.reporter = reporter
        self.access = access
    }

    /// Whom to ask for pads; set once, before anybody subscribes.
    func attach(_ hub: PadHub) { self.hub = hub }

    var subscriberCount: Int { subscribers.count }

    // MARK: Who

    /// Whether a peer may ask anything at all: it may see at least one pad, or is at the seat where pads usually are.
    func mayConnect(_ peer: PeerCredentials) -> Bool {
        if access.isTrusted(peer) { return true }
        return Set(hub.pads.map(\.description.seat)).union(["seat0"]).contains {
            access.isActive(peer.uid, onSeat: $0, reporter)
        }
    }

    func maySee(_ pad: Pad, _ peer: PeerCredentials) -> Bool { sight(of: peer)(pad) }

    /// Which pads a peer may see.
    func sight(of peer: PeerCredentials) -> (Pad) -> Bool {
        if access.isTrusted(peer) { return { _ in true } }
        return { [access, reporter] in access.isActive(peer.uid, onSeat: $0.description.seat, reporter) }
    }

    /// The configuration has changed who is in.
    func reload(_ access: AccessPolicy) {
        self.access = access
        sessionsChanged()
    }

    /// Somebody came to a seat or left it: who may not see a pad any more sees it from now on not.
    func sessionsChanged() {
        for subscriber in subscribers {
            let maySee = sight(of: subscriber.call.peer)
            for pad in hub.pads { setVisible(maySee(pad), pad, subscriber) }
        }
        for observer in observers where !maySee(observer.pad, observer.call.peer) {
            stopObserving(observer.call)
            observer.call.fail(.permissionDenied)
        }
    }

    private func setVisible(_ isVisible: Bool, _ pad: Pad, _ subscriber: Subscriber) {
        let wasShown = subscriber.filter.shows(pad.number)
        if let end = subscriber.setVisible(isVisible, pad) { deliver(end, pad, subscriber) }
        let isShown = subscriber.filter.shows(pad.number)
        guard wasShown != isShown else { return }
        if isShown {
            hub.open(pad)
            subscriber.call.send(Wire.Notice(added: PadReport.device(pad)))
        } else {
            subscriber.call.send(Wire.Notice(removed: pad.id))
            hub.close(pad)
        }
    }

    // MARK: Subscribing

    func subscribe(_ call: Call, _ request: Wire.Subscribe) throws(ErrorReply) {
        if let rate = request.maxRateHz, !(1...1_000).contains(rate) { throw .invalidParameter("maxRateHz") }
        if let seconds = request.keepaliveSec, !(1...3_600).contains(seconds) {
            throw .invalidParameter("keepaliveSec")
        }
        let subscriber = Subscriber(call, request)
        subscribers.append(subscriber)
        call.prepareQueue()
        call.onClose = { [unowned self, unowned subscriber] in unsubscribe(subscriber) }
        var devices: [Wire.Device] = []
        let maySee = sight(of: call.peer)
        for pad in hub.pads {
            let isVisible = maySee(pad)
            subscriber.add(pad, isVisible: isVisible)
            if isVisible { devices.append(PadReport.device(pad)) }
        }
        call.send(Wire.Notice(ready: true, devices: devices))
        for pad in hub.pads where subscriber.filter.shows(pad.number) { hub.open(pad) }
        do throws(Errno) {
            try subscriber.startKeepalive(loop) { [unowned self] in keepAlive($0) }
        } catch {
            reporter.error("making a keepalive timer: \(error)")
        }
    }

    private func unsubscribe(_ subscriber: Subscriber) {
        guard let index = subscribers.firstIndex(where: { $0 === subscriber }) else { return }
        subscribers.remove(at: index)
        subscriber.stop()
        for pad in hub.pads where subscriber.filter.shows(pad.number) { hub.close(pad) }
    }

    private func keepAlive(_ subscriber: Subscriber) {
        let lost = subscriber.call.lost
        subscriber.call.enqueue(lossEncoder.keepalive(lost: lost), reportingLost: lost)
        subscriber.sent()
    }

    // MARK: Observing

    func observe(_ call: Call, _ pad: Pad) {
        observers.append((call, pad))
        call.prepareQueue()
        call.onClose = { [unowned self, unowned call] in stopObserving(call) }
        hub.open(pad)
    }

    private func stopObserving(_ call: Call) {
        guard let index = observers.firstIndex(where: { $0.call === call }) else { return }
        let pad = observers[index].pad
        observers.remove(at: index)
        call.onClose = nil
        hub.close(pad)
    }

    // MARK: PadObserver

    func padAdded(_ pad: Pad) {
        for subscriber in subscribers {
            subscriber.add(pad, isVisible: maySee(pad, subscriber.call.peer))
            guard subscriber.filter.shows(pad.number) else { continue }
            hub.open(pad)
            subscriber.call.send(Wire.Notice(added: PadReport.device(pad)))
        }
    }

    func padRemoved(_ pad: Pad) {
        for subscriber in subscribers {
            if subscriber.filter.shows(pad.number) { subscriber.call.send(Wire.Notice(removed: pad.id)) }
            subscriber.remove(pad)
        }
        for observer in observers where observer.pad === pad {
            stopObserving(observer.call)
            observer.call.fail(CalibrationError.noSuchDevice(pad.id))
        }
    }

    func padChanged(_ pad: Pad) {
        for subscriber in subscribers where subscriber.filter.shows(pad.number) {
            subscriber.call.send(Wire.Notice(added: PadReport.device(pad)))
            subscriber.sent()
        }
        guard let failure = pad.failure else { return }
        for observer in observers where observer.pad === pad {
            stopObserving(observer.call)
            observer.call.fail(CalibrationError.unavailable(pad.id, reason: failure))
        }
    }

    func press(_ event: PressEvent, on pad: Pad) -> Bool {
        eventCount += 1
        guard !subscribers.isEmpty else { return false }
        var isTold = false
        let key = coalescingKey(event, pad)
        // Encoded once, at the first who wants it.
        var message: UnsafeRawBufferPointer?
        for subscriber in subscribers where subscriber.wants(event, on: pad) {
            isTold = true
            if subscriber.call.lost > 0 {
                deliver(event, pad, subscriber)
                continue
            }
            let bytes = message ?? encoder.reply(event, device: pad.id)
            message = bytes
            subscriber.call.enqueue(bytes, coalescing: key)
            subscriber.sent()
        }
        return isTold
    }

    func sampled(_ pad: Pad) {
        frameCount += 1
        for observer in observers where observer.pad === pad {
            let lost = observer.call.lost
            let message = encoder.reply(PadReport.sample(pad, lost: lost))
            observer.call.enqueue(message, coalescing: UInt64(pad.number), reportingLost: lost)
        }
    }

    func sourceEnded() { onSourceEnd?() }

    /// One event to one subscriber, with what it lost before.
    private func deliver(_ event: PressEvent, _ pad: Pad, _ subscriber: Subscriber) {
        let lost = subscriber.call.lost
        subscriber.call.enqueue(
            lossEncoder.reply(event, device: pad.id, lost: lost), coalescing: coalescingKey(event, pad),
            reportingLost: lost)
        subscriber.sent()
    }

    /// `changed` events of one press stand for each other; every other event has to arrive.
    private func coalescingKey(_ event: PressEvent, _ pad: Pad) -> UInt64? {
        event.phase == .changed ? UInt64(pad.number) << 32 | UInt64(event.press) : nil
    }
}
