import CSystemd
import Glibc
import Linux

/// A libsystemd event loop, for one thread. The corresponding C type is `sd_event`.
///
/// Handlers run on the thread that calls ``run()``. A source returned by `watch`, `timer`, `onSignal` or `whenIdle`
/// lives as long as somebody holds it; letting go of it removes it from the loop.
public final class EventLoop {
    let event: OpaquePointer

    /// - Throws: what `sd_event_new` answers: `ENOMEM`, `EMFILE`.
    public init() throws(Errno) {
        var event: OpaquePointer?
        try checked(sd_event_new(&event))
        self.event = event!
    }

    deinit {
        sd_event_unref(event)
    }

    /// Runs until ``exit(_:)`` was called.
    ///
    /// - Returns: the status given to ``exit(_:)``.
    public func run() throws(Errno) -> Int32 {
        try checked(sd_event_loop(event))
    }

    /// Waits for one event, `timeoutUsec` at most, and runs its handler. `nil` waits for ever.
    ///
    /// - Returns: false where nothing came in time, or the loop has ended.
    @discardableResult
    public func runOnce(timeoutUsec: UInt64?) throws(Errno) -> Bool {
        try checked(sd_event_run(event, timeoutUsec ?? UInt64.max)) > 0
    }

    /// Readable when ``runOnce(timeoutUsec:)`` has something to do, for the time from one call of it that returned false to
    /// the next: so the loop can be a source of another one. Changes made meanwhile from outside of its handlers do not count.
    /// The corresponding C function is `sd_event_get_fd`.
    public var fileDescriptor: Int32 {
        let descriptor = sd_event_get_fd(event)
        precondition(descriptor >= 0, "sd_event_get_fd: \(Errno(-descriptor))")
        return descriptor
    }

    /// Makes ``run()`` return with `status` once the present handler is done.
    public func exit(_ status: Int32) {
        sd_event_exit(event, status)
    }

    /// Answers the service manager's watchdog from the loop, where `WatchdogSec=` asks for it.
    ///
    /// - Returns: whether there is a watchdog.
    @discardableResult
    public func enableWatchdog() throws(Errno) -> Bool {
        try checked(sd_event_set_watchdog(event, 1)) > 0
    }

    /// Calls `handler` whenever `fd` is ready for what `interest` names. The descriptor stays the caller's.
    public func watch(
        _ fd: Int32, for interest: Interest, priority: Int64 = 0, _ handler: @escaping (Interest) -> Void
    ) throws(Errno) -> EventSource {
        let source = EventSource(handler: .ready(handler))
        var pointer: OpaquePointer?
        try checked(
            sd_event_add_io(
                event, &pointer, fd, interest.rawValue,
                { _, _, revents, userdata in
                    EventSource.from(userdata).fire(Interest(rawValue: revents))
                }, source.userdata))
        try source.adopt(pointer!, priority: priority)
        return source
    }

    /// A timer on CLOCK_MONOTONIC, at rest until ``EventSource/arm(atUsec:)``. It fires once each time it is armed.
    public func timer(priority: Int64 = 0, _ handler: @escaping () -> Void) throws(Errno) -> EventSource {
        let source = EventSource(handler: .plain(handler))
        var pointer: OpaquePointer?
        // Accuracy 1 µs: sd-event's default of 250 ms would merge our deadlines with other timers'.
        try checked(
            sd_event_add_time(
                event, &pointer, CLOCK_MONOTONIC, 0, 1, { _, _, userdata in EventSource.from(userdata).fire() },
                source.userdata))
        try source.adopt(pointer!, priority: priority)
        try checked(sd_event_source_set_enabled(source.pointer, Int32(SD_EVENT_OFF)))
        return source
    }

    /// Takes `signal` out of its usual course (it is blocked for the thread) and calls `handler` for it.
    public func onSignal(_ signal: Int32, _ handler: @escaping () -> Void) throws(Errno) -> EventSource {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, signal)
        let failure = pthread_sigmask(SIG_BLOCK, &set, nil)
        if failure != 0 { throw Errno(failure) }
        let source = EventSource(handler: .plain(handler))
        var pointer: OpaquePointer?
        try checked(
            sd_event_add_signal(
                event, &pointer, signal,
                { _, _, userdata in EventSource.from(userdata).fire() }, source.userdata))
        try source.adopt(pointer!, priority: 0)
        return source
    }

    /// Calls `handler` once, as soon as nothing of a better priority is waiting; ``EventSource/schedule()`` again for more.
    public func deferred(priority: Int64 = 0, _ handler: @escaping () -> Void) throws(Errno) -> EventSource {
        let source = EventSource(handler: .plain(handler))
        var pointer: OpaquePointer?
        try checked(
            sd_event_add_defer(
                event, &pointer, { _, userdata in EventSource.from(userdata).fire() }, source.userdata))
        try source.adopt(pointer!, priority: priority)
        return source
    }
}
