import Recognition

/// From gathered touches to levels.
public enum CalibrationFitter {
    public static func fit(_ gathered: GatheredTouches) -> CalibrationOutcome {
        var counts = CalibrationCounts()
        counts.touches = gathered.touches.count
        counts.clicks = gathered.clicks.count
        counts.presses = gathered.presses.count
        counts.hardPresses = gathered.hardPresses.count
        counts.discarded = gathered.rejected
        return .refusal(
            CalibrationRefusal(
                reason: "\(counts.presses) firm presses are too few", counts: counts, figures: nil, forces: []))
    }
}
