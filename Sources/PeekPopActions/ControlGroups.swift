import Glibc
import Linux

/// Where cgroups for programs are made: below the one that the service itself is in, if that was given to it.
///
/// A service manager leaves to a service what is below the service's cgroup only where the unit says `Delegate=`. A user's
/// manager does not mark such a cgroup, so our unit says so in the environment too. Nothing is made in any other, even where
/// the kernel would let us: it is somebody else's.
final class ControlGroups {
    /// The variable by which the unit says that the cgroup is the service's own.
    static let variable = "PEEKPOP_DELEGATED"
    private static let root = "/sys/fs/cgroup"
    private static let prefix = "action-"

    private let path: String
    private var count = 0

    /// - Returns: `nil` where there is none that was given to this process, or the kernel cannot end one as a whole (before
    ///   Linux 5.14).
    init?(_ environment: (String) -> String?) {
        guard environment(ControlGroups.variable)?.isEmpty == false,
            let lines = try? WholeFile.read("/proc/self/cgroup", limit: 1 << 16),
            let own = String(decoding: lines, as: UTF8.self).split(separator: "\n").first(where: {
                $0.hasPrefix("0::/")
            })
        else { return nil }
        path = ControlGroups.root + own.dropFirst("0::".count)
        guard access("\(path)/cgroup.procs", W_OK) == 0, access("\(path)/cgroup.kill", W_OK) == 0 else { return nil }
    }

    /// Makes one. It is taken away when its owner lets go of it.
    func make() throws(Errno) -> ControlGroup {
        while true {
            count += 1
            do throws(Errno) {
                return try ControlGroup("\(path)/\(ControlGroups.prefix)\(count)")
            } catch {
                // Of a service that was here before, and whose program is still ending.
                if error.rawValue != EEXIST { throw error }
            }
        }
    }

    /// Ends what a service that crashed has left here.
    func endLeftOver() {
        for name in (try? Folder.names(in: path)) ?? [] where name.hasPrefix(ControlGroups.prefix) {
            ControlGroup.kill("\(path)/\(name)")
            ControlGroup.remove("\(path)/\(name)")
        }
    }
}
