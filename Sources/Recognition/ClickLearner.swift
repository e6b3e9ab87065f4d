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

/// Learns the pressure at which a pad clicks.
///
/// On a pressure pad BTN_LEFT comes when the force passes the pad's own click level, so every ordinary click labels a
/// force for free, though not exactly: a click's stroke rises by a fifth of a click, on slow pads by half a click, from
/// one report to the next, and the level lies somewhere between the report before the button and the one with it. What
/// is learned is the pressure that lies between the two in most of the last clicks: each stroke is caught at another
/// height, so a few clicks leave little room.
public struct ClickLearner: Equatable, Sendable {
    public static let capacity = 15

    /// A click: the pressure lay in this range when the button went down.
    private struct Bracket: Equatable {
        var low: Float = 0
        var high: Float = 0
    }

    private var brackets = InlineArray<15, Bracket>(repeating: Bracket())
    private var count = 0
    private var next = 0
    public private(set) var learned: LearnedClick?

    public init() {}

    /// Goes on from what was kept.
    public init(_ kept: LearnedClick) {
        for _ in 0..<min(max(kept.clicks, 0), ClickLearner.capacity) { add(from: kept.pressure, to: kept.pressure) }
    }

    public static func == (a: ClickLearner, b: ClickLearner) -> Bool {
        guard a.count == b.count, a.next == b.next else { return false }
        for index in 0..<a.count where a.brackets[index] != b.brackets[index] { return false }
        return true
    }

    /// - Parameters:
    ///   - low: raw pressure of the report before the button went down.
    ///   - high: of the report that told of it.
    public mutating func add(from low: Float, to high: Float) {
        brackets[next] = Bracket(
            low: min(low, high) * (1 - Tuning.clickTolerance), high: max(low, high) * (1 + Tuning.clickTolerance))
        next = (next + 1) % ClickLearner.capacity
        count = min(count + 1, ClickLearner.capacity)
        learned = level
    }

    /// `nil` while there are too few clicks or they do not agree.
    private var level: LearnedClick? {
        guard count >= Tuning.fewestClicks else { return nil }
        var ends = InlineArray<30, Float>(repeating: 0)
        for index in 0..<count {
            ends[2 * index] = brackets[index].low
            ends[2 * index + 1] = brackets[index].high
        }
        ClickLearner.sort(&ends, 2 * count)
        // Between two ends nothing changes: the stretch that most clicks agree on, the widest of those.
        var most = 0
        var width: Float = 0
        var middle: Float = 0
        for index in 1..<2 * count {
            let here = (ends[index - 1] + ends[index]) / 2
            let isWider = ends[index] - ends[index - 1] > width
            var agreeing = 0
            for click in 0..<count where brackets[click].low <= here && here <= brackets[click].high { agreeing += 1 }
            guard agreeing > most || (agreeing == most && isWider) else { continue }
            (most, width, middle) = (agreeing, ends[index] - ends[index - 1], here)
        }
        guard middle > 0, Float(most) >= Tuning.leastAgreement * Float(count) else { return nil }
        return LearnedClick(pressure: middle, clicks: count)
    }

    private static func sort(_ values: inout InlineArray<30, Float>, _ count: Int) {
        for index in 1..<count {
            var place = index
            while place > 0, values[place - 1] > values[place] {
                let higher = values[place - 1]
                values[place - 1] = values[place]
                values[place] = higher
                place -= 1
            }
        }
    }
}
