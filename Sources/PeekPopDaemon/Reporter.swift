import Glibc
import Limiting
import Linux
import PeekPopWire
import Systemd

/// What the daemon has to say: to the log, and the last problems to whoever asks for its status.
final class Reporter {
    /// Problems kept for GetStatus.
    private static let kept = 16
    private let log: Log
    private(set) var problems: [Wire.Problem] = []
    private var said = MessageLimit()
    private let nowUsec: () -> UInt64

    /// - Parameter nowUsec: for limits: CLOCK_MONOTONIC, µs.
    init(_ log: Log, nowUsec: @escaping () -> UInt64 = { Clock.monotonicUsec }) {
        self.log = log
        self.nowUsec = nowUsec
    }

    /// What happens once, or as often as somebody plugs something in.
    func info(_ message: String) { log.info(message) }

    /// What may come again each time a client opens a pad: once a minute.
    func notice(_ message: String) {
        if isNew(message) { log.info(message) }
    }

    /// A problem. A client may cause one with each of its calls: said once a minute for each pad.
    func warning(_ message: String, device: String? = nil) { problem(.warning, message, device) }

    /// A problem that leaves something undone: as ``warning(_:device:)``.
    func error(_ message: String, device: String? = nil) { problem(.error, message, device) }

    /// A problem that whoever runs the service has just asked for, by a start or a reload: said each time.
    func answer(_ priority: Log.Priority, _ message: String) {
        log.write(priority, message)
        keep(message, nil)
    }

    /// What a client provokes: said once a minute for each `kind`, however often it happens.
    func provoked(_ kind: String, _ message: String) {
        if isNew(kind) { log.notice(message) }
    }

    private func problem(_ priority: Log.Priority, _ message: String, _ device: String?) {
        // Of one pad the numbers in it are no other thing: a client may have chosen them.
        guard isNew(device.map { $0 + " " + MessageLimit.thing(message) } ?? message) else { return }
        log.write(priority, message)
        keep(message, device)
    }

    private func isNew(_ thing: String) -> Bool { said.take(thing, nowUsec: nowUsec()) != nil }

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
