import Recognition

/// What a calibration has to know of the pad it is made for.
public struct CalibrationPad: Equatable, Sendable {
    public var id: String
    public var padClass: PadClass
    public var kind: PadKind
    public var widthMm: Float
    public var heightMm: Float
    /// The raw pressure range to reckon with.
    public var minimum: Float
    public var maximum: Float
    /// `nil` where the scale is unknown.
    public var unitsPerGram: Float?
    /// The raw pressure at which it is taken to click without a calibration: from the hardware database, learned
    /// clicks or the class's default.
    public var assumedClick: Float

    public init(
        id: String, padClass: PadClass, kind: PadKind = .touchpad, widthMm: Float, heightMm: Float, minimum: Float,
        maximum: Float, unitsPerGram: Float? = nil, assumedClick: Float
    ) {
        self.id = id
        self.padClass = padClass
        self.kind = kind
        self.widthMm = widthMm
        self.heightMm = heightMm
        self.minimum = minimum
        self.maximum = maximum
        self.unitsPerGram = unitsPerGram
        self.assumedClick = assumedClick
    }

    /// - Returns: `nil` for a pad without usable pressure; ``PadDescription/classification`` says why.
    public init?(_ pad: PadDescription, learned: LearnedClick? = nil) {
        let padClass = pad.classification.padClass
        guard padClass != .none, let scale = ForceScale(pad, learned: learned) else { return nil }
        self.init(
            id: pad.id, padClass: padClass, kind: pad.kind, widthMm: pad.widthMm, heightMm: pad.heightMm,
            minimum: scale.minimum, maximum: scale.maximum, unitsPerGram: scale.unitsPerGram, assumedClick: scale.click)
    }

    /// The stages it is taken through: a touchscreen has no button to click.
    public var stages: [CalibrationStage] {
        kind == .touchpad ? CalibrationStage.allCases : CalibrationStage.allCases.filter { $0 != .clicks }
    }
}
