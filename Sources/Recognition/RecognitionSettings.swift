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
        let levels = Levels(settings, scale, calibration)
        guard levels.areOrdered else {
            self = .off("its levels are not in order: hint has to lie below peek, and peek below pop")
            return
        }
        let isCalibrated = calibration?.peek != nil && calibration?.pop != nil
        guard let fitted = levels.fitted(below: scale.topClicks, isCalibrated: isCalibrated) else {
            self = .off("its range ends too near its click to tell a press from one")
            return
        }
        self = .on(fitted)
    }
}

extension Levels {
    /// Levels set by hand stand as they are; those beside them keep their usual proportion, so that setting one level
    /// moves the others along. Where none is set: the calibrated or default levels, by sensitivity.
    init(_ settings: RecognitionSettings, _ scale: ForceScale, _ calibration: Calibration?) {
        let factor = settings.sensitivity.factor
        // What was found between this person's clicks and presses stays between them.
        func calibrated(_ level: Float) -> Float { level > 1 ? 1 + (level - 1) * factor : level }
        let usualHint = calibration?.hint.map(calibrated) ?? Tuning.hint * factor
        let usualPeek = calibration?.peek.map(calibrated) ?? Tuning.peek * factor
        let usualPop = calibration?.pop.map(calibrated) ?? Tuning.pop * factor
        let hint = settings.hint.flatMap(scale.clicks)
        let pop = settings.pop.flatMap(scale.clicks)
        let peek: Float =
            if let set = settings.peek.flatMap(scale.clicks) {
                set
            } else if let hint, let pop {
                hint + (pop - hint) * (usualPeek - usualHint) / (usualPop - usualHint)
            } else {
                usualPeek * (hint.map { $0 / usualHint } ?? pop.map { $0 / usualPop } ?? 1)
            }
        self.init(
            hint: hint ?? usualHint * peek / usualPeek, peek: peek, pop: pop ?? usualPop * peek / usualPeek)
    }
}
