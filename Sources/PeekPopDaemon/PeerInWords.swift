import Linux
import Varlink

extension PeerCredentials {
    /// For the log: `process 4711 (python3) of user 1000`.
    var inWords: String { processInWords(pid, of: uid) }
}
