import Testing

@testable import Calibrating

@Suite struct DistributionTests {
    @Test("Many values: the distribution they were drawn from")
    func known() {
        var strokes = Strokes(seed: 7)
        let forces = (0..<4000).map { _ in strokes.around(2, 0.2) }
        let distribution = ForceDistribution(forces)
        #expect(abs(distribution.center - 2) < 0.02)
        // One and two spreads above the middle: 15.87 % and 2.28 % of a normal distribution.
        #expect(abs(distribution.reaches(2 * Mathematics.exp(0.2)) - 0.1587) < 0.01)
        #expect(abs(distribution.reaches(2 * Mathematics.exp(0.4)) - 0.0228) < 0.004)
        #expect(abs(distribution.misses(2) - 0.5) < 0.02)
        let rate = distribution.reachRate(2 * Mathematics.exp(0.2))
        #expect(abs(rate.expected - 0.1587) < 0.01 && rate.high - rate.low < 0.03 && rate.high - rate.low > 0.01)
    }

    @Test("The stated range holds the truth in nine samples of ten", arguments: [5, 8, 20])
    func coverage(size: Int) {
        var strokes = Strokes(seed: UInt64(size))
        let level = Mathematics.exp(1.5 * 0.15)
        let truth = Mathematics.normalTail(1.5)
        var held = 0
        for _ in 0..<1000 {
            let rate = ForceDistribution((0..<size).map { _ in strokes.around(1, 0.15) }).reachRate(level)
            if rate.low <= truth, truth <= rate.high { held += 1 }
        }
        #expect(held >= 830 && held <= 980, "\(held) of 1000")
    }

    @Test("Five equal values are no certainty")
    func allEqual() {
        let distribution = ForceDistribution([2, 2, 2, 2, 2])
        #expect(abs(distribution.center - 2) < 1e-12)
        #expect(distribution.misses(1.7) > 0.005)
        #expect(distribution.misses(1.7) < 0.1)
        #expect(distribution.misses(1) < 1e-4)
        #expect(ForceDistribution([2]).misses(1) > 1e-7)
    }

    @Test("A lone wild value is left out, two are a habit")
    func outliers() {
        let presses = [2.0, 2.1, 1.9, 2.05, 0.4]
        let one = ForceDistribution(presses)
        #expect(one.outliers == [0.4])
        #expect(one.values == [1.9, 2.0, 2.05, 2.1])
        #expect(abs(one.center - 2.01) < 0.02)
        let two = ForceDistribution([2.0, 2.1, 1.9, 2.05, 0.4, 0.45])
        #expect(two.outliers == [])
        #expect(two.misses(1) > 0.1)
        // Four are too few to call one of them wild.
        #expect(ForceDistribution([2.0, 2.1, 1.9, 0.4]).outliers == [])
    }

    @Test("Touches that reach nothing are a share of their own")
    func zeros() {
        let none = ForceDistribution([0, 0, 0, 0, 0, 0, 0, 0])
        #expect(none.reaches(1) < 0.001)
        let half = ForceDistribution([0, 0, 0, 0, 1, 1, 1, 1])
        #expect(abs(half.reaches(0.5) - 0.5) < 0.01)
    }

    @Test(
        "Separation counts pairs",
        arguments: [
            ([1, 1, 1], [2, 2], 1), ([1, 2], [1, 2], 0.5), ([2], [1], 0), ([], [1], 0.5), ([1, 3], [2], 0.5),
        ] as [([Double], [Double], Double)])
    func separated(low: [Double], high: [Double], expected: Double) {
        #expect(separation(low, high) == expected)
    }

    @Test("The median does not mind the order, nor wild values")
    func median() {
        #expect(Robust.median([]) == 0)
        #expect(Robust.median([3, 1, 2]) == 2)
        #expect(Robust.median([4, 1, 2, 1000]) == 3)
        #expect(abs(Robust.spread([1, 2, 3, 4, 500]) - 1.4826) < 1e-12)
    }
}
