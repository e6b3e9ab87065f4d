import Glibc
import Linux
import Systemd

/// Who may know how the pads are pressed: root, the daemon's own user, the group's members, and whoever sits at the
/// pad: the user of the active session on its seat.
struct AccessPolicy {
    /// Ids of the group named in the configuration; `nil` where there is no such group.
    private let group: gid_t?
    private let ownUser = geteuid()

    init(group name: String, _ reporter: Reporter) {
        group = getgrnam(name).map { $0.pointee.gr_gid }
        if group == nil { reporter.info("there is no group \(name): nobody is allowed by membership") }
    }

    /// Whether a user may see every pad, wherever it is.
    func isTrusted(_ user: uid_t, group primary: gid_t) -> Bool {
        if user == 0 || user == ownUser { return true }
        guard let group else { return false }
        return primary == group || AccessPolicy.groups(of: user, primary).contains(group)
    }

    /// Whether a user sits at a seat now.
    func isActive(_ user: uid_t, onSeat seat: String, _ reporter: Reporter) -> Bool {
        do throws(Errno) {
            return try Login.presence(of: user, onSeat: seat) == .active
        } catch {
            reporter.warning("asking who is at \(seat): \(error); nobody is allowed for sitting there")
            return false
        }
    }

    private static func groups(of user: uid_t, _ primary: gid_t) -> [gid_t] {
        guard let name = getpwuid(user)?.pointee.pw_name else { return [] }
        var count: Int32 = 64
        while count <= 65_536 {
            var groups = [gid_t](repeating: 0, count: Int(count))
            if getgrouplist(name, primary, &groups, &count) >= 0 { return Array(groups[..<Int(count)]) }
            // On -1 `count` is how many there are.
            count = max(count, Int32(groups.count) * 2)
        }
        return []
    }
}
