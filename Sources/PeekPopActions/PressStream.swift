import Glibc
import Linux
import PeekPop
import Systemd

/// Presses, as any app has them: by the client library, which connects again whenever the daemon has gone, and ends each
/// press that was in flight then.
final class PressStream {
    /// Before all else: an action never delays a press.
    private static let priority: Int64 = -100

    private let connection: PressConnection
    private let complaints: Complaints
    private var source: EventSource?
    /// Attempts that failed since it was connected last.
    private var failures = 0

    init(
        path: String, _ loop: EventLoop, _ complaints: Complaints, _ handler: @escaping (PressEvent) -> Void
    ) throws {
        var options = ConnectionOptions(socketPath: path)
        // How hard somebody presses between the levels is nothing that a rule asks for.
        options.phases = [.began, .peeked, .popped, .ended, .cancelled]
        connection = try PressConnection(options)
        self.complaints = complaints
        connection.onPress = handler
        connection.onStateChange = { [weak self] in self?.tell($0, path) }
        source = try loop.watch(connection.fileDescriptor, for: .readable, priority: PressStream.priority) {
            [weak self] _ in self?.connection.dispatch()
        }
        connection.dispatch()
    }

    private func tell(_ state: ConnectionState, _ path: String) {
        switch state {
        case .connecting, .closed: break
        case .connected:
            failures = 0
            complaints.note("listening to presses at \(path)")
        case .denied(let reason): complaints.complain("peekpopd", "\(reason); trying again now and then")
        case .waiting(_, let reason):
            // The first two go without a word: a daemon that was started anew is there again by then.
            failures += 1
            if failures > 2 { complaints.complain("peekpopd", "\(reason); trying again") }
        }
    }
}
