/// The bar of the present force, with the three levels marked.
struct ForceBar {
    var charset: Charset
    /// The force at the bar's right end, in clicks.
    var top: Float
    var levels: LevelMarks?

    /// The column of a force in a bar so wide.
    func column(_ force: Float, width: Int) -> Int {
        guard top > 0, force.isFinite else { return 0 }
        return Int((min(max(force / top, 0), 1) * Float(width)).rounded(.down))
    }

    /// Draws one row.
    func draw(_ force: Float, into grid: inout Grid, x: Int, y: Int, width: Int) {
        guard width > 0 else { return }
        let fraction = top > 0 && force.isFinite ? min(max(force / top, 0), 1) : 0
        let eighths = Int((fraction * Float(width) * 8).rounded())
        for column in 0..<width {
            let middle = (Float(column) + 0.5) / Float(width) * top
            let style = levels?.style(middle) ?? .touch
            let filled = eighths - column * 8
            if filled >= 8 {
                grid[x + column, y] = Cell(scalar: charset.full, style: style)
            } else if let partial = charset.partial(filled) {
                grid[x + column, y] = Cell(scalar: partial, style: style)
            } else {
                grid[x + column, y] = Cell(scalar: charset.empty, style: .dim)
            }
        }
        for level in levels?.all ?? [] {
            let column = self.column(level.force, width: width)
            guard column < width, column * 8 + 4 > eighths else { continue }
            grid[x + column, y] = Cell(scalar: charset.tick, style: level.style)
        }
    }

    /// Draws the marks and names of the levels below a bar; see ``LevelLabels``.
    ///
    /// - Parameter room: columns from `x` on that labels may take; the bar's own where `nil`.
    func drawLabels(into grid: inout Grid, x: Int, y: Int, width: Int, room: Int? = nil) {
        // A level at the end of the pad's range or beyond is not in the bar.
        let shown = (levels?.all ?? []).filter { column($0.force, width: width) < width }
        let marks = shown.map { column($0.force, width: width) }
        let labels = LevelLabels(marks: marks, room: room ?? width)
        let full = shown.map { "\($0.name) \(fixed($0.force, 2))" }
        let names = shown.map(\.name)
        // The first level is the one to begin with, so its name stays longest.
        let fewer = names.indices.reversed().map { kept in names.indices.map { $0 < kept ? names[$0] : "" } }
        for label in labels.placed([full, names] + fewer) {
            grid.put(label.text, x + label.column, y, shown[label.level].style)
        }
        for (mark, level) in zip(marks, shown) {
            grid[x + mark, y] = Cell(scalar: charset.marker, style: level.style)
        }
    }
}
