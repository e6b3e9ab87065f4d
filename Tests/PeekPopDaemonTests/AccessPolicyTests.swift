import Glibc
import Systemd
import Testing
import Varlink

@testable import PeekPopDaemon

@Suite struct AccessPolicyTests {
    private let reporter = Reporter(Log(threshold: .error))
    /// A user nobody has.
    private let stranger: UInt32 = 4_000_000_000

    private func trusts(
        _ group: String, uid: UInt32, gid: UInt32 = 4_000_000_000, groups: [UInt32] = []
    ) -> Bool {
        let peer = PeerCredentials(pid: 1, uid: uid, gid: gid, groups: groups)
        return AccessPolicy(group: group, reporter).isTrusted(peer)
    }

    @Test func rootAndTheDaemonsOwnUser() {
        #expect(trusts("no-such-group", uid: 0))
        #expect(trusts("no-such-group", uid: geteuid()))
        #expect(!trusts("no-such-group", uid: stranger))
    }

    /// Where a group is what counts, it is the process's, primary or not.
    @Test func processesInTheGroup() throws {
        let tty = try #require(getgrnam("tty")).pointee.gr_gid
        #expect(trusts("tty", uid: stranger, gid: tty))
        #expect(trusts("tty", uid: stranger, groups: [4_000_000_001, tty]))
        #expect(!trusts("tty", uid: stranger, groups: [tty + 1]))
        #expect(!trusts("no-such-group", uid: stranger, gid: tty, groups: [tty]))
    }
}
