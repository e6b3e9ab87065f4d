/// What a person may set about presses. The defaults are what a new installation has.
public struct RecognitionSettings: Equatable, Sendable {
    public var sensitivity: Sensitivity
    /// Levels set by hand; they go before calibration and sensitivity.
    public var hint: LevelSetting?
    public var peek: LevelSetting?
    public var pop: LevelSetting?
    /// How many fingers may press together, 1…5.
    public var fingers: Int
    /// How far a finger may move between hint and peek, in mm.
    public var moveCancelMm: Float

    public init(
        sensitivity: Sensitivity = .medium, hint: LevelSetting? = nil, peek: LevelSetting? = nil,
        pop: LevelSetting? = nil, fingers: Int = 1, moveCancelMm: Float = Tuning.moveCancelMm
    ) {
        self.sensitivity = sensitivity
        self.hint = hint
        self.peek = peek
        self.pop = pop
        self.fingers = fingers
        self.moveCancelMm = moveCancelMm
    }
}

/// The levels a pad works with, and where that is so, why it has none.
public enum PressLevels: Equatable, Sendable {
    case on(Levels)
    /// One sentence for people, without a full stop.
    case off(String)

    /// Settings, then calibration, then the defaults; bent to fit the pad's range.
    init(
        _ classification: Classification, _ scale: ForceScale?, _ settings: RecognitionSettings,
        _ calibration: Calibration?
    ) {
        guard let scale, classification.padClass != .none else {
            self = .off(classification.reason)
            return
        }
        guard calibration?.gesturesEnabled ?? (classification.padClass != .area) else {
            self = .off(
                calibration == nil
                    ? "its pressure is contact size; a calibration can show whether it tells a press from a touch"
                    : "its calibration says that this pad cannot tell a press from a touch")
            return
        }
        let defaults = Levels(.medium)
        let factor = settings.sensitivity.factor
        func level(_ set: LevelSetting?, _ calibrated: Float?, _ usual: Float) -> Float {
            set.flatMap(scale.clicks) ?? (calibrated ?? usual) * factor
        }
        let levels = Levels(
            hint: level(settings.hint, calibration?.hint, defaults.hint.down),
            peek: level(settings.peek, calibration?.peek, defaults.peek.down),
            pop: level(settings.pop, calibration?.pop, defaults.pop.down))
        guard levels.areOrdered else {
            self = .off("its levels are not in order: hint has to lie below peek, and peek below pop")
            return
        }
        guard let fitted = levels.fitted(below: scale.topClicks) else {
            self = .off("its range ends too near its click to tell a press from one")
            return
        }
        self = .on(fitted)
    }
}
