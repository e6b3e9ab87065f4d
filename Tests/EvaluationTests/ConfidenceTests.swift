import Testing

@testable import Evaluation

/// Values of tables of the distributions.
@Suite struct ConfidenceTests {
    @Test(arguments: [(0, 2.9957), (1, 4.7439), (3, 7.7537), (10, 16.9622), (100, 118.0788), (500, 538.4)])
    func poisson(seen: Int, most: Double) {
        #expect(abs(Confidence.expectedAtMost(seen) / most - 1) < 1e-3)
    }

    @Test func theTwoWaysOfReckoningMeet() {
        #expect(abs(Confidence.expectedAtMost(199) / Confidence.expectedAtMost(200) - 199.5 / 200.5) < 1e-3)
    }

    @Test(
        arguments: [
            (0, 10, 0, 0.27753), (10, 10, 0.72247, 1), (5, 10, 0.23659, 0.76341), (995, 1000, 0.98835, 0.99786),
        ] as [(Int, Int, Double, Double)])
    func wilson(made: Int, wanted: Int, low: Double, high: Double) throws {
        let bounds = try #require(Confidence.proportion(made, of: wanted))
        #expect(abs(bounds.lowerBound - low) < 1e-4 && abs(bounds.upperBound - high) < 1e-4)
    }

    @Test func nothingToCountHasNoBounds() {
        #expect(Confidence.proportion(0, of: 0) == nil)
    }

    @Test func noneSeenIsNotNever() {
        var tally = Tally()
        tally.peek.wanted = 1000
        tally.peek.made = 1000
        #expect(Cells.recall(tally.peek) == "100 % (99.6)")
        tally.peek.made = 999
        #expect(Cells.recall(tally.peek) == "99.90 % (99.4)")
        #expect(Cells.rate(0, per: 30) == "0 (0.100)")
        #expect(Cells.rate(3, per: 30) == "0.10 (0.26)")
        #expect(Cells.recall(Tally.Recall()) == "–")
        tally.stuck.wanted = 100_000
        tally.stuck.made = 1
        #expect(Cells.mistakes(tally.stuck) == "0.01 % (0.006)", "one of many is never shown as none")
    }
}
