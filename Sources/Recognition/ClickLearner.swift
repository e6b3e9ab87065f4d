/// A pad's click level as learned from clicks, for keeping.
public struct LearnedClick: Equatable, Sendable {
    /// Raw pressure.
    public var pressure: Float
    /// How many clicks it rests on, at most ``ClickLearner/capacity``.
    public var clicks: Int

    public init(pressure: Float, clicks: Int) {
        self.pressure = pressure
        self.clicks = clicks
    }
}

/// Learns the pressure at which a pad clicks: the median over the last clicks.
///
/// On a pressure pad BTN_LEFT comes when the force passes the pad's own click level, so every ordinary click labels a
/// force for free.
public struct ClickLearner: Equatable, Sendable {
    public static let capacity = 15

    private var samples = InlineArray<15, Float>(repeating: 0)
    private var count = 0
    private var next = 0

    public init() {}

    /// Goes on from what was kept.
    public init(_ kept: LearnedClick) {
        for _ in 0..<min(max(kept.clicks, 0), ClickLearner.capacity) { add(kept.pressure) }
    }

    public static func == (a: ClickLearner, b: ClickLearner) -> Bool {
        guard a.count == b.count, a.next == b.next else { return false }
        for index in 0..<a.count where a.samples[index] != b.samples[index] { return false }
        return true
    }

    /// - Parameter pressure: the raw pressure of the frame in which the button went down.
    public mutating func add(_ pressure: Float) {
        samples[next] = pressure
        next = (next + 1) % ClickLearner.capacity
        count = min(count + 1, ClickLearner.capacity)
    }

    /// The learned level; `nil` while there are too few clicks or they do not agree.
    public var learned: LearnedClick? {
        guard count >= Tuning.fewestClicks else { return nil }
        let median = ClickLearner.median(samples, count)
        var deviations = InlineArray<15, Float>(repeating: 0)
        for index in 0..<count { deviations[index] = abs(samples[index] - median) }
        let spread = ClickLearner.median(deviations, count)
        guard median > 0, spread <= Tuning.largestClickSpread * median else { return nil }
        return LearnedClick(pressure: median, clicks: count)
    }

    private static func median(_ values: InlineArray<15, Float>, _ count: Int) -> Float {
        var sorted = values
        for index in 1..<count {
            var place = index
            while place > 0, sorted[place - 1] > sorted[place] {
                let higher = sorted[place - 1]
                sorted[place - 1] = sorted[place]
                sorted[place] = higher
                place -= 1
            }
        }
        return count % 2 == 1 ? sorted[count / 2] : (sorted[count / 2 - 1] + sorted[count / 2]) / 2
    }
}
