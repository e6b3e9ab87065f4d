/// Force over time, with the levels as lines.
struct TraceChart {
    var charset: Charset
    /// The force at its upper edge, in clicks.
    var top: Float
    var levels: LevelMarks?

    func draw(
        _ trace: Trace, endUsec: UInt64, spanUsec: UInt64, into grid: inout Grid, x: Int, y: Int, width: Int,
        height: Int
    ) {
        guard width > 0, height > 0, top > 0 else { return }
        for level in levels?.all ?? [] where level.force < top {
            grid.fill(charset.levelLine, x, y + row(level.force, of: height), count: width, level.style)
        }
        drawTrace(trace, endUsec, spanUsec, &grid, x, y, width, height)
        if height >= 6 { drawNames(&grid, x, y, width, height) }
    }

    /// The names of the levels on their lines; levels on one line share it.
    private func drawNames(_ grid: inout Grid, _ x: Int, _ y: Int, _ width: Int, _ height: Int) {
        let shown = (levels?.all ?? []).filter { $0.force < top }
        for line in Set(shown.map { row($0.force, of: height) }) {
            let names = shown.filter { row($0.force, of: height) == line }
            let length = names.reduce(1) { $0 + $1.name.count + 1 }
            // The trace goes before the names.
            let isFree =
                length < width && (0..<length).allSatisfy { grid[x + 1 + $0, y + line].scalar == charset.levelLine }
            guard isFree else { continue }
            var column = grid.put(" ", x + 1, y + line)
            for level in names { column = grid.put(level.name + " ", column, y + line, level.style) }
        }
    }

    private func drawTrace(
        _ trace: Trace, _ endUsec: UInt64, _ spanUsec: UInt64, _ grid: inout Grid, _ x: Int, _ y: Int, _ width: Int,
        _ height: Int
    ) {
        switch charset {
        case .unicode:
            drawBraille(
                trace.columns(width * 2, endUsec: endUsec, spanUsec: spanUsec), &grid, x, y, width, height)
        case .ascii:
            let columns = trace.columns(width, endUsec: endUsec, spanUsec: spanUsec)
            for (column, range) in columns.enumerated() {
                guard let range else { continue }
                for row in row(range.upperBound, of: height)...row(range.lowerBound, of: height) {
                    grid[x + column, y + row] = Cell(scalar: "*", style: style(range.upperBound))
                }
            }
        }
    }

    /// The row of a force among so many, 0 at the top.
    private func row(_ force: Float, of rows: Int) -> Int {
        let fraction = force.isFinite ? min(max(force / top, 0), 1) : 0
        return min(rows - 1, Int((1 - fraction) * Float(rows)))
    }

    private func style(_ force: Float) -> Style { levels?.style(force) ?? .touch }

    /// Two columns and four rows of dots a cell.
    private func drawBraille(
        _ columns: [ClosedRange<Float>?], _ grid: inout Grid, _ x: Int, _ y: Int, _ width: Int, _ height: Int
    ) {
        // The dots of Unicode's braille patterns by column and row.
        let dots: [[UInt32]] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]]
        for cell in 0..<width {
            var patterns = Array(repeating: UInt32(0), count: height)
            var peak: Float = 0
            for half in 0...1 {
                guard let range = columns[cell * 2 + half] else { continue }
                peak = max(peak, range.upperBound)
                for dot in row(range.upperBound, of: height * 4)...row(range.lowerBound, of: height * 4) {
                    patterns[dot / 4] |= dots[half][dot % 4]
                }
            }
            for (row, pattern) in patterns.enumerated() where pattern != 0 {
                grid[x + cell, y + row] = Cell(scalar: Unicode.Scalar(0x2800 + pattern)!, style: style(peak))
            }
        }
    }
}
