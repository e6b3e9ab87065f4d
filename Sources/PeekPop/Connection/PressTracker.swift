/// The presses on their way, so that each one ends, whatever becomes of the connection.
struct PressTracker {
    /// The last event of each, in the order they began.
    private var open: [PressEvent] = []

    mutating func take(_ event: PressEvent) {
        open.removeAll { $0.device == event.device && ($0.id == event.id || event.phase == .began) }
        if !event.phase.isLast { open.append(event) }
    }

    /// Ends of all of them: as they were, cancelled.
    mutating func endAll() -> [PressEvent] {
        defer { open = [] }
        return open.map { last in
            var end = last
            end.phase = .cancelled
            end.reason = .disconnected
            end.sequence += 1
            return end
        }
    }
}
