import CSystemd
import Glibc
import Linux

/// A socket that the service manager opened for us. The corresponding C function is `sd_listen_fds_with_names`.
public struct ListeningSocket {
    public let descriptor: FileDescriptor
    /// `FileDescriptorName=` of the socket unit; `unknown` where it says none.
    public let name: String

    /// Takes what the service manager passed, and the variables that told of it out of the environment, so that no
    /// child believes that they are meant for it.
    ///
    /// - Returns: none where the service was not started by a socket, or they were taken before.
    /// - Throws: `EINVAL` where the variables make no sense.
    public static func takeAll() throws(Errno) -> [ListeningSocket] {
        var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        let count = try checked(sd_listen_fds_with_names(1, &names))
        defer { free(names) }
        // libsystemd set FD_CLOEXEC on each; SD_LISTEN_FDS_START.
        let first: Int32 = 3
        return (0..<count).map { index in
            let name = names?[Int(index)]
            defer { free(name) }
            return ListeningSocket(
                descriptor: FileDescriptor(owning: first + index), name: name.map { String(cString: $0) } ?? "unknown")
        }
    }
}
