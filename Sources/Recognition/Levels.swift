/// One level with its hysteresis: reached at `down` (pressing down), left below `up`. In clicks.
public struct ForceLevel: Equatable, Sendable {
    public var down: Float
    public var up: Float

    public init(down: Float, up: Float) {
        self.down = down
        self.up = up
    }
}

/// How hard one has to press: three choices, as on iOS.
public enum Sensitivity: String, Sendable, CaseIterable, Codable {
    case light
    case medium
    case firm

    /// What the default levels are multiplied with.
    public var factor: Float {
        switch self {
        case .light: 0.85
        case .medium: 1
        case .firm: 1.25
        }
    }
}

/// A level as a person writes it: `1.6` (clicks) or `350g`.
public enum LevelSetting: Equatable, Sendable {
    case clicks(Float)
    case grams(Float)

    /// - Returns: `nil` where `text` is neither a positive number nor one followed by `g`.
    public init?(_ text: String) {
        let isGrams = text.hasSuffix("g")
        guard let value = Float(isGrams ? String(text.dropLast()) : text), value.isFinite, value > 0 else { return nil }
        self = isGrams ? .grams(value) : .clicks(value)
    }
}

/// The three levels, in clicks.
public struct Levels: Equatable, Sendable {
    public var hint: ForceLevel
    public var peek: ForceLevel
    public var pop: ForceLevel

    /// Levels reached at the given clicks, left at the usual fraction below.
    public init(hint: Float, peek: Float, pop: Float) {
        // However near the levels lie, each is left above the one before it or, for the hint, halfway down to nothing.
        self.hint = ForceLevel(down: hint, up: hint * Tuning.hintHysteresis)
        self.peek = ForceLevel(down: peek, up: max(peek * Tuning.hysteresis, hint * Tuning.hintHysteresis))
        self.pop = ForceLevel(down: pop, up: max(pop * Tuning.hysteresis, peek * Tuning.hysteresis))
    }

    /// The default levels for a sensitivity.
    public init(_ sensitivity: Sensitivity) {
        let factor = sensitivity.factor
        self.init(hint: Tuning.hint * factor, peek: Tuning.peek * factor, pop: Tuning.pop * factor)
    }

    /// Whether they are positive and in order.
    public var areOrdered: Bool {
        hint.down > 0 && hint.down < peek.down && peek.down < pop.down && pop.down.isFinite
    }

    /// The same levels bent to fit below `top`, the force in clicks at which the pad's range ends.
    ///
    /// A pop out of reach comes down to the end of the range; peek and hint come down only as far as they have to in
    /// order to keep their usual share of what lies above the click.
    /// - Parameter isCalibrated: whether peek and pop come from a calibration.
    /// - Returns: `nil` where there is too little room above the click to tell a peek from a firm click.
    func fitted(below top: Float, isCalibrated: Bool = false) -> Levels? {
        let ceiling = top * Tuning.usableRange
        // A calibration has seen that presses and clicks are apart, however little room there is.
        if isCalibrated, pop.down <= ceiling { return self }
        guard top >= Tuning.leastTop else { return nil }
        guard pop.down > ceiling else { return self }
        let peekShare = (Tuning.peek - 1) / (Tuning.pop - 1)
        let hintShare = (Tuning.hint - 1) / (Tuning.peek - 1)
        let peek = min(peek.down, 1 + (ceiling - 1) * peekShare)
        return Levels(hint: min(hint.down, 1 + (peek - 1) * hintShare), peek: peek, pop: ceiling)
    }

    /// Below which force a press at this stage ends: half the peak, but never below the hint's and never above the
    /// stage's own lower side.
    func release(_ stage: ForceLevel, peak: Float) -> Float {
        min(stage.up, max(hint.up, peak * Tuning.releaseOfPeak))
    }
}
