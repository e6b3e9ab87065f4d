import Linux
import Systemd

/// The connections that have not sent a whole message yet, oldest first. Each has the same time for it.
///
/// The timer runs only while there is one of them, so that a server at rest is not woken.
final class Newcomers {
    private var waiting: [(connection: Connection, deadlineUsec: UInt64)] = []
    var patienceUsec: UInt64
    private let expire: (Connection) -> Void
    private var timer: EventSource!

    /// - Parameter expire: called for each whose time is over; it has been removed already.
    init(
        on loop: EventLoop, priority: Int64, patienceUsec: UInt64, expire: @escaping (Connection) -> Void
    ) throws(Errno) {
        self.patienceUsec = patienceUsec
        self.expire = expire
        timer = try loop.timer(priority: priority) { [unowned self] in expireDue() }
    }

    /// Who has been silent for longest.
    var oldest: Connection? { waiting.first?.connection }

    func add(_ connection: Connection) {
        waiting.append((connection, Clock.monotonicUsec + patienceUsec))
        if waiting.count == 1 { arm() }
    }

    /// It has sent a message, or is gone.
    func remove(_ connection: Connection) {
        guard let index = waiting.firstIndex(where: { $0.connection === connection }) else { return }
        waiting.remove(at: index)
        if index == 0 { arm() }
    }

    private func arm() {
        if let first = waiting.first { timer.arm(atUsec: first.deadlineUsec) } else { timer.disarm() }
    }

    private func expireDue() {
        let now = Clock.monotonicUsec
        let due = waiting.prefix { $0.deadlineUsec <= now }
        waiting.removeFirst(due.count)
        arm()
        for (connection, _) in due { expire(connection) }
    }
}
