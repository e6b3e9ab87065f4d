/// Follows where a pad's zero has drifted to: the smallest pressure among the last touches, or what the pad says while
/// nothing touches it.
///
/// A healthy pad's touches begin and end near nothing. Where every touch for a while stays above some pressure, that is
/// the sensor, not sixteen heavy hands.
struct ZeroTracker: Sendable {
    private static let capacity = 16

    private var minima = InlineArray<16, Float>(repeating: 0)
    private var count = 0
    private var next = 0
    private var lowest = Float.infinity
    /// What the pad last said while nothing touched; `nil` for pads that never tell.
    private(set) var rest: Float?

    /// A report of the touch under way.
    mutating func touched(_ raw: Float) {
        lowest = min(lowest, raw)
    }

    /// The touch is over.
    mutating func lifted() {
        guard lowest.isFinite else { return }
        minima[next] = lowest
        next = (next + 1) % ZeroTracker.capacity
        count = min(count + 1, ZeroTracker.capacity)
        lowest = .infinity
    }

    /// Pressure while nothing touched: better than any guess from touches.
    mutating func rested(_ raw: Float) {
        rest = raw
    }

    /// The smallest pressure of the last touches; `nil` before there are sixteen.
    var smallest: Float? {
        guard count == ZeroTracker.capacity else { return nil }
        var smallest = minima[0]
        for index in 1..<count { smallest = min(smallest, minima[index]) }
        return smallest
    }
}
