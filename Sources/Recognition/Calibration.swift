/// What a person's calibration says about one pad. Everything is optional: what is missing comes from the next source
/// in the order of trust: calibration, hardware database, learned clicks, class default.
public struct Calibration: Equatable, Sendable {
    /// Raw pressure without a touch.
    public var zeroPressure: Float?
    /// Raw pressure at which this pad clicks.
    public var clickPressure: Float?
    public var unitsPerGram: Float?
    /// Levels in clicks, for `medium` sensitivity.
    public var hint: Float?
    public var peek: Float?
    public var pop: Float?
    /// Whether gestures are on, for pads whose class leaves them off (`area`).
    public var gesturesEnabled: Bool?
    /// Raw pressure of a finger that lies on the pad without pressing; where given, each touch is measured against its
    /// own beginning (``PressureCorrection``): for pads that measure contact size.
    public var restingPressure: Float?
    /// Shorter by longer axis of that finger, 0…1; where given, flat and upright fingers are made alike.
    public var restingAspect: Float?

    public init(
        zeroPressure: Float? = nil, clickPressure: Float? = nil, unitsPerGram: Float? = nil, hint: Float? = nil,
        peek: Float? = nil, pop: Float? = nil, gesturesEnabled: Bool? = nil, restingPressure: Float? = nil,
        restingAspect: Float? = nil
    ) {
        self.zeroPressure = zeroPressure
        self.clickPressure = clickPressure
        self.unitsPerGram = unitsPerGram
        self.hint = hint
        self.peek = peek
        self.pop = pop
        self.gesturesEnabled = gesturesEnabled
        self.restingPressure = restingPressure
        self.restingAspect = restingAspect
    }
}
