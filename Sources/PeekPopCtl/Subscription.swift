import CommandLineTable
import FoundationEssentials
import Glibc
import Linux
import PeekPopWire
import Systemd
import Varlink

/// A command that runs until something ends it: an event loop, a subscription, and the ways to end.
///
/// Ctrl-C, SIGTERM, the terminal going away and nobody reading standard output end it quietly.
final class Subscription {
    let loop: EventLoop
    let service: Service
    private let isReconnecting: Bool
    private let note: (String) -> Void
    private var client: VarlinkClient?
    private var sources: [EventSource] = []
    private var retry: EventSource?
    /// Until the first reply of each connection.
    private var deadline: EventSource?
    private var isLost = false
    /// Whether a reply has come, on any connection.
    private var isAnswered = false
    private var isOver = false
    private var failure: (any Error)?

    /// Between two attempts to connect.
    static let retryUsec: UInt64 = 1_000_000

    init(_ context: Context, reconnecting: Bool) throws {
        loop = try EventLoop()
        service = Service(context)
        isReconnecting = reconnecting
        note = context.note
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            sources.append(try loop.onSignal(signal) { [unowned self] in end() })
        }
        // A pipe whose reader has left tells so at once. Files cannot be watched, and need not be.
        if let closed = try? loop.watch(STDOUT_FILENO, for: [], { [unowned self] _ in end() }) {
            sources.append(closed)
        }
    }

    /// Ends after so many seconds: with `handler`, or quietly; a daemon that was silent all the time is a failure.
    func end(after seconds: Double?, _ handler: (() throws -> Void)? = nil) throws {
        guard let seconds else { return }
        let timer = try loop.timer { [unowned self] in
            attempt {
                guard isAnswered else {
                    throw service.explained(
                        .timeout(method: Wire.Method.subscribe, usec: UInt64(seconds * 1e6)))
                }
                try handler?()
            }
            end()
        }
        timer.arm(atUsec: Clock.monotonicUsec + UInt64(seconds * 1e6))
        sources.append(timer)
    }

    /// Keeps a source as long as this.
    func hold(_ source: EventSource) { sources.append(source) }

    /// Ends it here: what has come and was not handled yet does not count any more.
    func end() {
        isOver = true
        client?.detach()
        loop.exit(0)
    }

    /// Ends with a failure.
    func fail(_ error: any Error) {
        guard !isOver else { return }
        failure = error
        end()
    }

    /// Runs `body`, whose failure ends the whole.
    func attempt(_ body: () throws -> Void) {
        guard !isOver else { return }
        do { try body() } catch { fail(error) }
    }

    /// Subscribes and calls `handler` for each reply, until the end.
    func run(
        _ parameters: Wire.Subscribe, _ handler: @escaping (_ bytes: Data, _ notice: Wire.Notice) throws -> Void
    ) throws {
        retry = try loop.timer { [unowned self] in connect(parameters, handler) }
        deadline = try loop.timer { [unowned self] in
            lost(service.explained(.timeout(method: Wire.Method.subscribe, usec: Service.patienceUsec)))
        }
        connect(parameters, handler)
        if !isOver { _ = try loop.run() }
        if let failure { throw failure }
    }

    private func connect(
        _ parameters: Wire.Subscribe, _ handler: @escaping (_ bytes: Data, _ notice: Wire.Notice) throws -> Void
    ) {
        do {
            let client = try service.connect()
            do {
                try client.stream(Wire.Method.subscribe, parameters)
            } catch {
                throw service.explained(error)
            }
            try client.attach(to: loop) { [unowned self] result in
                switch result {
                case .success(let reply):
                    if isLost { note("connected again") }
                    isLost = false
                    isAnswered = true
                    deadline?.disarm()
                    attempt { try handler(reply.parameters, service.decode(reply, Wire.Notice.self)) }
                    if !reply.continues { lost(service.explained(.streamEnded(method: Wire.Method.subscribe))) }
                case .failure(let error):
                    // A refusal stays one, however often it is asked for.
                    if case .server = error { return fail(service.explained(error)) }
                    lost(service.explained(error))
                }
            }
            self.client = client
            deadline?.arm(atUsec: Clock.monotonicUsec + Service.patienceUsec)
        } catch {
            lost(error)
        }
    }

    private func lost(_ error: any Error) {
        client?.detach()
        client = nil
        deadline?.disarm()
        guard isReconnecting else { return fail(error) }
        if !isLost { note("\(error); waiting for it to come back") }
        isLost = true
        retry?.arm(atUsec: Clock.monotonicUsec + Subscription.retryUsec)
    }
}
