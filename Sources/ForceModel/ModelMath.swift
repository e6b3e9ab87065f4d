/// The few functions the models need, of additions, multiplications, divisions and square roots alone: those are
/// rounded the same on every machine, a C library's exp and log are not.
public enum ModelMath {
    /// e^x to 15 digits, for |x| ≤ 700.
    public static func exp(_ x: Double) -> Double {
        // The squarings below are exact upwards only: 1 + s loses digits where s comes near −1.
        if x < 0 { return 1 / exp(-x) }
        // e^x = (e^(x / 1024))^1024, and the small power by its series.
        let small = x / 1_024
        var term = 1.0
        var sum = 0.0
        // Without the leading 1 the squarings below lose no digits: (1 + s)² − 1 = s·(2 + s).
        for k in 1...9 {
            term *= small / Double(k)
            sum += term
        }
        for _ in 0..<10 { sum *= 2 + sum }
        return 1 + sum
    }

    /// The natural logarithm to 15 digits, for x > 0.
    public static func log(_ x: Double) -> Double {
        // x = significand · 2^exponent, and log m = 2·artanh((m − 1) / (m + 1)) with m in √½ … √2.
        var exponent = Double(x.exponent)
        var m = x.significand
        if m > 1.414_213_562_373_095 {
            m /= 2
            exponent += 1
        }
        let t = (m - 1) / (m + 1)
        let square = t * t
        var power = t
        var sum = 0.0
        var k = 1.0
        while k < 40 {
            sum += power / k
            power *= square
            k += 2
        }
        return 2 * sum + exponent * 0.693_147_180_559_945_3
    }

    /// The cosine by its series, for |x| ≤ π.
    public static func cos(_ x: Double) -> Double {
        var term = 1.0
        var sum = 1.0
        for k in 1...14 {
            term *= -x * x / Double((2 * k - 1) * (2 * k))
            sum += term
        }
        return sum
    }

    /// Below which value a standard normal number lies with probability `p`, 0 < p < 1.
    ///
    /// Acklam's rational approximation, relative error below 1.2e-9.
    public static func normalQuantile(_ p: Double) -> Double {
        let tail = 0.024_25
        if p < tail { return lowerTail(p) }
        if p > 1 - tail { return -lowerTail(1 - p) }
        let q = p - 0.5
        let r = q * q
        let above =
            (((((-3.969_683_028_665_376e+01 * r + 2.209_460_984_245_205e+02) * r - 2.759_285_104_469_687e+02) * r
                + 1.383_577_518_672_690e+02) * r - 3.066_479_806_614_716e+01) * r + 2.506_628_277_459_239e+00) * q
        let below =
            ((((-5.447_609_879_822_406e+01 * r + 1.615_858_368_580_409e+02) * r - 1.556_989_798_598_866e+02) * r
                + 6.680_131_188_771_972e+01) * r - 1.328_068_155_288_572e+01) * r + 1
        return above / below
    }

    private static func lowerTail(_ p: Double) -> Double {
        let q = (-2 * log(p)).squareRoot()
        let above =
            ((((-7.784_894_002_430_293e-03 * q - 3.223_964_580_411_365e-01) * q - 2.400_758_277_161_838e+00) * q
                - 2.549_732_539_343_734e+00) * q + 4.374_664_141_464_968e+00) * q + 2.938_163_982_698_783e+00
        let below =
            (((7.784_695_709_041_462e-03 * q + 3.224_671_290_700_398e-01) * q + 2.445_134_137_142_996e+00) * q
                + 3.754_408_661_907_416e+00) * q + 1
        return above / below
    }
}
