/// One line for terminals that are written to line by line: the bar, the force in figures, the level.
enum BarLine {
    /// What the figures and the level take.
    private static let figures = 38

    /// - Parameter width: of the terminal; its last column stays free, or some would wrap.
    static func grid(_ pad: MonitoredPad, charset: Charset, width: Int) -> Grid {
        var grid = Grid(width: max(1, width - 1), height: 1)
        let barWidth = max(10, min(60, grid.width - figures))
        ForceBar(charset: charset, top: pad.topForce, levels: pad.summary.levels).draw(
            pad.force.clicks, into: &grid, x: 0, y: 0, width: barWidth)
        let style = pad.summary.levels?.style(pad.force.clicks) ?? .plain
        var x = grid.put(fixed(pad.force.clicks, 2).right(6), barWidth, 0, style)
        x = grid.put(" clicks", x, 0)
        if let grams = pad.force.grams { x = grid.put(fixed(grams, 0).right(5) + " g", x, 0) }
        let state = pad.state
        grid.put("  " + state.text, x, 0, state.style)
        return grid
    }
}
