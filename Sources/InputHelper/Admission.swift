import CLinux
import Glibc
import Linux
import Systemd

/// Who is at the other end of a connected socket, as the kernel knows it.
struct Peer {
    let pid: pid_t
    let uid: uid_t

    var inWords: String { processInWords(pid, of: uid) }
}

/// Who may send keys: root, and the user whose session is in the foreground on the first seat, and nobody else. To listen to
/// presses as a member of group peekpop is another right than this.
struct Admission {
    private static let seat = "seat0"

    /// Who is at the other end of a connected socket.
    var peer: (Int32) throws(Errno) -> Peer
    /// How a user is there on the first seat.
    var presence: (uid_t) throws(Errno) -> SeatPresence

    /// As the kernel and logind say.
    static var system: Admission {
        Admission(
            peer: { socket throws(Errno) in
                var credentials = pp_credentials()
                _ = try retrying { pp_peer_credentials(socket, &credentials) }
                return Peer(pid: credentials.pid, uid: credentials.uid)
            },
            presence: { uid throws(Errno) in try Login.presence(of: uid, onSeat: seat) })
    }

    /// Asked at each request, and again when its keys go down: who goes to the background loses the right at once.
    ///
    /// - Returns: why a user may not send keys, in words; `nil` where they may.
    func refusal(of uid: uid_t) -> String? {
        guard uid != 0 else { return nil }
        let rule = "only the user of the session in the foreground may send keys"
        do throws(Errno) {
            return try presence(uid) == .active ? nil : rule
        } catch {
            return "\(rule), and who that is cannot be asked: \(error)"
        }
    }
}
