import Glibc
import Linux

/// Addresses of Unix sockets. The corresponding C type is `sockaddr_un`.
enum SocketAddress {
    /// The longest path a Unix socket can have, in bytes.
    static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    /// Calls `body` with the address of `path`.
    ///
    /// - Throws: `ENAMETOOLONG` for a path longer than ``longestPath``, `ENOENT` for an empty one, and what `body` throws.
    static func with<R>(
        path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) throws(Errno) -> R
    ) throws(Errno) -> R {
        let bytes = Array(path.utf8)
        guard bytes.count <= longestPath else { throw Errno(ENAMETOOLONG) }
        // An empty path would mean an abstract address, and a NUL would cut the path short.
        guard !bytes.isEmpty, !bytes.contains(0) else { throw Errno(ENOENT) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address -> Result<R, Errno> in
                do throws(Errno) {
                    return .success(try body(address, socklen_t(MemoryLayout<sockaddr_un>.size)))
                } catch {
                    return .failure(error)
                }
            }
        }
        return try result.get()
    }

    /// A stream socket that closes on exec.
    ///
    /// - Parameter flags: `O_NONBLOCK`, or nothing.
    static func makeSocket(_ flags: Int32 = O_NONBLOCK) throws(Errno) -> FileDescriptor {
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | flags
        return FileDescriptor(owning: try retrying { socket(AF_UNIX, type, 0) })
    }

    /// Connects to `path`; the socket does not block afterwards.
    ///
    /// - Parameter patienceUsec: how long to wait where more want to connect than the listener keeps waiting.
    /// - Throws: `EAGAIN` where that is not enough.
    static func connect(to path: String, patienceUsec: UInt64 = 0) throws(Errno) -> FileDescriptor {
        let waits = patienceUsec > 0
        let socket = try makeSocket(waits ? 0 : O_NONBLOCK)
        if waits {
            // The kernel bounds the wait by the time for sending.
            var time = timeval(
                tv_sec: Int(patienceUsec / 1_000_000), tv_usec: suseconds_t(patienceUsec % 1_000_000))
            let length = socklen_t(MemoryLayout<timeval>.size)
            _ = try retrying { setsockopt(socket.rawValue, SOL_SOCKET, SO_SNDTIMEO, &time, length) }
        }
        try with(path: path) { (address, length) throws(Errno) in
            _ = try retrying { Glibc.connect(socket.rawValue, address, length) }
        }
        if waits { _ = try retrying { fcntl(socket.rawValue, F_SETFL, O_NONBLOCK) } }
        return socket
    }
}
