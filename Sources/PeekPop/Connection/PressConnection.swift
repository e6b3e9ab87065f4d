import Glibc
import Linux

/// A connection to the PeekPop service, for one thread, in any main loop.
///
/// Watch ``fileDescriptor``, and call ``dispatch()`` when it is readable: what has come is then told to the callbacks and
/// listeners. It connects by itself, and again whenever the service has gone. For code without a main loop there are
/// ``run()``, and ``PressEvents`` for `async` code.
///
/// ```swift
/// let connection = try PressConnection()
/// connection.onPress = { print($0.phase, $0.clicks) }
/// try connection.run()
/// ```
public final class PressConnection {
    /// Called with the pads there are, with each connection that comes about.
    public var onReady: (([ForcePad]) -> Void)?
    /// Called when a pad came, or its description changed.
    public var onAdded: ((ForcePad) -> Void)?
    /// Called with the id of a pad that is gone.
    public var onRemoved: ((String) -> Void)?
    /// Called with each step of each press. Every press that began ends: where the connection breaks, with
    /// `cancelled(disconnected)`.
    public var onPress: ((PressEvent) -> Void)?
    /// Called with the number of `changed` events that were left out, because they were not read in time.
    public var onLost: ((Int) -> Void)?
    public var onStateChange: ((ConnectionState) -> Void)?
    public var onCapabilityChange: ((ForceTouchCapability) -> Void)?

    /// As told last.
    public private(set) var state = ConnectionState.connecting
    /// The pads there are, in the service's order; none while it cannot be reached.
    public private(set) var pads: [ForcePad] = []
    public private(set) var capability = ForceTouchCapability.unknown

    private let core: ConnectionCore
    private let steps = Steps()
    private var listeners: [WeakListener] = []

    /// What has come and was not told yet.
    private final class Steps {
        var queue: [Step] = []
    }

    /// One call, after which the app may have done anything, dispatching further included: who has not heard of an event yet
    /// stands before the next one.
    private enum Step {
        case arrival(ConnectionCore.Arrival)
        case press(WeakListener, PressEvent, ForcePad?)
        /// What the event means for the capability.
        case capabilityAfter(ConnectionEvent)
        case capability(WeakListener, ForceTouchCapability)
    }

    private struct WeakListener {
        weak var object: (any PressListener)?
    }

    /// Nothing is connected, and nothing called, before the first ``dispatch()``.
    ///
    /// - Throws: where this process has no descriptors left. A service that is not there is no error: see ``state``.
    public init(_ options: ConnectionOptions = ConnectionOptions()) throws(ConnectionFailure) {
        let steps = steps
        core = try ConnectionCore(options) { steps.queue.append(.arrival($0)) }
    }

    /// Readable when ``dispatch()`` has something to do. It is the same for this object's life, and stays its own.
    public var fileDescriptor: Int32 { core.fileDescriptor }

    /// Tells what has come, and never waits.
    ///
    /// A callback may call it again, by way of a loop within a loop: events stay in their order.
    public func dispatch() {
        core.turn()
        while !steps.queue.isEmpty { take(steps.queue.removeFirst()) }
    }

    /// Dispatches until ``close()`` is called from a callback: for programs without a main loop.
    ///
    /// - Throws: where the system cannot wait.
    public func run() throws(ConnectionFailure) {
        while state != .closed {
            var waiting = pollfd(fd: fileDescriptor, events: Int16(POLLIN), revents: 0)
            do throws(Errno) {
                _ = try retrying { poll(&waiting, 1, -1) }
            } catch {
                throw ConnectionFailure(description: "waiting for presses: \(error)")
            }
            dispatch()
        }
    }

    /// Ends it for good: presses on their way end with `cancelled(disconnected)`, and the state becomes `closed`, before this
    /// returns.
    public func close() {
        core.close()
        dispatch()
    }

    /// Adds one who hears of presses. It is held weakly.
    public func addListener(_ listener: any PressListener) {
        removeListener(listener)
        listeners.append(WeakListener(object: listener))
    }

    public func removeListener(_ listener: any PressListener) {
        listeners.removeAll { $0.object == nil || $0.object === listener }
    }

    /// Asks for a pattern on a pad's motor: where the app wants its own timing.
    ///
    /// - Parameters:
    ///   - pattern: what to play.
    ///   - device: a ``ForcePad/id``.
    ///   - completion: called from ``dispatch()``, once, when the motor has been given it, or with why it was not.
    public func playFeedback(
        _ pattern: FeedbackPattern, on device: String,
        completion: @escaping (Result<Void, FeedbackError>) -> Void = { _ in }
    ) {
        core.play(pattern, on: device, completion)
    }

    // MARK: Telling

    private func take(_ step: Step) {
        switch step {
        case .arrival(.feedback(let completion, let result)): completion(result)
        case .arrival(.event(.press(let press))):
            let pad = pads.first { $0.id == press.device }
            next(listeners.map { .press($0, press, pad) })
            onPress?(press)
        case .arrival(.event(let event)):
            next([.capabilityAfter(event)])
            deliver(event)
        case .press(let listener, let press, let pad): listener.object?.pressDidChange(press, on: pad)
        case .capabilityAfter(let event): tellCapability(after: event)
        case .capability(let listener, let capability): listener.object?.capabilityDidChange(capability)
        }
    }

    /// To be done before all that waits.
    private func next(_ first: [Step]) {
        steps.queue.insert(contentsOf: first, at: 0)
    }

    private func deliver(_ event: ConnectionEvent) {
        switch event {
        case .state(let new):
            state = new
            if new != .connected, new != .connecting { pads = [] }
            onStateChange?(new)
        case .ready(let all):
            pads = all
            onReady?(all)
        case .added(let pad):
            if let index = pads.firstIndex(where: { $0.id == pad.id }) { pads[index] = pad } else { pads.append(pad) }
            onAdded?(pad)
        case .removed(let id):
            pads.removeAll { $0.id == id }
            onRemoved?(id)
        case .lost(let count): onLost?(count)
        case .press: break
        }
    }

    private func tellCapability(after event: ConnectionEvent) {
        let new: ForceTouchCapability
        switch event {
        // The pads come next.
        case .state(.connected), .state(.connecting): return
        case .state: new = .unavailable
        case .lost, .press: return
        case .ready, .added, .removed:
            new = pads.contains { $0.hasGestures && $0.problem == nil } ? .available : .unavailable
        }
        guard new != capability else { return }
        capability = new
        next(listeners.map { .capability($0, new) })
        onCapabilityChange?(new)
    }
}
