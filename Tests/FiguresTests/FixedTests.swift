import Testing

@testable import Figures

struct FixedTests {
    @Test(
        arguments: [
            (0, 0, "0"), (0.5, 0, "1"), (1.4, 0, "1"), (-0.4, 0, "0"), (-1.5, 0, "-2"), (1.005, 1, "1.0"),
            (2.25, 1, "2.3"),
            (-0.004, 2, "0.00"), (-0.25, 2, "-0.25"), (0.05, 2, "0.05"), (12.3, 3, "12.300"), (1e12, 0, "-"),
            (999_999_999_999, 2, "999999999999.00"), (.nan, 1, "-"), (-.infinity, 1, "-"),
        ] as [(Double, Int, String)])
    func numbers(value: Double, decimals: Int, text: String) {
        #expect(fixed(value, decimals) == text)
    }

    @Test func signsOfOnesOwn() {
        #expect(fixed(-2, 1, minus: "−") == "−2.0")
        #expect(fixed(.nan, 1, nothing: "–") == "–")
    }
}
