import PeekPopWire
import Recognition

/// Whether a calibration makes sense for a pad.
enum CalibrationCheck {
    /// In clicks: no finger touches a pad with less, so that the lightest touch would press.
    static let leastLevel: Float = 0.1
    /// Known pads tell 0.1 to 4 units a gram; beyond these the number is a slip.
    static let unitsPerGram: ClosedRange<Float> = 0.001...10_000

    /// - Parameters:
    ///   - settings: those in force for the pad.
    ///   - learned: what its clicks have taught.
    /// - Returns: what is wrong with it, in words; `nil` where nothing is.
    static func objection(
        to calibration: Wire.Calibration, for pad: PadDescription,
        settings: RecognitionSettings = RecognitionSettings(), learned: LearnedClick? = nil
    ) -> String? {
        guard calibration.device == pad.id else {
            return "it was made for \(calibration.device), not for \(pad.id)"
        }
        guard let axis = pad.pressure, let scale = ForceScale(pad) else { return pad.classification.reason }
        let range = min(scale.minimum, Float(axis.minimum))...scale.maximum
        for (name, value) in [("zeroPressure", calibration.zeroPressure), ("clickPressure", calibration.clickPressure)]
        {
            guard let value else { continue }
            guard value.isFinite, range.contains(value) else {
                return "\(name) \(value) lies outside the pad's range, \(range.lowerBound) to \(range.upperBound)"
            }
        }
        if let click = calibration.clickPressure, click <= (calibration.zeroPressure ?? scale.minimum) {
            return "clickPressure \(click) has to lie above the zero, \(calibration.zeroPressure ?? scale.minimum)"
        }
        // NaN lies in no range.
        if let units = calibration.unitsPerGram, !unitsPerGram.contains(units) {
            return "unitsPerGram \(units) has to lie within \(unitsPerGram.lowerBound) and \(unitsPerGram.upperBound)"
        }
        if let resting = calibration.restingPressure, !(resting.isFinite && resting > 0 && range.contains(resting)) {
            return "restingPressure \(resting) has to be above 0, and in the pad's range"
        }
        if let aspect = calibration.restingAspect {
            guard aspect.isFinite, aspect > 0, aspect <= 1 else {
                return "restingAspect \(aspect) has to be above 0, and at most 1"
            }
            guard calibration.restingPressure != nil else { return "restingAspect needs a restingPressure beside it" }
        }
        let levels = [("hint", calibration.hint), ("peek", calibration.peek), ("pop", calibration.pop)]
            .compactMap { name, value in value.map { (name: name, value: $0) } }
        for level in levels where !(level.value.isFinite && level.value >= leastLevel) {
            return "\(level.name) \(level.value) has to be \(leastLevel) clicks at least: any touch would reach it"
        }
        for (lower, higher) in zip(levels, levels.dropFirst()) where lower.value >= higher.value {
            return "\(lower.name) (\(lower.value)) has to lie below \(higher.name) (\(higher.value))"
        }
        return unused(calibration.values, pad, learned) ?? silence(calibration.values, pad, settings, learned)
    }

    /// A value that the scale would pass over, in words: it would be stored and mean nothing.
    private static func unused(_ values: Calibration, _ pad: PadDescription, _ learned: LearnedClick?) -> String? {
        guard let scale = ForceScale(pad, calibration: values, learned: learned) else { return nil }
        if let click = values.clickPressure, scale.click != click {
            return
                "clickPressure \(click) has to lie above the zero, \(scale.zero), and below the end of the pad's range,"
                + " \(scale.maximum)"
        }
        if let zero = values.zeroPressure, scale.zero != zero || scale.click <= zero {
            return "zeroPressure \(zero) has to lie below the click level, \(scale.click)"
        }
        return nil
    }

    /// Why no press would be recognised any more, in words, where the calibration is what makes it so.
    private static func silence(
        _ values: Calibration, _ pad: PadDescription, _ settings: RecognitionSettings, _ learned: LearnedClick?
    ) -> String? {
        // Somebody wants it so, or leaves a pad of contact size as it is.
        guard values.gesturesEnabled ?? (pad.classification.padClass != .area) else { return nil }
        func off(_ settings: RecognitionSettings, _ values: Calibration) -> (reason: String, scale: ForceScale?)? {
            let recogniser = Recogniser(pad, settings: settings, calibration: values, learned: learned)
            guard case .off(let reason) = recogniser.levels else { return nil }
            return (reason, recogniser.scale)
        }
        let alone = off(RecognitionSettings(), values)
        // Where the configuration in force leaves no presses by itself, the calibration is not to blame.
        let bare = Calibration(gesturesEnabled: values.gesturesEnabled)
        guard let (reason, scale) = alone ?? (off(settings, bare) == nil ? off(settings, values) : nil) else {
            return nil
        }
        var words = "no press would be recognised with it: \(reason)"
        if let scale, scale.topClicks < Tuning.leastTop {
            let highest = scale.zero + (scale.maximum - scale.zero) / Tuning.leastTop
            words += "; clickPressure can be \(highest) at most, for the range to end \(Tuning.leastTop) clicks up"
        } else if alone == nil {
            words += "; see the levels in the configuration"
        }
        return words
    }
}
