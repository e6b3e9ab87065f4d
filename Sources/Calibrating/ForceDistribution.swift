import Recognition

/// How hard somebody presses in one kind of touch: what may be expected of the next one, after the few that were seen.
///
/// Forces of people scatter in proportion to themselves, so their logarithms are taken to be normally distributed. Mean
/// and spread are not known but estimated: the next value then follows Student's t, wider than a normal distribution
/// the fewer values there are. A spread that people usually have stands as that of some earlier values beside it
/// (``CalibrationTuning/usualSpread``), so that five presses which happen to agree are not taken for a machine's.
struct ForceDistribution: Sendable {
    /// Touches that are over before they could reach any level, or tell no force at all, reach none however hard they
    /// are: their share stands for itself.
    private let reachingShare: Double
    private let mean: Double
    private let spread: Double
    private let count: Double
    private let degrees: Int
    /// All values but the mistakes, in clicks, ascending.
    let values: [Double]
    /// What was left out as a mistake, in clicks.
    let outliers: [Double]

    /// - Parameters:
    ///   - clicks: at least one value; 0 for touches without any force.
    ///   - tooQuick: how many of those with a force were over before they could reach a level.
    init(_ clicks: [Double], tooQuick: Int = 0) {
        let reaching = clicks.filter { $0 > CalibrationTuning.leastForce }
        let logarithms = reaching.map(Mathematics.ln)
        let wild = Set(Robust.outliers(logarithms, least: CalibrationTuning.leastOutlierSpread))
        let kept = logarithms.indices.filter { !wild.contains($0) }.map { logarithms[$0] }
        outliers = logarithms.indices.filter(wild.contains).map { reaching[$0] }
        values =
            (clicks.filter { $0 <= CalibrationTuning.leastForce }
            + logarithms.indices.filter { !wild.contains($0) }.map { reaching[$0] }).sorted()
        count = Double(kept.count)
        let total = Double(values.count)
        // Of none or all seen, half a touch is left to the other side.
        let share = max(0, count - Double(tooQuick))
        reachingShare = share == total ? 1 : (share + 0.5) / (total + 1)
        mean = kept.isEmpty ? Mathematics.ln(CalibrationTuning.leastForce) : kept.reduce(0, +) / count
        let center = mean
        let squares = kept.reduce(0) { $0 + ($1 - center) * ($1 - center) }
        let usual = CalibrationTuning.usualSpread
        let priorDegrees = Double(CalibrationTuning.usualSpreadDegrees)
        let freedom = priorDegrees + max(0, count - 1)
        spread = ((priorDegrees * usual * usual + squares) / freedom).squareRoot()
        // The closed form of Student's t wants an even number; the lower one is the more careful.
        degrees = Int(freedom) / 2 * 2
    }

    /// The middle of those that reach a level, in clicks.
    var center: Double { Mathematics.exp(mean) }

    /// The force that all but this fraction stay below, roughly: `spreads` times the spread above the middle.
    func force(spreads: Double) -> Double { Mathematics.exp(mean + spreads * spread) }

    /// That the next one reaches the level.
    func reaches(_ level: Double) -> Double {
        let t = (Mathematics.ln(level) - mean) / (spread * (1 + 1 / max(count, 1)).squareRoot())
        return reachingShare * Mathematics.studentTail(t, degrees: degrees)
    }

    /// That the next one stays below the level.
    func misses(_ level: Double) -> Double { 1 - reaches(level) }

    /// The expected probability with its range.
    func reachRate(_ level: Double) -> ErrorRate {
        let (low, high) = bounds(level)
        let expected = reaches(level)
        return ErrorRate(expected: expected, low: min(low, expected), high: max(high, expected))
    }

    func missRate(_ level: Double) -> ErrorRate {
        let (low, high) = bounds(level)
        let expected = misses(level)
        return ErrorRate(expected: expected, low: min(1 - high, expected), high: max(1 - low, expected))
    }

    /// Between which probabilities the true one lies in nine cases of ten.
    ///
    /// The distance of the level from the mean, in spreads, is known with the standard error √(1/n + k²/2ν), the usual
    /// approximation of the noncentral t distribution.
    private func bounds(_ level: Double) -> (low: Double, high: Double) {
        let k = (Mathematics.ln(level) - mean) / spread
        let error = 1.645 * (1 / max(count, 1) + k * k / (2 * Double(degrees))).squareRoot()
        return (
            reachingShare * Mathematics.normalTail(k + error), reachingShare * Mathematics.normalTail(k - error)
        )
    }
}

/// That a random value of `high` exceeds a random one of `low`; equal ones count half. 0.5: they cannot be told apart.
func separation(_ low: [Double], _ high: [Double]) -> Double {
    guard !low.isEmpty, !high.isEmpty else { return 0.5 }
    var score = 0.0
    for accident in low {
        for purpose in high { score += purpose > accident ? 1 : purpose == accident ? 0.5 : 0 }
    }
    return score / Double(low.count * high.count)
}
