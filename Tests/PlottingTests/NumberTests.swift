import Testing

@testable import Plotting

@Suite struct NumberTests {
    @Test(arguments: [
        (0.0, "0"), (-0.001, "0"), (0.5, "0.5"), (12, "12"), (-3.25, "-3.25"), (1.005, "1"), (99.999, "100"),
        (0.01, "0.01"), (-0.01, "-0.01"), (100, "100"), (.nan, "0"), (.infinity, "0"), (1e9, "1000000"),
        (-1e300, "-1000000"),
    ])
    func coordinates(_ value: Double, _ text: String) {
        #expect(svgNumber(value) == text)
    }

    @Test func paths() {
        var path = PathData()
        path.polyline([
            Pixel(x: 1, y: 2), Pixel(x: 1.04, y: 2), Pixel(x: 3, y: 2), Pixel(x: 3, y: 1.5), Pixel(x: 2.9, y: 1.7),
        ])
        #expect(path.text == "M1 2h2v-.5l-.1 .2")
        path.close()
        path.rectangle(x: 0, y: 0, width: 0, height: 5)
        #expect(path.text.hasSuffix("z"))
    }

    /// Rounding each step would let a long line drift away; rounding each place does not.
    @Test func smallStepsAddUp() {
        var path = PathData()
        path.polyline((0...1000).map { Pixel(x: Double($0) * 0.04, y: 0) })
        var other = PathData()
        other.polyline([Pixel(x: 0, y: 0), Pixel(x: 40, y: 0)])
        let steps = path.text.dropFirst("M0 0h".count).split(separator: "h").compactMap { Double($0) }
        #expect((steps.reduce(0, +) * 10).rounded() == 400)
        #expect(other.text == "M0 0h40")
    }

    @Test func notFiniteIsNoNumber() {
        var path = PathData()
        path.polyline([Pixel(x: .nan, y: .infinity), Pixel(x: 1e300, y: 5)])
        #expect(path.text == "M0 0l1000000 5")
    }
}
