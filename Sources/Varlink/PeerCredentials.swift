import CLinux
import Linux

/// Who is at the other end, as the kernel knows it. The corresponding C type is `struct ucred`.
public struct PeerCredentials: Equatable, Hashable, Sendable {
    /// 0 where the process is of another PID namespace; a number may have been given to another process since.
    public let pid: Int32
    public let uid: UInt32
    public let gid: UInt32

    public init(pid: Int32, uid: UInt32, gid: UInt32) {
        self.pid = pid
        self.uid = uid
        self.gid = gid
    }

    /// Asks for the peer of a connected Unix socket (SO_PEERCRED): as it was when it connected.
    init(of socket: Int32) throws(Errno) {
        var credentials = pp_credentials()
        _ = try retrying { pp_peer_credentials(socket, &credentials) }
        self.init(pid: credentials.pid, uid: credentials.uid, gid: credentials.gid)
    }
}
