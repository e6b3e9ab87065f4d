/// Elementary functions from the four operations and the square root alone, which every machine rounds alike: a
/// calibration's figures are the same digits everywhere.
enum Mathematics {
    private static let ln2 = 0.693147180559945309417232
    private static let sqrt2 = 1.41421356237309504880169
    private static let sqrtTwoPi = 2.50662827463100050241577

    /// Natural logarithm, of positive finite numbers; −∞ for 0 and below. Exact to about 1e-15.
    static func ln(_ x: Double) -> Double {
        guard x > 0 else { return -.infinity }
        guard x.isFinite else { return x }
        var exponent = Double(x.exponent)
        var mantissa = x.significand
        if mantissa > sqrt2 {
            mantissa /= 2
            exponent += 1
        }
        // ln m = 2 artanh((m − 1) / (m + 1)), |argument| ≤ 0.172: twelve terms leave 1e-19.
        let ratio = (mantissa - 1) / (mantissa + 1)
        let square = ratio * ratio
        var sum = 0.0
        for term in stride(from: 23, through: 1, by: -2) { sum = sum * square + 1 / Double(term) }
        return exponent * ln2 + 2 * ratio * sum
    }

    /// eˣ; 0 and infinity where it leaves the range of Double. Exact to about 1e-15 relative.
    static func exp(_ x: Double) -> Double {
        guard x > -708 else { return 0 }
        guard x < 709 else { return .infinity }
        let power = (x / ln2).rounded()
        let rest = x - power * ln2
        var sum = 1.0
        for term in stride(from: 16, through: 1, by: -1) { sum = 1 + sum * rest / Double(term) }
        return Double(sign: .plus, exponent: Int(power), significand: sum)
    }

    /// The probability that a standard normal variable exceeds `z`.
    static func normalTail(_ z: Double) -> Double {
        if z < 0 { return 1 - normalTail(-z) }
        let density = exp(-z * z / 2) / sqrtTwoPi
        if z < 2.5 {
            // ½ − φ(z) · Σ z^(2k+1) / (1 · 3 · 5 …)
            var term = z
            var sum = z
            for k in 1...60 {
                term *= z * z / Double(2 * k + 1)
                sum += term
            }
            return 0.5 - density * sum
        }
        // Laplace's continued fraction.
        var fraction = z
        for k in stride(from: 60, through: 1, by: -1) { fraction = z + Double(k) / fraction }
        return density / fraction
    }

    /// The probability that Student's t with an even number of degrees of freedom exceeds `t`
    /// (Abramowitz and Stegun 26.7.4: for even numbers it is algebraic).
    static func studentTail(_ t: Double, degrees: Int) -> Double {
        precondition(degrees >= 2 && degrees % 2 == 0, "\(degrees) degrees of freedom: even, at least 2")
        let total = Double(degrees) + t * t
        let sine = t / total.squareRoot()
        let squaredCosine = Double(degrees) / total
        var term = 1.0
        var sum = 1.0
        for k in stride(from: 2, to: degrees, by: 2) {
            term *= squaredCosine * Double(k - 1) / Double(k)
            sum += term
        }
        return max(0, (1 - sine * sum) / 2)
    }
}
