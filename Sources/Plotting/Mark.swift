/// A place in the units of the axes.
public struct Point: Equatable, Sendable {
    public var x: Double
    public var y: Double

    public init(_ x: Double, _ y: Double) {
        self.x = x
        self.y = y
    }

    /// Ends a run of a line or area: what follows begins anew.
    public static let gap = Point(.nan, .nan)

    var isFinite: Bool { x.isFinite && y.isFinite }
}

/// How the points of a line are joined.
public enum Joining: Sendable {
    /// Straight from point to point.
    case straight
    /// Each value holds until the next point.
    case step
}

/// A column of a histogram.
public struct Bar: Equatable, Sendable {
    public var from: Double
    public var to: Double
    public var height: Double
    /// Where it stands: 0, or on top of other bars.
    public var base: Double

    public init(from: Double, to: Double, height: Double, base: Double = 0) {
        self.from = from
        self.to = to
        self.height = height
        self.base = base
    }
}

public enum MarkerShape: Sendable {
    case dot
    case cross
    /// Pointing down, its tip at the point.
    case pointer
}

/// Something drawn inside the axes, in the order given: the first lies at the bottom.
///
/// Points run from left to right; one that is not finite ends a run (``Point/gap``). Long lines are reduced to what can be
/// seen, without losing a peak.
public enum Mark: Sendable {
    case line([Point], Role, Joining = .straight, width: Double = 1.5)
    /// Filled down to 0, or to the bottom where that lies above.
    case area([Point], Role, Joining = .straight, opacity: Double = 1)
    /// Everything between two values of an axis: `.horizontal` between two x, `.vertical` between two y.
    case band(Direction, ClosedRange<Double>, Role, opacity: Double = 1)
    case bars([Bar], Role, opacity: Double = 1)
    case markers([Point], Role, MarkerShape)
}

/// A level: a line across at one value, with its name at the end.
///
/// Names of levels close to each other move apart and are tied to their lines.
public struct Rule: Equatable, Sendable {
    /// `.vertical`: a value of the y axis, drawn across, its name in a strip at the right. `.horizontal`: a value of the x
    /// axis, drawn upright, its name above.
    public var axis: Direction
    public var value: Double
    public var role: Role
    /// The name, in bold.
    public var label: String
    /// What follows the name.
    public var detail: String
    /// The other side of a pair with hysteresis: what lies between is shaded.
    public var lower: Double?
    /// From where to where along the other axis; all of it where `nil`.
    public var extent: ClosedRange<Double>?

    public init(
        _ axis: Direction, _ value: Double, _ role: Role, label: String = "", detail: String = "",
        lower: Double? = nil, extent: ClosedRange<Double>? = nil
    ) {
        self.axis = axis
        self.value = value
        self.role = role
        self.label = label
        self.detail = detail
        self.lower = lower
        self.extent = extent
    }
}

/// A text above the axes, tied by a thin line to the point that it speaks of.
///
/// Those of higher rank get a place first; one that would lie on another moves up a row, and is left out when there is no
/// row left (``Figure/render()`` says how many).
public struct Callout: Equatable, Sendable {
    public var point: Point
    /// In bold.
    public var label: String
    public var detail: String
    /// A dot before the text in this role.
    public var role: Role?
    public var rank: Int

    public init(_ point: Point, _ label: String, detail: String = "", role: Role? = nil, rank: Int = 0) {
        self.point = point
        self.label = label
        self.detail = detail
        self.role = role
        self.rank = rank
    }
}

/// An entry of a legend, for what cannot be labelled where it is.
public struct LegendEntry: Equatable, Sendable {
    public var role: Role
    public var text: String
    /// A line, or a filled square.
    public var isLine: Bool

    public init(_ role: Role, _ text: String, isLine: Bool = false) {
        self.role = role
        self.text = text
        self.isLine = isLine
    }
}
