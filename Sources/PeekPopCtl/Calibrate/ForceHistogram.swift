import Calibrating
import Recognition

/// How hard the touches of each stage were: a row a stage, over one axis of force, with the levels that were found.
struct ForceHistogram {
    var charset: Charset
    var forces: [StageForces]
    var levels: LevelMarks?

    /// Rows of blocks for each stage, the levels' names, the axis.
    var height: Int { forces.isEmpty ? 0 : forces.count * rowsPerStage + 2 }
    /// 1 or more: taller rows tell counts more finely.
    var rowsPerStage = 1

    /// What the stages' names take, with the blanks around them.
    private static let margin = 18
    private static let narrowMargin = 9
    /// In clicks; about five of them on the axis.
    private static let ticks: [Float] = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50]

    private func margin(_ width: Int) -> Int { width < 60 ? ForceHistogram.narrowMargin : ForceHistogram.margin }

    /// The force at the right end, in clicks.
    private var top: Float {
        let all = forces.flatMap { $0.clicks + $0.outliers }.filter(\.isFinite).map { Float($0) }
        return max(0.1, max(all.max() ?? 0, levels?.pop ?? 0) * 1.08)
    }

    func draw(into grid: inout Grid, x: Int, y: Int, width: Int) {
        let margin = margin(width)
        let plot = width - margin
        guard plot >= 10, !forces.isEmpty else { return }
        let top = top
        let scale = ForceBar(charset: charset, top: top, levels: levels)
        let rows = forces.count * rowsPerStage
        for level in levels?.all ?? [] {
            let column = scale.column(level.force, width: plot)
            guard column < plot else { continue }
            for row in 0..<rows { grid[x + margin + column, y + row] = Cell(scalar: charset.tick, style: level.style) }
        }
        for (index, stage) in forces.enumerated() {
            let base = y + (index + 1) * rowsPerStage - 1
            grid.put(name(stage.stage, isNarrow: width < 60).right(margin - 2), x, base, .dim)
            draw(stage, into: &grid, x: x + margin, base: base, width: plot, scale)
        }
        scale.drawLabels(into: &grid, x: x + margin, y: y + rows, width: plot)
        grid.put("clicks".right(margin - 2), x, y + rows + 1, .dim)
        drawAxis(into: &grid, x: x + margin, y: y + rows + 1, width: plot, top: top)
    }

    private func draw(
        _ stage: StageForces, into grid: inout Grid, x: Int, base: Int, width: Int, _ scale: ForceBar
    ) {
        var counts = Array(repeating: 0, count: width)
        for force in stage.clicks where force.isFinite {
            counts[min(scale.column(Float(force), width: width), width - 1)] += 1
        }
        let most = counts.max() ?? 0
        for (column, count) in counts.enumerated() where count > 0 {
            let force = (Float(column) + 0.5) / Float(width) * scale.top
            let style = levels?.style(force) ?? .touch
            // One touch is seen, however many lie elsewhere.
            var eighths = max(2, count * 8 * rowsPerStage / max(most, 4))
            for row in 0..<rowsPerStage where eighths > 0 {
                grid[x + column, base - row] = Cell(scalar: charset.column(min(eighths, 8), count: count), style: style)
                eighths -= 8
            }
        }
        // What was taken for a mistake lies on top of its place, as an outline.
        for force in stage.outliers where force.isFinite {
            let column = min(scale.column(Float(force), width: width), width - 1)
            grid[x + column, base] = Cell(scalar: charset.mistake, style: .dim)
        }
    }

    private func drawAxis(into grid: inout Grid, x: Int, y: Int, width: Int, top: Float) {
        let step = ForceHistogram.ticks.first { top / $0 * 6 <= Float(width) && top / $0 <= 8 } ?? top
        var number = 0
        var free = 0
        while Float(number) * step <= top {
            let force = Float(number) * step
            number += 1
            let label = fixed(force, step < 1 ? 1 : 0)
            let column = min(Int(force / top * Float(width)), width - 1) - (label.count - 1) / 2
            let start = max(0, column)
            guard start >= free, start + label.count <= width else { continue }
            free = grid.put(label, x + start, y, .dim) - x + 1
        }
    }

    private func name(_ stage: CalibrationStage, isNarrow: Bool) -> String {
        guard isNarrow else { return stage.title.lowercased() }
        switch stage {
        case .rest: return "rest"
        case .touches: return "touches"
        case .clicks: return "clicks"
        case .presses: return "firm"
        case .hardPresses: return "hardest"
        }
    }
}

extension Charset {
    /// A column of a histogram, so many eighths high (1…8); where there are no such blocks, the count itself.
    fileprivate func column(_ eighths: Int, count: Int) -> Unicode.Scalar {
        switch self {
        case .unicode: Array("▁▂▃▄▅▆▇█".unicodeScalars)[max(1, min(eighths, 8)) - 1]
        case .ascii: count < 10 ? Unicode.Scalar(UInt8(48 + count)) : "#"
        }
    }

    fileprivate var mistake: Unicode.Scalar { self == .unicode ? "×" : "x" }
}
