/// The presses on their way, so that each one ends, whatever becomes of the connection.
struct PressTracker {
    /// The last event of each, in the order they began.
    private var open: [PressEvent] = []

    mutating func take(_ event: PressEvent) {
        open.removeAll { $0.device == event.device && ($0.id == event.id || event.phase == .began) }
        if !event.phase.isLast { open.append(event) }
    }

    /// Ends of all of them, or of one pad's: as they were, cancelled.
    mutating func end(_ reason: CancelReason, of device: String? = nil) -> [PressEvent] {
        let ending = open.filter { device == nil || $0.device == device }
        open.removeAll { device == nil || $0.device == device }
        return ending.map { last in
            var end = last
            end.phase = .cancelled
            end.reason = reason
            end.sequence += 1
            return end
        }
    }
}
