import Testing

@testable import Plotting

@Suite struct ScaleTests {
    @Test func onePiece() {
        let scale = AxisScale([0...10], from: 100, to: 0)
        #expect([-5, 0, 2.5, 10, 20].map { scale($0) } == [100, 100, 75, 0, 0])
    }

    @Test func folds() {
        let scale = AxisScale([0...10, 100...110], from: 0, to: 218)
        #expect(scale.pieces.map(\.start) == [0, 118])
        #expect(scale.pieces.map(\.end) == [100, 218])
        #expect([0, 10, 55, 100, 110].map { scale($0) } == [0, 100, 109, 118, 218])
    }

    /// Later is never further left, however odd the pieces.
    @Test(arguments: [
        [0.0...0.0, 1.0...1.0], [0.0...1e-12, 5.0...6.0], [0.0...1.0, 2.0...3.0, 4.0...1e9],
        [-5.0...(-4.0), 0.0...0.5],
    ])
    func neverBackwards(_ ranges: [ClosedRange<Double>]) {
        let scale = AxisScale(ranges, from: 0, to: 300)
        var last = -1.0
        for value in stride(from: -6, to: 8, by: 0.01) {
            let x = scale(value)
            #expect(x.isFinite && x >= last && x >= 0 && x <= 300.0001)
            last = x
        }
    }

    @Test(arguments: [1.0...1.0, 0.0...0.0, -3.0...(-3.0), 5.0...(.infinity), 1e300...1e300])
    func emptyRanges(_ range: ClosedRange<Double>) {
        let scale = AxisScale([range], from: 0, to: 100)
        #expect(scale(range.lowerBound.isFinite ? range.lowerBound : 0).isFinite)
        #expect(scale.pieces[0].values.lowerBound < scale.pieces[0].values.upperBound)
    }
}
