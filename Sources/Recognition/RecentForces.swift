/// The last reports of a touch, as far back as a rise is looked at.
struct RecentForces: Sendable {
    /// At 1000 Hz the longest rise (``Tuning/longestRiseUsec``) takes fewer reports than this.
    private static let capacity = 128

    private struct Report {
        var usec: UInt64 = 0
        var force: Float = 0
    }

    private var reports = InlineArray<128, Report>(repeating: Report())
    private var count = 0
    private var next = 0

    /// Forgets all; at the given time nothing pressed.
    mutating func begin(atUsec usec: UInt64) {
        count = 0
        next = 0
        add(0, atUsec: usec)
    }

    mutating func add(_ force: Float, atUsec usec: UInt64) {
        reports[next] = Report(usec: usec, force: force)
        next = (next + 1) % RecentForces.capacity
        count = min(count + 1, RecentForces.capacity)
    }

    /// How long the force took from half of `level` to `level`, which the newest report has reached. Both times are
    /// interpolated between reports; as far as is remembered.
    func riseUsec(to level: Float) -> UInt64 {
        guard let place = crossing(level, before: count) else { return 0 }
        guard let half = crossing(level / 2, before: place.index + 1) else { return .max }
        return place.usec - min(half.usec, place.usec)
    }

    /// The last upward crossing of `level` between two of the oldest `end` reports.
    private func crossing(_ level: Float, before end: Int) -> (usec: UInt64, index: Int)? {
        var index = end - 1
        while index > 0 {
            let (from, to) = (self[index - 1], self[index])
            if from.force < level, to.force >= level {
                // From nothing at all: a pad may be silent below some force, and nobody knows when the finger was there.
                if from.force <= 0 { return (from.usec, index) }
                let share = (level - from.force) / (to.force - from.force)
                return (from.usec + UInt64(Float(to.usec - min(from.usec, to.usec)) * share), index)
            }
            index -= 1
        }
        return nil
    }

    /// From the oldest on.
    private subscript(index: Int) -> Report {
        reports[(next + RecentForces.capacity - count + index) % RecentForces.capacity]
    }
}
