import Recognition

/// What deliberate presses aim at.
public enum Aim: Equatable, Sendable {
    /// The person knows the levels, and sees the progress while pressing: iOS shows it, and so should a desktop. Levels in
    /// clicks as the pad shows them. Peeks aim between peek and pop, hints between hint and peek, pops above the pop.
    case seen(Levels)
    /// The person knows the levels from practice, in true clicks, and sees nothing until it is decided.
    case blind(Levels)
    /// The person presses as hard as seems right to them, levels or not: hints are gentle presses, peeks firm ones, pops
    /// hard ones.
    case ownStrength
}

/// Under which circumstances a trace comes about.
public struct Conditions: Equatable, Sendable {
    /// Reports a second, 20…1000; `nil`: the pad's own rate.
    public var rateHz: Double?
    /// Multiplies the standard deviation of the pad's pressure noise; 1 as measured.
    public var noise: Double
    /// How much the sensor's zero moves a minute, in clicks, on top of the pad's own drift. Negative values end at 0.
    public var driftClicksPerMinute: Double
    /// A zero that stands high from the start, in clicks.
    public var zeroClicks: Double
    /// The probability that an edge of the button bounces; `nil`: as the pad does.
    public var bounce: Double?
    public var aim: Aim

    /// - Parameter aim: the reference levels at medium sensitivity, with progress shown, unless told otherwise.
    public init(
        rateHz: Double? = nil, noise: Double = 1, driftClicksPerMinute: Double = 0, zeroClicks: Double = 0,
        bounce: Double? = nil, aim: Aim = .seen(Levels(.medium))
    ) {
        self.rateHz = rateHz
        self.noise = noise
        self.driftClicksPerMinute = driftClicksPerMinute
        self.zeroClicks = zeroClicks
        self.bounce = bounce
        self.aim = aim
    }
}
