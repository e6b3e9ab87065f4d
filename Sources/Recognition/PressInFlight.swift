/// The press in flight.
struct PressInFlight: Sendable {
    var peak: Float = 0
    var filter = OneEuroFilter()
    var smoothedUsec: UInt64 = 0
    var hasPeeked = false
    var peekX: Float = 0
    var peekY: Float = 0
    var preview: Float = 0
    var commit: Float = 0
    var lastRaw: Float = 0
    var lastX: Float = 0
    var lastY: Float = 0

    /// Whether more time alone would not move the progress.
    func isSmooth(_ force: Float, _ levels: Levels) -> Bool {
        abs(filter.value - min(force, levels.pop.down)) <= Tuning.smoothingDone
    }
}
