import Limiting
import Linux
import Systemd

/// What the service has to say. What can happen with every press is said once a minute at most for each thing.
final class Complaints {
    private let log: Log
    private var said = MessageLimit()
    private let nowUsec: () -> UInt64

    /// - Parameter nowUsec: for limits: CLOCK_MONOTONIC, µs.
    init(_ log: Log, nowUsec: @escaping () -> UInt64 = { Clock.monotonicUsec }) {
        self.log = log
        self.nowUsec = nowUsec
    }

    func info(_ message: String) { log.info(message) }
    func notice(_ message: String) { log.notice(message) }
    func error(_ message: String) { log.error(message) }

    /// What comes and goes by itself, as desktops do: one line a minute for each.
    func note(_ message: String) {
        if said.take(message, nowUsec: nowUsec()) != nil { log.info(message) }
    }

    /// One line a minute for each thing that goes wrong with a `subject`, however often it does.
    func complain(_ subject: String, _ message: String) {
        // The subject as it is: it names the rule's line.
        let thing = subject + MessageLimit.thing(message)
        guard let times = said.take(thing, nowUsec: nowUsec()) else { return }
        log.warning("\(subject): \(message)" + (times > 0 ? " (and \(times) times more since this was said last)" : ""))
    }
}
