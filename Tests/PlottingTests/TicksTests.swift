import Testing

@testable import Plotting

@Suite struct TicksTests {
    @Test(arguments: [
        (0.0...1.0, 5, ["0.0", "0.5", "1.0"]),
        (0.0...1.0, 6, ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]),
        (0.0...3.2, 4, ["0", "1", "2", "3"]),
        (0.0...10.0, 3, ["0", "5", "10"]),
        (-2.0...2.0, 5, ["−2", "−1", "0", "1", "2"]),
        (0.13...0.37, 3, ["0.2", "0.3"]),
        (1330.2...1361.9, 4, ["1340", "1350", "1360"]),
        (0.0...2400.0, 3, ["0", "1000", "2000"]),
        (0.0...250_000.0, 3, ["0", "100000", "200000"]),
        (0.0...2.5e7, 3, ["0", "1e7", "2e7"]),
        (0.0...3e-8, 4, ["0", "1e-8", "2e-8", "3e-8"]),
        (0.0...0.00003, 4, ["0.00000", "0.00001", "0.00002", "0.00003"]),
        (0.1...0.3, 3, ["0.1", "0.2", "0.3"]),
    ])
    func labels(_ range: ClosedRange<Double>, _ count: Int, _ labels: [String]) {
        #expect(Ticks(range, atMost: count).labels == labels)
    }

    /// Whatever the range: some ticks, not too many, inside, no two alike.
    @Test func anyRange() {
        let edges = [
            0, 1e-300, 1e-12, 3e-9, 0.00012, 0.1, 0.3, 1, 2.75, 7, 99.9999, 1234.5, 1e6 + 0.25, 3.3e8, 1.37e9, 1e14,
            1e300,
            .greatestFiniteMagnitude, .infinity,
        ]
        for low in edges.map({ -$0 }) + edges {
            for high in edges where low <= high {
                for count in [1, 2, 5, 17] {
                    let ticks = Ticks(low...high, atMost: count)
                    #expect(ticks.values.count <= count, "\(low)...\(high), \(count)")
                    #expect(count < 3 || !ticks.values.isEmpty, "\(low)...\(high), \(count)")
                    #expect(Set(ticks.labels).count == ticks.labels.count, "\(low)...\(high): \(ticks.labels)")
                    let range = Ticks.usable(low...high)
                    let slack = (range.upperBound - range.lowerBound) * 1e-5
                    let isInside = ticks.values.allSatisfy {
                        $0 >= range.lowerBound - slack && $0 <= range.upperBound + slack
                    }
                    #expect(isInside, "\(range): \(ticks.values)")
                }
            }
        }
    }

    @Test func counting() {
        #expect(Axis(0...1.06, isCount: true).ticks(atMost: 5).labels == ["0", "1"])
        #expect(Axis(0...24, isCount: true).ticks(atMost: 3).labels == ["0", "10", "20"])
    }

    @Test func finer() {
        let coarse = Ticks(0...10, atMost: 3)
        #expect(coarse.finer(over: 0.6...2.4).labels == ["2"])
        #expect(coarse.finer(over: 0.6...1.4).finer(over: 0.6...1.4).labels == ["1"])
        #expect(Ticks(0...2, unit: 1, exponent: 0).finer(over: 0.2...0.7).labels == ["0.5"])
    }
}
