import Testing

@testable import Plotting

@Suite struct ReductionTests {
    @Test func shortLinesStay() {
        let places = [Pixel(x: 0, y: 1), Pixel(x: 5, y: 2), Pixel(x: 9, y: 0)]
        #expect(Reduction.perColumn(places) == places)
        #expect(Reduction.perColumn([]) == [])
    }

    @Test func everyPeakStays() {
        // A hundred thousand places in 600 columns, a spike in each of some columns, up or down.
        let places = (0..<100_000).map { index -> Pixel in
            let spike = index % 997 == 400 ? 90.0 : index % 1009 == 700 ? -90 : 0
            return Pixel(x: Double(index) * 0.006, y: 100 + Double(index % 7) + spike)
        }
        let reduced = Reduction.perColumn(places)
        #expect(reduced.count <= 4 * 601)
        func extremes(_ places: [Pixel]) -> [Int: ClosedRange<Double>] {
            places.reduce(into: [:]) { columns, place in
                let column = Int(place.x)
                let range = columns[column] ?? place.y...place.y
                columns[column] = min(range.lowerBound, place.y)...max(range.upperBound, place.y)
            }
        }
        #expect(extremes(reduced) == extremes(places))
        #expect(reduced.first == places.first && reduced.last == places.last)
        #expect(zip(reduced, reduced.dropFirst()).allSatisfy { $0.x <= $1.x })
    }

    @Test func levelStretchesAreTwoPlaces() {
        let places = (0...500).map { Pixel(x: Double($0), y: 10 + Double($0 % 3) * 0.001) }
        #expect(Reduction.perColumn(places).count == 2)
    }

    @Test func runs() {
        let (x, y) = (AxisScale([0...100], from: 0, to: 100), AxisScale([0...10], from: 10, to: 0))
        let points = [
            Point(0, 1), Point(10, 2), .gap, Point(20, 3), .gap, .gap, Point(20.4, 4), Point(.nan, 1), Point(50, 1),
        ]
        // The gap of less than a pixel is none.
        #expect(Run.all(points, .straight, x, y).map(\.count) == [2, 2, 1])
        let steps = Run.all([Point(0, 1), Point(10, 2), Point(20, 2)], .step, x, y)
        #expect(steps == [[Pixel(x: 0, y: 9), Pixel(x: 10, y: 9), Pixel(x: 10, y: 8), Pixel(x: 20, y: 8)]])
    }
}
