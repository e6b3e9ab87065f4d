/// What an axis shows.
public struct Axis: Equatable, Sendable {
    /// The values it covers: one range, or several in order with folds between them (a horizontal axis only). A range
    /// that is empty or not finite becomes a usable one around it.
    public var ranges: [ClosedRange<Double>]
    /// The unit or title: above a vertical axis, at the end of a horizontal one.
    public var title: String
    /// Whether the ticks count things: whole numbers only.
    public var isCount: Bool
    /// What stands in the fold after each range; nothing where there are fewer texts than folds.
    public var folds: [String]

    public init(_ range: ClosedRange<Double>, title: String = "", isCount: Bool = false) {
        self.init([range], title: title, isCount: isCount)
    }

    public init(_ ranges: [ClosedRange<Double>], title: String = "", isCount: Bool = false, folds: [String] = []) {
        self.ranges = ranges
        self.title = title
        self.isCount = isCount
        self.folds = folds
    }

    /// From 0 to a little above the largest of `values`; 0 to 1 where none of them is finite and above 0.
    public static func fromZero(_ values: [Double], title: String = "", isCount: Bool = false) -> Axis {
        let largest = values.reduce(0) { $1.isFinite ? max($0, $1) : $0 }
        return Axis(0...(largest > 0 ? largest * 1.06 : 1), title: title, isCount: isCount)
    }

    /// The ticks of its whole range, at most `count` of them.
    func ticks(atMost count: Int) -> Ticks {
        let range = (ranges.first?.lowerBound ?? 0)...(ranges.last?.upperBound ?? 1)
        let ticks = Ticks(range, atMost: count)
        return isCount && ticks.exponent < 0 ? Ticks(range, unit: 1, exponent: 0) : ticks
    }
}

/// Along which axis something lies.
public enum Direction: Sendable {
    case horizontal
    case vertical
}
