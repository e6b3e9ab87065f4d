import Testing

@testable import PeekPopCtl

/// The names below the force bar, for levels far apart and close together, on wide screens and narrow ones.
@Suite struct LevelLabelsTests {
    static let far = LevelMarks(hint: 1.35, peek: 1.75, pop: 2.75)
    static let close = LevelMarks(hint: 1.5, peek: 1.6, pop: 1.7)
    static let equal = LevelMarks(hint: 1.5, peek: 1.5, pop: 1.5)
    static let low = LevelMarks(hint: 0.01, peek: 0.02, pop: 3)

    private func drawn(_ levels: LevelMarks, width: Int, top: Float) -> Grid {
        var grid = Grid(width: width, height: 1)
        ForceBar(charset: .ascii, top: top, levels: levels).drawLabels(into: &grid, x: 0, y: 0, width: width)
        return grid
    }

    @Test(arguments: [
        (78, far, 3.3 as Float, "                     hint 1.35 ^         ^ peek 1.75             ^ pop 2.75"),
        (38, far, 3.3, "          hint ^    ^ peek     ^ pop"),
        (22, far, 3.3, "    hint ^ ^ peek ^"), (14, far, 3.3, "hint ^ ^   ^"),
        (78, close, 2.04, "                                    hint 1.50  peek 1.60 ^   ^   ^ pop 1.70"),
        (38, close, 2.04, "                hint  peek ^ ^ ^ pop"),
        (30, equal, 2, "           hint  peek ^ pop"),
        (38, low, 3.6, "^ hint  peek                   ^ pop"),
        (10, far, 3.3, "    ^^  ^"),
        // Out of the pad's reach.
        (40, far, 2.5, "           hint 1.35 ^      ^ peek 1.75"),
    ])
    func looksAsItShould(_ width: Int, _ levels: LevelMarks, _ top: Float, _ expected: String) {
        #expect(drawn(levels, width: width, top: top).line(0) == expected)
    }

    /// Whatever the width: every mark is there, and no label is cut, covered, or out of order.
    @Test(arguments: [far, close, equal, low])
    func nothingIsOverdrawn(_ levels: LevelMarks) {
        for width in 1...200 {
            let top = levels.pop * 1.2
            let bar = ForceBar(charset: .ascii, top: top, levels: levels)
            let line = drawn(levels, width: width, top: top).line(0)
            let marks = levels.all.map { bar.column($0.force, width: width) }
            let shown = Array(line).indices.filter { Array(line)[$0] == "^" }
            #expect(shown == Array(Set(marks)).sorted())
            let words = line.split(whereSeparator: { " ^0123456789.".contains($0) }).map(String.init)
            #expect(words == Array(["hint", "peek", "pop"].prefix(words.count)), "\(width): \(line)")
        }
    }

    @Test func levelsOnOneLineOfTheTraceShareIt() {
        var grid = Grid(width: 30, height: 8)
        let levels = LevelMarks(hint: 1.3, peek: 1.4, pop: 1.45)
        TraceChart(charset: .ascii, top: 3, levels: levels).draw(
            Trace(), endUsec: 1_000_000, spanUsec: 1_000_000, into: &grid, x: 0, y: 0, width: 30, height: 8)
        let lines = (0..<8).map { grid.line($0) }.filter { !$0.isEmpty }
        #expect(lines == [". hint peek pop .............."])
    }
}
