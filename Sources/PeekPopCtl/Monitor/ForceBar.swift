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

    /// Draws the names of the levels below a bar, those that have room.
    ///
    /// The first stands to the left of its mark, where there is only the bar of plain touching; the others to the right.
    ///
    /// - Parameter room: columns from `x` on that labels may take; the bar's own where `nil`.
    func drawLabels(into grid: inout Grid, x: Int, y: Int, width: Int, room: Int? = nil) {
        var free = 0
        for (index, level) in (levels?.all ?? []).enumerated() {
            let column = self.column(level.force, width: width)
            guard column >= free, column < width else { continue }
            grid[x + column, y] = Cell(scalar: charset.marker, style: level.style)
            let label = "\(level.name) \(fixed(level.force, 2))"
            let left = column - 1 - label.count
            let hasRoomRight = column + 2 + label.count <= room ?? width
            if left >= free, index == 0 || !hasRoomRight {
                grid.put(label, x + left, y, level.style)
                free = column + 2
            } else if hasRoomRight {
                free = grid.put(label, x + column + 2, y, level.style) - x + 1
            } else {
                free = column + 2
            }
        }
    }
}
