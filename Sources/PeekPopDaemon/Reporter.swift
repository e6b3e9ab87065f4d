import Glibc
import Linux
import PeekPopWire
import Systemd

/// What the daemon has to say: to the log, and the last problems to whoever asks for its status.
final class Reporter {
    /// Problems kept for GetStatus.
    private static let kept = 16
    /// One line a minute at most about what a client can provoke at will.
    private static let quietUsec: UInt64 = 60_000_000

    private let log: Log
    private(set) var problems: [Wire.Problem] = []
    private var lastSaidUsec: [String: UInt64] = [:]

    init(_ log: Log) {
        self.log = log
    }

    func info(_ message: String) { log.info(message) }

    func warning(_ message: String, device: String? = nil) {
        log.warning(message)
        keep(message, device)
    }

    func error(_ message: String, device: String? = nil) {
        log.error(message)
        keep(message, device)
    }

    /// What a client provokes: said once a minute for each `kind`, however often it happens.
    func provoked(_ kind: String, _ message: String) {
        let now = Clock.monotonicUsec
        if let last = lastSaidUsec[kind], now - last < Reporter.quietUsec { return }
        // A client that invents ever new kinds shall not fill the memory.
        if lastSaidUsec.count > 256 { lastSaidUsec = lastSaidUsec.filter { now - $0.value < Reporter.quietUsec } }
        lastSaidUsec[kind] = now
        log.notice(message)
    }

    private func keep(_ message: String, _ device: String?) {
        if problems.count == Reporter.kept { problems.removeFirst() }
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        problems.append(
            Wire.Problem(
                timeUsec: UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1_000, message: message,
                device: device))
    }
}
