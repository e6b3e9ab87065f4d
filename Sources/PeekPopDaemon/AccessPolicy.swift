import Glibc
import Linux
import Systemd
import Varlink

/// Who may know how the pads are pressed: root, the daemon's own user, processes in the group, and whoever sits at the
/// pad: the user of the active session on its seat.
///
/// A process is in the groups it had when it connected, as the kernel knows them, and not in those that the group
/// database lists for its user by now: the rule of file permissions. So nothing is looked up for a peer, which a
/// database in a network could make the whole daemon wait for.
struct AccessPolicy {
    /// Id of the group named in the configuration; `nil` where there is no such group.
    private let group: gid_t?
    private let ownUser = geteuid()

    init(group name: String, _ reporter: Reporter) {
        // Asked of whatever nsswitch.conf names, so that a group kept elsewhere than in /etc/group is found as well.
        group = getgrnam(name).map { $0.pointee.gr_gid }
        if group == nil { reporter.info("there is no group \(name): nobody is allowed by membership") }
    }

    /// Whether a peer may see every pad, wherever it is.
    func isTrusted(_ peer: PeerCredentials) -> Bool {
        if peer.uid == 0 || peer.uid == ownUser { return true }
        return group.map(peer.isMember) ?? false
    }

    /// Whether a user sits at a seat now.
    func isActive(_ user: uid_t, onSeat seat: String, _ reporter: Reporter) -> Bool {
        do throws(Errno) {
            return try Login.presence(of: user, onSeat: seat) == .active
        } catch {
            // At each call of whoever is not in the group.
            reporter.provoked("seat", "asking who is at \(seat): \(error); nobody is allowed for sitting there")
            return false
        }
    }
}
