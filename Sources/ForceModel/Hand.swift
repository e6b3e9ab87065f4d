/// How heavily a person's hand works.
public enum HandWeight: String, CaseIterable, Sendable {
    case light, average, heavy
    /// A hand that cannot press hard: old age, arthritis, a child's.
    case weak
}

/// How one person moves and presses. Forces in grams on the pad, times in ms, lengths in mm, spreads as fractions.
///
/// Where the numbers come from stands with the distributions they are drawn from (``HandStatistics``).
public struct Hand: Equatable, Sendable {
    public var weight: HandWeight

    // MARK: Ordinary forces

    /// A finger that points or rests.
    public var restGrams: Double
    /// The peak of a tap.
    public var tapGrams: Double
    /// By which fraction a click's peak exceeds the force that clicks.
    public var clickExcess: Double
    /// The same for a firm click.
    public var firmClickExcess: Double
    /// What this person calls a firm press, and the hardest comfortable one.
    public var firmGrams: Double
    public var hardestGrams: Double
    /// From one time to the next: the spread of all of the above.
    public var forceSpread: Double

    // MARK: Aiming at a level

    /// By which factor this person's plateaus lie off the middle of what is wanted, with progress shown and without.
    public var seenBias: Double
    public var blindBias: Double
    /// From press to press, likewise.
    public var seenSpread: Double
    public var blindSpread: Double

    // MARK: Steadiness

    public var steadiness: Steadiness
    /// Sag of a plateau held without feedback, as a fraction a second.
    public var sag: Double

    // MARK: Time courses

    /// From resting to the plateau of a deliberate press.
    public var riseMs: Double
    /// The rise of a tap's or a click's stroke, and its fall.
    public var strokeMs: Double
    public var strokeFallMs: Double
    /// By which fraction of its step a press shoots over, or stays short (negative), before it settles.
    public var overshoot: Double
    public var overshootSpread: Double
    /// Letting go at leisure, and as fast as one can.
    public var releaseMs: Double
    public var quickReleaseMs: Double

    // MARK: Shape

    /// The longest axis of a resting fingertip.
    public var fingertipMm: Double
}

/// How steadily a hand holds a force.
public struct Steadiness: Equatable, Sendable {
    /// Frequency of the tremor in Hz, and its standard deviation as a fraction of the force.
    public var tremorHz: Double
    public var tremor: Double
    /// The slow wandering of a plateau: standard deviation as a fraction of the force, and its time constant in ms.
    public var wander: Double
    public var wanderMs: Double

    public init(tremorHz: Double, tremor: Double, wander: Double, wanderMs: Double) {
        self.tremorHz = tremorHz
        self.tremor = tremor
        self.wander = wander
        self.wanderMs = wanderMs
    }
}
