import CSystemd
import Glibc
import Linux

/// What a service tells the service manager that started it. The corresponding C function is `sd_notify`.
///
/// Each call returns false, and nothing happens, where nobody asked to be told (`NOTIFY_SOCKET` is not set).
public enum ServiceManager {
    /// The service is up, or done reloading.
    ///
    /// - Parameter status: one line for people, shown by `systemctl status`.
    @discardableResult
    public static func ready(status: String? = nil) throws(Errno) -> Bool {
        try notify("READY=1", status)
    }

    /// The service has begun to reload; ``ready(status:)`` ends that. `Type=notify-reload` wants the time with it.
    @discardableResult
    public static func reloading(status: String? = nil) throws(Errno) -> Bool {
        try notify("RELOADING=1\nMONOTONIC_USEC=\(Clock.monotonicUsec)", status)
    }

    /// The service has begun to end.
    @discardableResult
    public static func stopping(status: String? = nil) throws(Errno) -> Bool {
        try notify("STOPPING=1", status)
    }

    /// One line for people, shown by `systemctl status`.
    @discardableResult
    public static func status(_ text: String) throws(Errno) -> Bool {
        try notify("", text)
    }

    /// - Throws: what `sendmsg` answers on the socket named by `NOTIFY_SOCKET`.
    private static func notify(_ state: String, _ status: String?) throws(Errno) -> Bool {
        var message = state
        if let status {
            if !message.isEmpty { message += "\n" }
            // A line break would begin a variable of its own.
            message += "STATUS=" + String(String.UnicodeScalarView(status.unicodeScalars.map { $0 == "\n" ? " " : $0 }))
        }
        return try checked(sd_notify(0, message)) > 0
    }
}
