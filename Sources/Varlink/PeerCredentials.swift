import CLinux
import Glibc
import Linux

/// Who is at the other end, as the kernel knows it: as it was when it connected. The corresponding C type is
/// `struct ucred`, and what `getgroups` gives.
public struct PeerCredentials: Equatable, Hashable, Sendable {
    /// 0 where the process is of another PID namespace; a number may have been given to another process since.
    public let pid: Int32
    public let uid: UInt32
    public let gid: UInt32
    /// Supplementary groups; `gid` may or may not be among them.
    public let groups: [UInt32]

    public init(pid: Int32, uid: UInt32, gid: UInt32, groups: [UInt32] = []) {
        self.pid = pid
        self.uid = uid
        self.gid = gid
        self.groups = groups
    }

    /// Asks for the peer of a connected Unix socket (SO_PEERCRED, SO_PEERGROUPS).
    init(of socket: Int32) throws(Errno) {
        var credentials = pp_credentials()
        _ = try retrying { pp_peer_credentials(socket, &credentials) }
        self.init(
            pid: credentials.pid, uid: credentials.uid, gid: credentials.gid, groups: try Self.groups(of: socket))
    }

    /// Whether the peer is in a group.
    public func isMember(of group: UInt32) -> Bool { gid == group || groups.contains(group) }

    private static func groups(of socket: Int32) throws(Errno) -> [UInt32] {
        var groups = [UInt32](repeating: 0, count: 32)
        while true {
            let stride = MemoryLayout<UInt32>.stride
            var bytes = socklen_t(groups.count * stride)
            do throws(Errno) {
                _ = try retrying { getsockopt(socket, SOL_SOCKET, SO_PEERGROUPS, &groups, &bytes) }
                return Array(groups.prefix(Int(bytes) / stride))
            } catch  where error.rawValue == ERANGE {
                // The kernel has said how many there are: 65,536 (NGROUPS_MAX) at most.
                groups = [UInt32](repeating: 0, count: Int(bytes) / stride)
            }
        }
    }
}
