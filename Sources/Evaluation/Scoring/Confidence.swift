import ForceModel

/// How far a figure can be trusted: 95 % bounds for counts, so that nobody reads "0 seen" as "never".
public enum Confidence {
    /// The normal distribution's two-sided and one-sided 95 % points.
    static let twoSided = 1.959_963_984_540_054
    static let oneSided = 1.644_853_626_951_472

    /// Wilson's score interval for a proportion, two-sided 95 %.
    ///
    /// - Returns: `nil` where there was nothing to count.
    public static func proportion(_ made: Int, of wanted: Int) -> ClosedRange<Double>? {
        guard wanted > 0, made >= 0, made <= wanted else { return nil }
        let n = Double(wanted)
        let p = Double(made) / n
        let z = twoSided
        let middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        let half = z * (p * (1 - p) / n + z * z / (4 * n * n)).squareRoot() / (1 + z * z / n)
        let low = made == 0 ? 0 : max(0, middle - half)
        let high = made == wanted ? 1 : min(1, middle + half)
        return low...high
    }

    /// How many events are to be expected at most where so many were seen: the one-sided 95 % bound of a Poisson count.
    /// For none seen it is 3.0, the rule of three.
    public static func expectedAtMost(_ seen: Int) -> Double {
        precondition(seen >= 0, "a count is never negative")
        // Beyond this Wilson and Hilferty's approximation is good to five digits.
        guard seen < 200 else {
            let n = Double(seen + 1)
            let root = 1 - 1 / (9 * n) + oneSided / (3 * n.squareRoot())
            return n * root * root * root
        }
        // The mean at which as few as were seen come with probability 1/20.
        var (low, high) = (Double(seen), 2 * Double(seen) + 10)
        for _ in 0..<60 {
            let mean = (low + high) / 2
            if atMost(seen, mean: mean) > 0.05 { low = mean } else { high = mean }
        }
        return (low + high) / 2
    }

    /// The probability of at most `count` events.
    private static func atMost(_ count: Int, mean: Double) -> Double {
        var term = ModelMath.exp(-mean)
        var sum = term
        for k in 0..<count {
            term *= mean / Double(k + 1)
            sum += term
        }
        return sum
    }
}
