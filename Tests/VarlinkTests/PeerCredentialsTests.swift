import Glibc
import Linux
import Testing

@testable import Varlink

@Suite struct PeerCredentialsTests {
    /// This process is its own peer.
    @Test func whatTheKernelSays() throws {
        var ends: [Int32] = [0, 0]
        #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        let sockets = ends.map(FileDescriptor.init(owning:))
        let count = getgroups(0, nil)
        var groups = [gid_t](repeating: 0, count: Int(count))
        #expect(getgroups(count, &groups) == count)
        #expect(
            try PeerCredentials(of: sockets[0].rawValue)
                == PeerCredentials(pid: getpid(), uid: geteuid(), gid: getegid(), groups: groups))
    }

    @Test func noPeer() throws {
        let lonely = try UnixSocket.make()
        #expect(throws: Errno.self) { try PeerCredentials(of: lonely.rawValue) }
    }

    @Test(arguments: [(7, true), (8, true), (9, true), (1, false), (0, false)] as [(UInt32, Bool)])
    func membership(group: UInt32, expected: Bool) {
        let peer = PeerCredentials(pid: 1, uid: 1, gid: 7, groups: [8, 9])
        #expect(peer.isMember(of: group) == expected)
    }
}
