import Glibc

/// Sockets with a path. The corresponding C functions are `socket` and `connect`.
public enum UnixSocket {
    public enum Kind: Sendable {
        /// Bytes, as they come.
        case stream
        /// Whole messages, with a connection (`SOCK_SEQPACKET`).
        case messages
    }

    /// Connects to the socket at `path`, without waiting: it closes on exec and never blocks.
    ///
    /// - Throws: `ENOENT` where there is no such file, `ECONNREFUSED` where nobody listens, `EAGAIN` where as many wait as
    ///   may, `EACCES`, `EPROTOTYPE` where it is of the other kind, `ENAMETOOLONG` for a path of more than 107 bytes.
    public static func connect(to path: String, _ kind: Kind = .stream) throws(Errno) -> FileDescriptor {
        let type =
            Int32((kind == .stream ? SOCK_STREAM : SOCK_SEQPACKET).rawValue) | Int32(SOCK_CLOEXEC.rawValue)
            | Int32(SOCK_NONBLOCK.rawValue)
        let socket = FileDescriptor(owning: try retrying { Glibc.socket(AF_UNIX, type, 0) })
        var address = try address(of: path)
        _ = try retrying {
            withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    Glibc.connect(socket.rawValue, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
        }
        return socket
    }

    /// Listens at `path`; a file that is there already is in the way (`EADDRINUSE`).
    public static func listen(at path: String, _ kind: Kind = .stream) throws(Errno) -> FileDescriptor {
        let type =
            Int32((kind == .stream ? SOCK_STREAM : SOCK_SEQPACKET).rawValue) | Int32(SOCK_CLOEXEC.rawValue)
            | Int32(SOCK_NONBLOCK.rawValue)
        let socket = FileDescriptor(owning: try retrying { Glibc.socket(AF_UNIX, type, 0) })
        var address = try address(of: path)
        _ = try retrying {
            withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(socket.rawValue, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
        }
        _ = try retrying { Glibc.listen(socket.rawValue, SOMAXCONN) }
        return socket
    }

    private static func address(of path: String) throws(Errno) -> sockaddr_un {
        let bytes = Array(path.utf8)
        var address = sockaddr_un()
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { throw Errno(ENAMETOOLONG) }
        // An empty path would mean an abstract address, and a NUL would cut the path short.
        guard !bytes.isEmpty, !bytes.contains(0) else { throw Errno(ENOENT) }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        return address
    }
}
