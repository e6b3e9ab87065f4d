import CLinux
import Glibc
import Linux
import Systemd

/// Who may send keys: root, and the user whose session is in the foreground on the first seat, and nobody else. To listen to
/// presses as a member of group peekpop is another right than this.
enum Admission {
    /// Who is at the other end of a connected socket, as the kernel knows it.
    static func peer(of socket: Int32) throws(Errno) -> (pid: pid_t, uid: uid_t) {
        var credentials = pp_credentials()
        _ = try retrying { pp_peer_credentials(socket, &credentials) }
        return (credentials.pid, credentials.uid)
    }

    /// Asked at each request: who goes to the background loses the right at once.
    static func allows(_ uid: uid_t) -> Bool {
        uid == 0 || (try? Login.presence(of: uid, onSeat: "seat0")) == .active
    }
}
