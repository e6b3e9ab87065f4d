import Glibc

/// Sockets with a path. The corresponding C functions are `socket`, `connect` and `listen`.
public enum UnixSocket {
    public enum Kind: Sendable {
        /// Bytes, as they come.
        case stream
        /// Whole messages, with a connection (`SOCK_SEQPACKET`).
        case messages
    }

    /// The longest path a Unix socket can have, in bytes.
    public static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    /// Calls `body` with the address of `path`. The corresponding C type is `sockaddr_un`.
    ///
    /// - Throws: `ENAMETOOLONG` for a path longer than ``longestPath``, `ENOENT` for an empty one, and what `body` throws.
    public static func withAddress<R>(
        of path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) throws(Errno) -> R
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

    /// A socket that closes on exec.
    ///
    /// - Parameter flags: `O_NONBLOCK`, or nothing.
    public static func make(_ kind: Kind = .stream, flags: Int32 = O_NONBLOCK) throws(Errno) -> FileDescriptor {
        let type =
            Int32((kind == .stream ? SOCK_STREAM : SOCK_SEQPACKET).rawValue) | Int32(SOCK_CLOEXEC.rawValue) | flags
        return FileDescriptor(owning: try retrying { socket(AF_UNIX, type, 0) })
    }

    /// Connects to the socket at `path`, which closes on exec and does not block afterwards.
    ///
    /// - Parameter patienceUsec: how long to wait where more want to connect than the listener keeps waiting.
    /// - Throws: `ENOENT` where there is no such file, `ECONNREFUSED` where nobody listens, `EAGAIN` where the patience is
    ///   not enough, `EACCES`, `EPROTOTYPE` where it is of the other kind, `ENAMETOOLONG`.
    public static func connect(
        to path: String, _ kind: Kind = .stream, patienceUsec: UInt64 = 0
    ) throws(Errno) -> FileDescriptor {
        let waits = patienceUsec > 0
        let socket = try make(kind, flags: waits ? 0 : O_NONBLOCK)
        if waits {
            // The kernel bounds the wait by the time for sending.
            var time = timeval(
                tv_sec: Int(patienceUsec / 1_000_000), tv_usec: suseconds_t(patienceUsec % 1_000_000))
            let length = socklen_t(MemoryLayout<timeval>.size)
            _ = try retrying { setsockopt(socket.rawValue, SOL_SOCKET, SO_SNDTIMEO, &time, length) }
        }
        try withAddress(of: path) { (address, length) throws(Errno) in
            _ = try retrying { Glibc.connect(socket.rawValue, address, length) }
        }
        if waits { _ = try retrying { fcntl(socket.rawValue, F_SETFL, O_NONBLOCK) } }
        return socket
    }

    /// Listens at `path`; a file that is there already is in the way (`EADDRINUSE`).
    public static func listen(at path: String, _ kind: Kind = .stream) throws(Errno) -> FileDescriptor {
        let socket = try make(kind)
        try withAddress(of: path) { (address, length) throws(Errno) in
            _ = try retrying { bind(socket.rawValue, address, length) }
        }
        _ = try retrying { Glibc.listen(socket.rawValue, SOMAXCONN) }
        return socket
    }
}
