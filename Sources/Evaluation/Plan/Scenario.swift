import ForceModel
import Recognition

/// One trace to be made and judged: somebody does something on a pad.
public struct Scenario: Equatable, Sendable {
    /// Which table it belongs to.
    public var study: Study
    /// Which row of it, where a study has variants.
    public var variant: String
    public var user: User
    public var pad: PadModel
    public var script: UseScript
    public var conditions: Conditions
    public var settings: RecognitionSettings
    public var take: Int

    public init(
        _ study: Study, variant: String = "", user: User, pad: PadModel, script: UseScript,
        conditions: Conditions = Conditions(), settings: RecognitionSettings = RecognitionSettings(), take: Int = 0
    ) {
        self.study = study
        self.variant = variant
        self.user = user
        self.pad = pad
        self.script = script
        self.conditions = conditions
        self.settings = settings
        self.take = take
    }
}

/// What is studied: each is a table.
public enum Study: String, Sendable, CaseIterable {
    /// Everybody, on every force pad, with progress shown.
    case main
    case rate
    case noise
    case drift
    case zero
    case sensitivity
    /// With progress shown, from practice alone, and by one's own strength.
    case feedback
    /// Weak hands, and what helps them.
    case hand
    /// The first minutes on a pad, before its click level is learned.
    case fresh
    /// Pads whose pressure is contact size, without calibration.
    case area
}
