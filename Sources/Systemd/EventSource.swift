import CSystemd
import Glibc
import Linux

/// What a descriptor can be ready for. The corresponding C constants are `EPOLLIN` and so on.
public struct Interest: OptionSet, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    public static let readable = Interest(rawValue: EPOLLIN.rawValue)
    public static let writable = Interest(rawValue: EPOLLOUT.rawValue)
    /// Something out of the usual: of a file of the kernel's, that it would read otherwise now.
    public static let urgent = Interest(rawValue: EPOLLPRI.rawValue)
    /// The peer has closed its sending side.
    public static let peerClosed = Interest(rawValue: EPOLLRDHUP.rawValue)
    /// Both sides are closed, or the device is gone. Reported whether asked for or not.
    public static let hungUp = Interest(rawValue: EPOLLHUP.rawValue)
    /// Reported whether asked for or not.
    public static let failed = Interest(rawValue: EPOLLERR.rawValue)
}

/// One source of an ``EventLoop``. Letting go of it removes it. The corresponding C type is `sd_event_source`.
public final class EventSource {
    enum Handler {
        case ready((Interest) -> Void)
        case plain(() -> Void)
    }

    private let handler: Handler
    private(set) var pointer: OpaquePointer!

    init(handler: Handler) {
        self.handler = handler
    }

    deinit {
        cancel()
    }

    /// Removes it from the loop at once; its handler is not called again.
    public func cancel() {
        guard let pointer else { return }
        sd_event_source_disable_unref(pointer)
        self.pointer = nil
    }

    /// Sets a timer to fire at `usec` of CLOCK_MONOTONIC, once; a time in the past fires at the next turn of the loop.
    public func arm(atUsec usec: UInt64) {
        guard let pointer else { return }
        trap(sd_event_source_set_time(pointer, usec))
        trap(sd_event_source_set_enabled(pointer, Int32(SD_EVENT_ONESHOT)))
    }

    /// Puts a timer to rest.
    public func disarm() {
        setEnabled(false)
    }

    /// Lets a deferred source run once more.
    public func schedule() {
        guard let pointer else { return }
        trap(sd_event_source_set_enabled(pointer, Int32(SD_EVENT_ONESHOT)))
    }

    /// Stops and resumes the calls for a watched descriptor or signal.
    public func setEnabled(_ enabled: Bool) {
        guard let pointer else { return }
        trap(sd_event_source_set_enabled(pointer, Int32(enabled ? SD_EVENT_ON : SD_EVENT_OFF)))
    }

    /// What a watched descriptor is watched for.
    public var interest: Interest {
        get {
            guard let pointer else { return [] }
            var events: UInt32 = 0
            trap(sd_event_source_get_io_events(pointer, &events))
            return Interest(rawValue: events)
        }
        set {
            guard let pointer else { return }
            trap(sd_event_source_set_io_events(pointer, newValue.rawValue))
        }
    }

    var userdata: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    static func from(_ userdata: UnsafeMutableRawPointer?) -> EventSource {
        Unmanaged<EventSource>.fromOpaque(userdata!).takeUnretainedValue()
    }

    func adopt(_ pointer: OpaquePointer, priority: Int64) throws(Errno) {
        self.pointer = pointer
        if priority != 0 { try checked(sd_event_source_set_priority(pointer, priority)) }
    }

    func fire(_ interest: Interest) -> Int32 {
        // The handler may let go of this source: `handler` is copied out before it is called.
        if case .ready(let call) = handler { call(interest) }
        return 0
    }

    func fire() -> Int32 {
        if case .plain(let call) = handler { call() }
        return 0
    }

    /// These calls fail only where the source is of another kind or the loop belongs to another process: our mistake.
    private func trap(_ result: Int32) {
        precondition(result >= 0, "sd_event: \(Errno(-result))")
    }
}
