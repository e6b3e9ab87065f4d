/// A slim row below the axes, on the same x axis.
public struct Lane: Sendable {
    public enum Content: Sendable {
        /// Filled from one x to another.
        case spans([(ClosedRange<Double>, Role)])
        /// A small area over the lane's own scale, from 0 to `top`.
        case profile([Point], Role, Joining, top: Double)
    }

    /// At the left; one short word.
    public var label: String
    /// In pixels.
    public var height: Double
    public var content: Content
    /// At the right: what the lane's top is, for example `42 mm`.
    public var topLabel: String

    public init(_ label: String, height: Double, _ content: Content, topLabel: String = "") {
        self.label = label
        self.height = height
        self.content = content
        self.topLabel = topLabel
    }
}

/// One pair of axes and what is drawn in them.
public struct Panel: Sendable {
    /// In bold; shortened where it is too long.
    public var title: String
    /// Below it, in as many lines as it takes.
    public var subtitle: String
    /// Of the area between the axes, in pixels.
    public var height: Double
    public var x: Axis
    public var y: Axis
    /// At the right: other units of the same heights.
    public var secondary: Axis?
    public var marks: [Mark]
    public var rules: [Rule]
    public var callouts: [Callout]
    /// How many rows of callouts there may be.
    public var calloutRows: Int
    public var lanes: [Lane]
    public var legend: [LegendEntry]
    /// Sentences below, in small print.
    public var notes: [String]

    public init(
        title: String = "", subtitle: String = "", height: Double = 200, x: Axis, y: Axis, secondary: Axis? = nil,
        marks: [Mark] = [], rules: [Rule] = [], callouts: [Callout] = [], calloutRows: Int = 4, lanes: [Lane] = [],
        legend: [LegendEntry] = [], notes: [String] = []
    ) {
        self.title = title
        self.subtitle = subtitle
        self.height = height
        self.x = x
        self.y = y
        self.secondary = secondary
        self.marks = marks
        self.rules = rules
        self.callouts = callouts
        self.calloutRows = calloutRows
        self.lanes = lanes
        self.legend = legend
        self.notes = notes
    }
}
