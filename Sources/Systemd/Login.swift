import CSystemd
import Glibc
import Linux

/// How a user is there on a seat.
public enum SeatPresence: String, Sendable {
    /// Has the session that is in the foreground there.
    case active
    /// Has a session there, in the background.
    case online
    case absent
}

/// Who is logged in where. The corresponding C interface is `sd-login`.
public enum Login {
    /// The user whose session is in the foreground on a seat; `nil` where nobody's is, or there is no such seat or no
    /// login manager.
    ///
    /// - Throws: other errors than those, as `EIO` or `EINVAL` for what is no seat name.
    public static func activeUser(onSeat seat: String) throws(Errno) -> uid_t? {
        var uid: uid_t = 0
        return try known(sd_seat_get_active(seat, nil, &uid)) == nil ? nil : uid
    }

    /// How a user is there on a seat; ``SeatPresence/absent`` where there is no such seat or no login manager.
    public static func presence(of uid: uid_t, onSeat seat: String) throws(Errno) -> SeatPresence {
        if let isActive = try known(sd_uid_is_on_seat(uid, 1, seat)), isActive > 0 { return .active }
        if let isOnline = try known(sd_uid_is_on_seat(uid, 0, seat)), isOnline > 0 { return .online }
        return .absent
    }

    /// Answers that mean "nobody" rather than "it did not work".
    private static func known(_ result: Int32) throws(Errno) -> Int32? {
        switch -result {
        case ENXIO, ENODATA, ENOENT: nil
        default: try checked(result)
        }
    }
}

/// Says when sessions or seats changed. The corresponding C type is `sd_login_monitor`.
public final class LoginMonitor {
    private let monitor: OpaquePointer
    private var source: EventSource?

    /// - Parameter handler: called on the loop's thread after a change; what changed has to be asked anew.
    /// - Throws: `ENOENT` where there is no login manager; `EMFILE`, `ENOSPC` where inotify's limits are reached.
    public init(_ loop: EventLoop, _ handler: @escaping () -> Void) throws(Errno) {
        var monitor: OpaquePointer?
        try checked(sd_login_monitor_new(nil, &monitor))
        self.monitor = monitor!
        let fd = try checked(sd_login_monitor_get_fd(self.monitor))
        source = try loop.watch(fd, for: .readable) { [unowned self] _ in
            // One flush for any number of changes, before asking: what changes afterwards wakes us again.
            sd_login_monitor_flush(self.monitor)
            handler()
        }
    }

    deinit {
        source?.cancel()
        sd_login_monitor_unref(monitor)
    }
}
