import FoundationEssentials
import Glibc
import Linux
import PeekPopWire
import Systemd
import Varlink

/// The way to the service and back, on a loop of its own: connects, subscribes, reads, connects again.
///
/// What comes is handed to a sink, in order; nothing of the app's is called from here.
final class ConnectionCore {
    /// What the sink is given.
    enum Arrival {
        case event(ConnectionEvent)
        case feedback(FeedbackDesk.Completion, Result<Void, FeedbackError>)
    }

    private let options: ConnectionOptions
    private let sink: (Arrival) -> Void
    private let loop: EventLoop
    private let wakeup: Wakeup
    private let desk: FeedbackDesk
    private var wakeSource: EventSource?
    private var retry: EventSource?
    private var deadline: EventSource?
    private var client: VarlinkClient?
    private var watch: SocketWatch?
    private var backoff: Backoff
    private var tracker = PressTracker()
    private var state = ConnectionState.connecting

    /// - Parameter sink: called from ``turn()``.
    init(_ options: ConnectionOptions, sink: @escaping (Arrival) -> Void) throws(ConnectionFailure) {
        self.options = options
        self.sink = sink
        backoff = Backoff(seed: options.seed)
        do throws(Errno) {
            loop = try EventLoop()
            wakeup = try Wakeup()
            desk = FeedbackDesk(loop, path: options.socketPath)
            wakeSource = try loop.watch(wakeup.fileDescriptor, for: .readable) { [unowned self] _ in woken() }
            retry = try loop.timer { [unowned self] in connect() }
            deadline = try loop.timer { [unowned self] in
                lost(.timeout(method: Wire.Method.subscribe, usec: options.patienceUsec))
            }
        } catch {
            throw ConnectionFailure(description: "making the event loop of a connection: \(error)")
        }
        // The first turn connects.
        wakeup.wake()
    }

    /// Readable when ``turn()`` has something to do; the same for life.
    var fileDescriptor: Int32 { loop.fileDescriptor }

    /// Does what there is to do, and returns without waiting.
    func turn() {
        // A loop that fails (EMFILE, a process that forked) says so again next time; there is nobody to tell.
        while (try? loop.runOnce(timeoutUsec: 0)) == true {}
    }

    func play(_ pattern: FeedbackPattern, on device: String, _ completion: @escaping FeedbackDesk.Completion) {
        // It is told in a turn, so that there has to be one.
        wakeup.wake()
        guard state != .closed else {
            return sink(.feedback(completion, .failure(.failed("the connection is closed"))))
        }
        desk.ask(pattern, on: device) { [unowned self] in sink(.feedback(completion, $0)) }
    }

    /// Ends it for good: presses on their way end, and there is nothing to do any more.
    func close() {
        guard state != .closed else { return }
        drop()
        retry?.disarm()
        desk.failAll("the connection is closed")
        enter(.closed)
    }

    // MARK: Turns

    private func woken() {
        wakeup.clear()
        if client == nil, state == .connecting { connect() }
        desk.turn()
    }

    private func connect() {
        retry?.disarm()
        if case .denied = state {} else { enter(.connecting) }
        do {
            let client = try VarlinkClient(path: options.socketPath)
            try client.stream(
                Wire.Method.subscribe,
                Wire.Subscribe(
                    devices: options.devices, phases: options.phases.map(wirePhases), maxRateHz: options.maxRateHz))
            do {
                try client.attach(to: loop) { [unowned self] in hear($0) }
            } catch {
                throw VarlinkClientError.transport(SystemError("watching a socket", error))
            }
            self.client = client
            deadline?.arm(atUsec: Clock.monotonicUsec + options.patienceUsec)
        } catch let error as VarlinkClientError {
            lost(error)
        } catch {
            lost(.violation("\(error)"))
        }
    }

    private func hear(_ result: Result<ReplyMessage, VarlinkClientError>) {
        switch result {
        case .failure(let error): lost(error)
        case .success(let reply):
            // One that makes no sense is passed over: the next may, and a connection made anew would bring it again.
            if let notice = try? reply.decode(Notice.self) { take(notice) }
            if !reply.continues { lost(.streamEnded(method: Wire.Method.subscribe)) }
        }
    }

    /// Whether it hears how each press ends: else none can be said to be on its way.
    private var tellsEnds: Bool { options.phases?.isSuperset(of: [.ended, .cancelled]) ?? true }

    private func take(_ notice: Notice) {
        if notice.ready == true {
            deadline?.disarm()
            watch = nil
            backoff.reset()
            enter(.connected)
            tell(.ready((notice.devices ?? []).map(\.pad)))
        }
        if let lost = notice.lost, lost > 0 { tell(.lost(lost)) }
        if let press = notice.press?.event {
            if tellsEnds { tracker.take(press) }
            tell(.press(press))
        }
        if let added = notice.added { tell(.added(added.pad)) }
        if let removed = notice.removed {
            // The service ends them before, as it should; a preview shall not stand for want of it.
            for end in tracker.end(.gone, of: removed) { tell(.press(end)) }
            tell(.removed(removed))
        }
    }

    // MARK: Failure

    private func drop() {
        client?.detach()
        client = nil
        watch = nil
        deadline?.disarm()
        for end in tracker.end(.disconnected) { tell(.press(end)) }
    }

    private func lost(_ error: VarlinkClientError) {
        drop()
        if let reason = Refusal.reason(error) {
            if case .denied = state {} else { enter(.denied(reason: reason)) }
            return retry(at: Clock.monotonicUsec + backoff.waitAfterRefusalUsec())
        }
        let next = Clock.monotonicUsec + backoff.waitUsec()
        // Before the attempt is over, for the socket may appear right now.
        watch = SocketWatch(loop, path: options.socketPath) { [unowned self] in
            backoff.reset()
            retry(at: Clock.monotonicUsec)
        }
        enter(.waiting(untilUsec: next, reason: Refusal.words(error)))
        retry(at: next)
    }

    private func retry(at usec: UInt64) {
        retry?.arm(atUsec: usec)
    }

    private func enter(_ new: ConnectionState) {
        guard new != state else { return }
        state = new
        tell(.state(new))
    }

    private func tell(_ event: ConnectionEvent) {
        sink(.event(event))
    }

    /// The same phases, in the wire's words and an order of their own.
    private func wirePhases(_ phases: Set<PressPhase>) -> [Wire.Phase] {
        Wire.Phase.allCases.filter { wire in phases.contains { $0.rawValue == wire.rawValue } }
    }
}
