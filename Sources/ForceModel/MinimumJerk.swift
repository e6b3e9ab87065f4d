/// A value over time that goes from mark to mark along minimum-jerk curves, as voluntary movements and forces do (Flash
/// and Hogan 1985): 10 s³ − 15 s⁴ + 6 s⁵.
public struct MinimumJerk: Sendable {
    private var marks: [(ms: Double, value: Double)] = []
    /// The mark last looked at: times mostly go forwards.
    private var cursor = 0

    public init() {}

    /// Marks come in the order of their times.
    public mutating func reach(_ value: Double, atMs ms: Double) {
        marks.append((ms, value))
    }

    /// The last mark.
    public var end: (ms: Double, value: Double)? { marks.last }

    /// Before the first mark its value, after the last mark that one's. Quick while the times go forwards.
    public mutating func value(atMs ms: Double) -> Double {
        guard let last = marks.last, let first = marks.first else { return 0 }
        if ms >= last.ms { return last.value }
        if ms < first.ms { return first.value }
        if marks[cursor].ms > ms { cursor = 0 }
        while marks[cursor + 1].ms <= ms { cursor += 1 }
        let (from, to) = (marks[cursor], marks[cursor + 1])
        let s = (ms - from.ms) / (to.ms - from.ms)
        return from.value + (to.value - from.value) * s * s * s * (10 - 15 * s + 6 * s * s)
    }
}
