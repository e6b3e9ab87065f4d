import Linux
import Systemd

/// What the service has to say. What can happen with every press is said once a minute at most for each thing.
final class Complaints {
    private static let quietUsec: UInt64 = 60_000_000

    private let log: Log
    /// When each thing was said last, and how often it happened since.
    private var said: [String: (usec: UInt64, since: Int)] = [:]

    init(_ log: Log) {
        self.log = log
    }

    func info(_ message: String) { log.info(message) }
    func notice(_ message: String) { log.notice(message) }
    func error(_ message: String) { log.error(message) }

    /// One line a minute for each thing that goes wrong with a `subject`, however often it does.
    func complain(_ subject: String, _ message: String) {
        let now = Clock.monotonicUsec
        // Numbers change from time to time, and it is the same thing.
        let kind = subject + message.filter { !$0.isNumber }
        if let last = said[kind], now - last.usec < Complaints.quietUsec {
            said[kind]!.since += 1
            return
        }
        let times = said[kind]?.since ?? 0
        said[kind] = (now, 0)
        log.warning("\(subject): \(message)" + (times > 0 ? " (and \(times) times more since this was said last)" : ""))
        // Services answer with words of their own, of which there may be many.
        if said.count > 512 { said = said.filter { now - $0.value.usec < Complaints.quietUsec } }
    }
}
