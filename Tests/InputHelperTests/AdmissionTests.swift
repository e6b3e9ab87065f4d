import Glibc
import Linux
import Systemd
import Testing

@testable import InputHelper

@Suite struct AdmissionTests {
    static let rule = "only the user of the session in the foreground may send keys"

    /// Whoever it is, in whatever state the session is.
    static let users: [(uid: uid_t, presence: Result<SeatPresence, Errno>, refusal: String?)] = [
        (0, .success(.absent), nil), (0, .success(.online), nil), (0, .failure(Errno(EIO)), nil),
        (1000, .success(.active), nil), (1000, .success(.online), rule), (1000, .success(.absent), rule),
        (1000, .failure(Errno(EIO)), rule + ", and who that is cannot be asked: Input/output error"),
        (uid_t.max, .success(.absent), rule), (65534, .success(.online), rule),
    ]

    @Test(arguments: users)
    func who(uid: uid_t, presence: Result<SeatPresence, Errno>, refusal: String?) {
        func answer() throws(Errno) -> SeatPresence { try presence.get() }
        var admission = Admission.system
        admission.presence = { _ throws(Errno) in try answer() }
        #expect(admission.refusal(of: uid) == refusal)
    }

    /// The kernel's word for a real socket, and logind's for a user that nobody is.
    @Test func asTheSystemSays() throws {
        var ends: [Int32] = [0, 0]
        try #require(socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &ends) == 0)
        defer { for end in ends { close(end) } }
        let peer = try Admission.system.peer(ends[0])
        #expect(peer.pid == getpid() && peer.uid == getuid())
        let file = try FileDescriptor.open("/dev/null", O_RDONLY)
        #expect(throws: Errno(ENOTSOCK)) { _ = try Admission.system.peer(file.rawValue) }
        #expect(Admission.system.refusal(of: 4_000_000_000) == AdmissionTests.rule)
        #expect(Admission.system.refusal(of: 0) == nil)
    }
}
