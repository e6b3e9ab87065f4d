import Recognition

/// All that was gathered for a calibration.
public struct GatheredTouches: Equatable, Sendable {
    public var pad: CalibrationPad
    /// Raw pressure while nothing touched, where the pad tells.
    public var restRaw: [Float]
    public var touches: [GatheredTouch]
    public var clicks: [GatheredTouch]
    public var presses: [GatheredTouch]
    public var hardPresses: [GatheredTouch]
    /// Touches that did not count.
    public var rejected: Int

    public init(
        pad: CalibrationPad, restRaw: [Float] = [], touches: [GatheredTouch] = [], clicks: [GatheredTouch] = [],
        presses: [GatheredTouch] = [], hardPresses: [GatheredTouch] = [], rejected: Int = 0
    ) {
        self.pad = pad
        self.restRaw = restRaw
        self.touches = touches
        self.clicks = clicks
        self.presses = presses
        self.hardPresses = hardPresses
        self.rejected = rejected
    }
}

/// What a calibration rests on.
public struct CalibrationCounts: Equatable, Sendable {
    public var touches = 0
    public var clicks = 0
    public var presses = 0
    public var hardPresses = 0
    /// Rejected touches and outliers.
    public var discarded = 0

    public init() {}
}

/// A probability with the range that so few samples leave open.
public struct ErrorRate: Equatable, Sendable {
    /// The expected value, 0…1.
    public var expected: Double
    /// In nine cases of ten the true value lies between these.
    public var low: Double
    public var high: Double

    public init(expected: Double, low: Double, high: Double) {
        self.expected = expected
        self.low = low
        self.high = high
    }
}

/// The errors to expect at the levels that were found.
public struct CalibrationFigures: Equatable, Sendable {
    /// That a touch peeks.
    public var falsePeekOfTouch: ErrorRate
    /// That a click peeks; `nil` where no clicks were gathered.
    public var falsePeekOfClick: ErrorRate?
    /// That a press meant to peek does not.
    public var missedPeek: ErrorRate
    /// That a press meant to peek pops.
    public var falsePop: ErrorRate
    /// That a press meant to pop does not.
    public var missedPop: ErrorRate
    /// That a press like the firm ones does not peek, where the levels rest on the hardest ones alone: those are then
    /// what ``missedPeek`` is of.
    public var missedFirm: ErrorRate?
    /// That a random press is harder than a random touch or click: 0.5 cannot tell them apart, 1 always can.
    public var separation: Double
}

/// The forces of one stage's touches, as the recogniser would judge them.
public struct StageForces: Equatable, Sendable {
    public var stage: CalibrationStage
    /// In clicks, in the order they were made: the highest force that each touch kept for two reports; 0 for none. For
    /// presses only what counts as one, settled and no stroke.
    public var clicks: [Double]
    /// How many of the touches were over before they could reach any level.
    public var tooQuick: Int
    /// Those of them that were taken for mistakes, and left out.
    public var outliers: [Double]
}

/// A calibration that was found.
public struct CalibrationFit: Equatable, Sendable {
    public var calibration: Calibration
    public var counts: CalibrationCounts
    public var figures: CalibrationFigures
    public var forces: [StageForces]
    /// What to know about it, a sentence each: few samples, levels bent to the range's end …
    public var remarks: [String]
}

/// Why no calibration was found. Nothing is to be saved.
public struct CalibrationRefusal: Equatable, Sendable {
    /// One sentence with the figure, without a full stop.
    public var reason: String
    /// What to do, in a sentence.
    public var advice: String
    public var counts: CalibrationCounts
    /// `nil` where there was too little to work anything out.
    public var figures: CalibrationFigures?
    public var forces: [StageForces]
}

public enum CalibrationOutcome: Equatable, Sendable {
    case fit(CalibrationFit)
    case refusal(CalibrationRefusal)
}
