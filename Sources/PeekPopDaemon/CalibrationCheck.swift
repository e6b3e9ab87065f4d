import PeekPopWire
import Recognition

/// Whether a calibration makes sense for a pad.
enum CalibrationCheck {
    /// - Returns: what is wrong with it, in words; `nil` where nothing is.
    static func objection(to calibration: Wire.Calibration, for pad: PadDescription) -> String? {
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
        if let unitsPerGram = calibration.unitsPerGram, !(unitsPerGram.isFinite && unitsPerGram > 0) {
            return "unitsPerGram \(unitsPerGram) has to be above 0"
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
        for level in levels where !(level.value.isFinite && level.value > 0) {
            return "\(level.name) \(level.value) has to be above 0"
        }
        for (lower, higher) in zip(levels, levels.dropFirst()) where lower.value >= higher.value {
            return "\(lower.name) (\(lower.value)) has to lie below \(higher.name) (\(higher.value))"
        }
        return nil
    }
}
