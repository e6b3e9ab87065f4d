import ForceModel
import Testing

@Suite struct PopulationTests {
    /// Nobody who levels are chosen by is among those of whom figures are reported.
    @Test func purposesShareNobody() {
        let tuning = Population.users(.tuning, 2_000)
        let reporting = Population.users(.reporting, 2_000)
        #expect(Set(tuning.map(\.seed)).isDisjoint(with: reporting.map(\.seed)))
        #expect(Set(tuning.map(\.hand.restGrams)).isDisjoint(with: reporting.map(\.hand.restGrams)))
        #expect(Set(tuning.map(\.seed)).count == 2_000)
        #expect(Set(reporting.map(\.name)).isDisjoint(with: tuning.map(\.name)))
    }

    /// A person is the same whoever is asked for beside them, and their purposes' streams do not depend on the count.
    @Test func peopleStayThemselves() {
        #expect(Population.users(.reporting, 5).last == Population.user(.reporting, 4))
        #expect(Population.user(.tuning, 7) == Population.user(.tuning, 7))
    }

    @Test func halfAreAverage() {
        let weights = Population.users(.tuning, 400).map(\.hand.weight)
        #expect(weights.filter { $0 == .average }.count == 200)
        #expect(weights.filter { $0 == .light }.count == 100)
        #expect(weights.filter { $0 == .heavy }.count == 100)
        #expect(Population.users(.tuning, 20, weight: .weak).allSatisfy { $0.hand.weight == .weak })
    }

    private struct Bounds {
        var median: ClosedRange<Double>
        /// Nine of ten.
        var most: ClosedRange<Double>
    }

    /// The drawn people against what their distributions rest on.
    @Test(arguments: User.Purpose.allCases)
    func statistics(_ purpose: User.Purpose) {
        let hands = Population.users(purpose, 4_000, weight: .average).map(\.hand)
        let expectations: [(String, (Hand) -> Double, Bounds)] = [
            ("rest, g", { $0.restGrams }, Bounds(median: 53...57, most: 38...78)),
            ("tap, g", { $0.tapGrams }, Bounds(median: 49...53, most: 39...66)),
            ("click's excess", { $0.clickExcess }, Bounds(median: 0.28...0.32, most: 0.21...0.43)),
            ("firm, g", { $0.firmGrams }, Bounds(median: 410...430, most: 320...550)),
            ("hardest, g", { $0.hardestGrams }, Bounds(median: 1_220...1_280, most: 1_000...1_550)),
            ("scatter, seen", { $0.seenSpread }, Bounds(median: 0.043...0.047, most: 0.029...0.070)),
            ("scatter, blind", { $0.blindSpread }, Bounds(median: 0.117...0.123, most: 0.092...0.156)),
            ("bias, seen", { $0.seenBias }, Bounds(median: 0.995...1.005, most: 0.94...1.06)),
            ("bias, blind", { $0.blindBias }, Bounds(median: 0.99...1.01, most: 0.83...1.20)),
            ("tremor, Hz", { $0.steadiness.tremorHz }, Bounds(median: 9.4...9.6, most: 8...11.3)),
            ("tremor", { $0.steadiness.tremor }, Bounds(median: 0.008...0.011, most: 0.004...0.035)),
            ("wander", { $0.steadiness.wander }, Bounds(median: 0.023...0.025, most: 0.013...0.044)),
            ("rise, ms", { $0.riseMs }, Bounds(median: 243...257, most: 170...365)),
            ("stroke, ms", { $0.strokeMs }, Bounds(median: 35...37, most: 26...50)),
            ("release, ms", { $0.releaseMs }, Bounds(median: 116...124, most: 78...185)),
            ("quick release, ms", { $0.quickReleaseMs }, Bounds(median: 44...46, most: 32...63)),
            ("fingertip, mm", { $0.fingertipMm }, Bounds(median: 8.4...8.6, most: 7.2...10.1)),
        ]
        for (name, value, bounds) in expectations {
            let values = hands.map(value)
            #expect(bounds.median.contains(quantile(values, 0.5)), "\(name): \(quantile(values, 0.5))")
            #expect(bounds.most.lowerBound <= quantile(values, 0.05), "\(name): \(quantile(values, 0.05))")
            #expect(bounds.most.upperBound >= quantile(values, 0.95), "\(name): \(quantile(values, 0.95))")
        }
        #expect(hands.allSatisfy { (8...12).contains($0.steadiness.tremorHz) })
        #expect(hands.allSatisfy { $0.hardestGrams >= 1.4 * $0.firmGrams })
    }

    @Test func weightsAreInOrder() {
        func medians(_ value: (Hand) -> Double) -> [Double] {
            [HandWeight.weak, .light, .average, .heavy].map {
                quantile(Population.users(.reporting, 500, weight: $0).map { value($0.hand) }, 0.5)
            }
        }
        for value in [\Hand.restGrams, \.tapGrams, \.clickExcess, \.firmGrams, \.hardestGrams] {
            let values = medians { $0[keyPath: value] }
            #expect(values == values.sorted())
            #expect(Set(values).count == 4)
        }
    }
}
