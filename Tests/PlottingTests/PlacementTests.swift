import Testing

@testable import Plotting

@Suite struct PlacementTests {
    @Test(arguments: [
        // Room enough: each where it belongs.
        ([10.0, 50, 90], [10.0, 50, 90]),
        // Two that touch part evenly.
        ([50.0, 54], [47.0, 57]),
        // Unordered, and a third one pushed along.
        ([54.0, 50, 60], [54.67, 44.67, 64.67]),
        // At the ends they stay inside.
        ([0.0, 2], [5.0, 15]), ([100.0, 99], [95.0, 85]),
        ([], []),
    ])
    func spread(_ wanted: [Double], _ places: [Double]) {
        let found = LabelPlacement.spread(wanted, size: 10, in: 0...100)
        #expect(found.map { ($0 * 100).rounded() / 100 } == places)
    }

    @Test func spreadNeverOverlaps() {
        var state: UInt64 = 7
        func next() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1
            return Double(state >> 40) / Double(1 << 24)
        }
        for _ in 0..<500 {
            let wanted = (0..<Int(1 + next() * 9)).map { _ in next() * 240 - 20 }
            let places = LabelPlacement.spread(wanted, size: 12, in: -6...206)
            for (index, place) in places.enumerated() {
                #expect(place >= -0.001 && place <= 200.001)
                for other in places[(index + 1)...] { #expect((place - other).magnitude > 11.99) }
                for (other, elsewhere) in places.enumerated() where wanted[other] > wanted[index] {
                    #expect(elsewhere > place, "order is kept")
                }
            }
        }
    }

    @Test func tooManyOverlapEvenly() {
        #expect(LabelPlacement.spread([1, 2, 3, 4], size: 10, in: 0...20) == [2.5, 7.5, 12.5, 17.5])
    }

    @Test func rows() {
        // Far apart: one row. At one place: a stack.
        #expect(
            LabelPlacement.rows([(20, 30), (80, 30)], in: 0...100, rows: 3)
                == [.init(row: 0, x: 20), .init(row: 0, x: 80)])
        #expect(
            LabelPlacement.rows([(50, 90), (50, 90), (50, 90)], in: 0...100, rows: 2).map { $0?.row } == [0, 1, nil])
        // Neighbours stand away from each other rather than above each other.
        #expect(LabelPlacement.rows([(42, 30), (58, 30)], in: 0...100, rows: 3).map { $0?.row } == [0, 0])
        // Wider than all there is, and nowhere.
        #expect(LabelPlacement.rows([(50, 200), (.nan, 5)], in: 0...100, rows: 3) == [nil, nil])
    }

    @Test func noLabelLiesOnAnother() {
        let labels = (0..<60).map { index -> (x: Double, width: Double) in
            (Double(index * index % 97) * 7, 30 + Double(index % 5) * 12)
        }
        let slots = LabelPlacement.rows(labels, in: 0...700, rows: 4)
        #expect(slots.contains { $0 != nil } && slots.contains { $0 == nil })
        for (index, slot) in slots.enumerated() {
            guard let slot else { continue }
            let half = labels[index].width / 2
            #expect(slot.x - half >= 0 && slot.x + half <= 700)
            for (other, its) in slots.enumerated().dropFirst(index + 1) where its?.row == slot.row {
                #expect((its!.x - slot.x).magnitude >= half + labels[other].width / 2)
            }
        }
    }

    @Test func textsAreShortened() {
        let wide = TextMetrics.width("A long name of a pad")
        #expect(TextMetrics.fitted("A long name of a pad", in: wide) == "A long name of a pad")
        let short = TextMetrics.fitted("A long name of a pad", in: wide / 2)
        #expect(short.hasSuffix("…") && TextMetrics.width(short) <= wide / 2)
        #expect(TextMetrics.fitted("word", in: 1) == "")
        #expect(TextMetrics.wrapped("aa bb cc", in: TextMetrics.width("aa bb")) == ["aa bb", "cc"])
        #expect(TextMetrics.wrapped("", in: 100) == [])
        #expect(TextMetrics.wrapped("unbreakable", in: 30).allSatisfy { TextMetrics.width($0) <= 30 })
    }
}
