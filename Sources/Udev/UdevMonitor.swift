import CUdev
import Glibc
import Linux

/// Says which devices come, change and go. The corresponding C type is `struct udev_monitor`.
public final class UdevMonitor {
    private let monitor: OpaquePointer

    /// Whose word is listened to.
    public enum Group: String, Sendable {
        /// The daemon's, when its rules are done: names, permissions and properties are final.
        case udev
        /// The kernel's own, before the daemon has seen the device.
        case kernel
    }

    /// Listens from now on: what is enumerated afterwards cannot be missed between the two.
    ///
    /// - Throws: `ENOMEM`; what `bind` answers on the netlink socket (`EPERM`, `EAFNOSUPPORT` in a sandbox).
    public init(_ udev: Udev, group: Group = .udev, subsystem: String) throws(Errno) {
        guard let monitor = udev_monitor_new_from_netlink(udev.context, group.rawValue) else {
            throw Errno.current.rawValue == 0 ? Errno(ENOMEM) : Errno.current
        }
        self.monitor = monitor
        try checked(udev_monitor_filter_add_match_subsystem_devtype(monitor, subsystem, nil))
        try checked(udev_monitor_enable_receiving(monitor))
    }

    deinit {
        udev_monitor_unref(monitor)
    }

    /// The socket, for watching; readable where ``receive()`` has something.
    public var fd: Int32 { udev_monitor_get_fd(monitor) }

    /// The next device with its ``UdevDevice/action``; `nil` where nothing is waiting. Never waits.
    public func receive() -> UdevDevice? {
        udev_monitor_receive_device(monitor).map { UdevDevice(owning: $0) }
    }
}
