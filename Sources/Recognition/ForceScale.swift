/// Where a pad's click level comes from, in falling order of trust.
public enum ScaleSource: String, Sendable, CaseIterable {
    case calibration
    case hardwareDatabase
    case learnedClicks
    case classDefault
}

/// From a device's raw pressure to clicks and grams.
public struct ForceScale: Equatable, Sendable {
    /// Raw pressure without a touch.
    public private(set) var zero: Float
    /// Raw pressure at which the pad clicks.
    public private(set) var click: Float
    public private(set) var source: ScaleSource
    /// `nil` where the scale is unknown.
    public let unitsPerGram: Float?
    /// The raw range to reckon with.
    public let minimum: Float
    public let maximum: Float
    private let calibratedZero: Float?

    /// - Returns: `nil` for a pad without a usable pressure range.
    public init?(_ pad: PadDescription, calibration: Calibration? = nil, learned: LearnedClick? = nil) {
        guard let range = pad.pressureRange else { return nil }
        minimum = Float(range.lowerBound)
        maximum = Float(range.upperBound)
        unitsPerGram = calibration?.unitsPerGram ?? pad.unitsPerGram
        calibratedZero = calibration?.zeroPressure
        zero = calibratedZero ?? minimum
        // Assigned first so that the whole is initialised; the real choice follows.
        click = maximum
        source = .classDefault
        let candidates: [(Float?, ScaleSource)] = [
            (calibration?.clickPressure, .calibration),
            (pad.knowledge.clickPressure, .hardwareDatabase),
            (learned?.pressure, .learnedClicks),
        ]
        for case (let pressure?, let source) in candidates where isPlausible(pressure) {
            click = pressure
            self.source = source
            return
        }
        let assumed = unitsPerGram.map { zero + Tuning.assumedClickGrams * $0 } ?? .infinity
        click = isPlausible(assumed) ? assumed : minimum + (maximum - minimum) * Tuning.assumedClickOfRange
        if click <= zero { zero = minimum }
    }

    /// A click level has to lie above the zero and below the end of the range.
    private func isPlausible(_ pressure: Float) -> Bool {
        pressure > zero && pressure < maximum
    }

    /// Takes a drifted zero over, within bounds; a calibrated zero stands.
    mutating func follow(_ zeros: ZeroTracker) {
        let span = click - minimum
        guard calibratedZero == nil,
            let drifted = zeros.rest ?? zeros.smallest.map({ $0 - Tuning.zeroDeadband * span })
        else { return }
        zero = min(max(drifted, minimum), minimum + Tuning.largestZero * span)
    }

    /// Force in clicks, at least 0; values beyond the range count as its ends.
    public func clicks(_ raw: Float) -> Float {
        max(0, (min(raw, maximum) - zero) / (click - zero))
    }

    /// Force in grams, at least 0.
    public func grams(_ raw: Float) -> Float? {
        unitsPerGram.map { max(0, (min(raw, maximum) - zero) / $0) }
    }

    /// Where the range ends, in clicks.
    public var topClicks: Float { clicks(maximum) }

    /// A level as written, in clicks; `nil` for grams on a pad without a scale.
    public func clicks(_ setting: LevelSetting) -> Float? {
        switch setting {
        case .clicks(let clicks): clicks
        case .grams(let grams): unitsPerGram.map { grams * $0 / (click - zero) }
        }
    }
}
