import Figures
import Limiting
import Linux
import Systemd

/// What the service has to say. What can happen with every press is said once a minute at most for each thing.
///
/// Nothing waits for the log: where nobody reads it, a press would. What it does not take is counted.
final class Complaints {
    private var log: Log
    private var leftOut = 0
    private var said = MessageLimit()
    private let nowUsec: () -> UInt64

    /// - Parameter nowUsec: for limits: CLOCK_MONOTONIC, µs.
    init(_ log: Log, nowUsec: @escaping () -> UInt64 = { Clock.monotonicUsec }) {
        self.log = log
        self.log.mayWait = false
        self.nowUsec = nowUsec
    }

    func info(_ message: String) { write(.info, message) }
    func notice(_ message: String) { write(.notice, message) }
    func error(_ message: String) { write(.error, message) }

    /// What comes and goes by itself, as desktops do: one line a minute for each.
    func note(_ message: String) {
        if said.take(message, nowUsec: nowUsec()) != nil { write(.info, message.onOneLine) }
    }

    /// One line a minute for each thing that goes wrong with a `subject`, however often it does.
    ///
    /// - Parameter kind: what thing it is, where the message is in words of somebody else's, who may have ever other ones;
    ///   `nil`: the message without its numbers says it.
    func complain(_ subject: String, _ message: String, kind: String? = nil) {
        // The subject as it is: it names the rule's line.
        let thing = subject + (kind.map { "\0\($0)" } ?? MessageLimit.thing(message))
        guard let times = said.take(thing, nowUsec: nowUsec()) else { return }
        write(
            .warning,
            "\(subject): \(message)".onOneLine
                + (times > 0 ? " (and \(counted(times, "time")) more since this was said last)" : ""))
    }

    private func write(_ priority: Log.Priority, _ message: String) {
        if leftOut > 0 {
            let messages = "\(counted(leftOut, "message")) \(leftOut == 1 ? "was" : "were")"
            if log.write(.warning, "\(messages) left out here: nobody read the log") { leftOut = 0 }
        }
        // In order, or not at all.
        if leftOut > 0 || !log.write(priority, message) { leftOut += 1 }
    }
}
