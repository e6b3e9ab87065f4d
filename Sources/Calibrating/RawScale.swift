import Recognition

/// How the raw pressure of gathered touches is turned into clicks while levels are sought.
struct RawScale: Sendable {
    var zero: Float
    var click: Float
    var maximum: Float
    /// What a plain touch is, on pads whose contact size is measured against it.
    var reference: PressureCorrection.Reference?

    func clicks(_ raw: Float) -> Float { max(0, (min(raw, maximum) - zero) / (click - zero)) }

    /// The highest level that a touch would have reached, in clicks.
    func reach(_ touch: GatheredTouch) -> Double {
        var reach = TouchReach()
        for (index, pressure) in corrected(touch).enumerated() {
            reach.add(clicks(pressure), atUsec: touch.samples[index].usec)
        }
        reach.wait(toUsec: touch.durationUsec)
        return Double(reach.clicks)
    }

    /// A touch's raw pressures as they count.
    func corrected(_ touch: GatheredTouch) -> [Float] {
        guard let reference else { return touch.samples.map(\.raw) }
        var correction = PressureCorrection(reference)
        return touch.samples.enumerated().map { index, sample in
            index == 0
                ? correction.begin(sample.raw, majorMm: sample.majorMm, minorMm: sample.minorMm, atUsec: sample.usec)
                : correction.add(sample.raw, majorMm: sample.majorMm, minorMm: sample.minorMm, atUsec: sample.usec)
        }
    }

    /// The pad's click level from clicks: it lies between the report with the button down and the one before.
    ///
    /// - Returns: `nil` for too few clicks.
    static func clickLevel(_ clicks: [GatheredTouch], zero: Float, maximum: Float) -> Float? {
        let levels = clicks.compactMap { $0.click.map { Double($0.before + $0.at) / 2 } }
            .filter { $0 > Double(zero) && $0 < Double(maximum) }
        guard levels.count >= CalibrationTuning.fewestClicks else { return nil }
        return Float(Robust.median(levels))
    }
}
