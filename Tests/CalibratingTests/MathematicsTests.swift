import Glibc
import Testing

@testable import Calibrating

@Suite struct MathematicsTests {
    @Test(
        "Against the C library",
        arguments: [1e-300, 1e-9, 0.02, 0.5, 0.99999, 1, 1.0001, 1.41421357, 2, 2.75, 1e6, 1e300])
    func logarithm(x: Double) {
        let expected = Glibc.log(x)
        #expect(abs(Mathematics.ln(x) - expected) <= 1e-15 * max(1, abs(expected)))
        #expect(abs(Mathematics.exp(expected) / x - 1) < 2e-13)
    }

    @Test("What lies beyond")
    func extremes() {
        #expect(Mathematics.ln(0) == -.infinity)
        #expect(Mathematics.ln(-1) == -.infinity)
        #expect(Mathematics.exp(-1000) == 0)
        #expect(Mathematics.exp(1000) == .infinity)
        #expect(Mathematics.exp(0) == 1)
    }

    @Test(
        "The normal distribution's tail, as erfc has it",
        arguments: [-8, -2.5, -1, 0, 0.3, 1.645, 2.4999, 2.5, 4, 8, 30])
    func normalTail(z: Double) {
        let expected = Glibc.erfc(z / 2.0.squareRoot()) / 2
        #expect(abs(Mathematics.normalTail(z) - expected) <= 1e-11 * expected + 1e-300)
    }

    // Tables of Student's t: the values that 5 %, 2.5 % and 0.1 % exceed.
    @Test(
        "Student's t",
        arguments: [
            (2, 2.919986, 0.05), (2, 4.302653, 0.025), (4, 2.131847, 0.05), (10, 1.812461, 0.05), (10, 4.143700, 0.001),
            (30, 3.385185, 0.001), (60, 2.000298, 0.025), (8, 0, 0.5), (8, -1.859548, 0.95),
        ])
    func studentTail(degrees: Int, t: Double, tail: Double) {
        #expect(abs(Mathematics.studentTail(t, degrees: degrees) - tail) < 2e-7)
    }
}
