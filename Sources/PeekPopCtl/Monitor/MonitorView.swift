import Recognition

/// Draws the model into a grid of any size.
///
/// From the top: title, numbers, bar with its levels, progress; then the trace and the events, beside them the pad and
/// the list of pads where there is room; keys at the bottom. What has no room is left out, the bar last of all.
struct MonitorView {
    var charset = Charset.unicode

    func draw(_ model: MonitorModel, width: Int, height: Int) -> Grid {
        var grid = Grid(width: width, height: height)
        guard width > 0, height > 0 else { return grid }
        drawTitle(model, &grid)
        guard let pad = model.selected else {
            grid.put((model.notice ?? "").drawable, 2, min(2, height - 1), .strong, limit: max(0, width - 3))
            drawKeys(model, &grid)
            return grid
        }
        guard height >= 5, width >= 24 else {
            drawCompact(pad, &grid)
            return grid
        }
        let body = drawHead(pad, &grid)
        drawBody(model, pad, &grid, from: body)
        drawKeys(model, &grid)
        return grid
    }

    // MARK: Top and bottom

    private func drawTitle(_ model: MonitorModel, _ grid: inout Grid) {
        grid.fill(" ", 0, 0, count: grid.width, .title)
        let state = model.notice != nil ? "" : model.isPaused ? "paused" : "live"
        let lost = model.lost > 0 ? "\(model.lost) lost  " : ""
        let right = lost + state + " "
        let room = grid.width - right.count - 2
        var left = "PeekPop"
        if let pad = model.selected {
            left = pad.summary.name.drawable + charset.separator + pad.summary.padClass
            let whole = "PeekPop" + charset.separator + left
            if whole.count <= room { left = whole }
        }
        grid.put(left, 1, 0, .title, limit: max(0, room))
        if grid.width >= right.count + 8 { grid.put(right, endingAt: grid.width, 0, .title) }
    }

    private func drawKeys(_ model: MonitorModel, _ grid: inout Grid) {
        guard grid.height >= 4 else { return }
        let y = grid.height - 1
        var x = 1
        let keys = [
            ("q", "quit"), ("Space", model.isPaused ? "go on" : "pause"), ("Tab", "next pad"), ("+ -", "time span"),
        ]
        for (key, meaning) in keys where key != "Tab" || model.pads.count > 1 {
            guard x + key.count + meaning.count + 1 < grid.width else { return }
            x = grid.put(key, x, y, .strong)
            x = grid.put(" " + meaning, x, y, .dim) + 3
        }
    }

    private func drawCompact(_ pad: MonitoredPad, _ grid: inout Grid) {
        guard grid.height > 1 else { return }
        grid.put(fixed(pad.force.clicks, 2) + " " + pad.state.text, 0, 1, pad.state.style)
        bar(pad).draw(pad.force.clicks, into: &grid, x: 0, y: 2, width: grid.width)
    }

    // MARK: Numbers, bar, progress

    /// - Returns: the row below.
    private func drawHead(_ pad: MonitoredPad, _ grid: inout Grid) -> Int {
        let isTall = grid.height >= 18
        var y = isTall ? 2 : 1
        let width = grid.width - 2
        let force = pad.force
        let (text, style) = pad.state
        var x = grid.put(fixed(force.clicks, 2).right(5), 1, y, pad.summary.levels?.style(force.clicks) ?? .strong)
        let room = grid.width - text.count - 3
        if x + 7 < room { x = grid.put(" clicks", x, y) }
        func add(_ number: String, _ unit: String) {
            guard x + number.count + unit.count + 4 < room else { return }
            x = grid.put(number.right(7), x, y, .strong)
            x = grid.put(unit, x, y)
        }
        if let grams = force.grams { add(fixed(grams, 0), " g") }
        add(fixed(force.raw, 0), " raw")
        if force.fingers > 0 { add(String(force.fingers), force.fingers == 1 ? " finger" : " fingers") }
        if force.button, x + 10 < room { x = grid.put("   button", x, y) }
        grid.put(text, endingAt: grid.width - 1, y, style)
        y += 1

        let bar = bar(pad)
        for _ in 0..<(isTall ? 2 : 1) {
            bar.draw(force.clicks, into: &grid, x: 1, y: y, width: width)
            y += 1
        }
        guard y < grid.height - 1 else { return y }
        if pad.summary.levels == nil {
            grid.put("presses are off: \(pad.summary.reason.drawable)", 1, y, .dim, limit: width)
        } else {
            bar.drawLabels(into: &grid, x: 1, y: y, width: width)
        }
        y += 1
        if pad.summary.levels != nil, y < grid.height - 1 {
            drawProgress(pad, &grid, y)
            y += 1
        }
        return y
    }

    private func drawProgress(_ pad: MonitoredPad, _ grid: inout Grid, _ y: Int) {
        let press = pad.isPressed ? pad.press : nil
        let half = (grid.width - 4) / 2
        let parts = [("preview", press?.preview ?? 0, Style.peek), ("commit", press?.commit ?? 0, Style.pop)]
        for (index, (name, value, style)) in parts.enumerated() {
            let x = 1 + index * (half + 2)
            let gauge = half - name.count - 8
            grid.put(name, x, y, .dim)
            guard gauge >= 4 else {
                grid.put(percent(value), x + name.count + 1, y, style)
                continue
            }
            let filled = Int((min(max(value, 0), 1) * Float(gauge)).rounded())
            grid.fill(charset.empty, x + name.count + 1, y, count: gauge, .dim)
            grid.fill(charset.full, x + name.count + 1, y, count: filled, style)
            grid.put(percent(value).right(6), x + name.count + 1 + gauge, y)
        }
    }

    private func bar(_ pad: MonitoredPad) -> ForceBar {
        ForceBar(charset: charset, top: pad.topForce, levels: pad.summary.levels)
    }

    // MARK: Trace, events, pads

    private func drawBody(_ model: MonitorModel, _ pad: MonitoredPad, _ grid: inout Grid, from top: Int) {
        let rows = grid.height - 1 - top
        guard rows >= 3 else { return }
        let side = grid.width >= 150 ? 40 : grid.width >= 76 ? 26 : 0
        let width = grid.width - 2 - (side > 0 ? side + 2 : 0)
        let logRows = rows >= 9 ? min(max(3, rows / 3), 14) : 0

        let chartRows = rows - logRows
        heading("force, last \(fixed(model.spanSec, 0)) s", &grid, x: 1, y: top, width: width)
        TraceChart(charset: charset, top: pad.topForce, levels: pad.summary.levels).draw(
            pad.trace, endUsec: model.nowUsec, spanUsec: UInt64(model.spanSec * 1e6), into: &grid, x: 1, y: top + 1,
            width: width, height: chartRows - 1)
        if logRows > 0 { drawLog(model, &grid, y: top + chartRows, width: width, rows: logRows) }
        if side > 0 { drawSide(model, pad, &grid, x: grid.width - side - 1, y: top, width: side, rows: rows) }
    }

    private func drawLog(_ model: MonitorModel, _ grid: inout Grid, y: Int, width: Int, rows: Int) {
        heading("events", &grid, x: 1, y: y, width: width)
        // The newest at the bottom, as in a terminal.
        for (row, line) in model.log.suffix(rows - 1).enumerated() {
            // Where there is no room for it, the numbers matter more.
            let device = model.pads.count > 1 && width >= 84 ? line.device : nil
            grid.put(
                EventText.line(line.event, device: device), 1, y + 1 + row, EventText.style(line.event.phase),
                limit: width)
        }
    }

    private func drawSide(
        _ model: MonitorModel, _ pad: MonitoredPad, _ grid: inout Grid, x: Int, y: Int, width: Int, rows: Int
    ) {
        let mapRows = min(rows, width / 4 + 2)
        guard mapRows >= 4 else { return }
        drawMap(pad, &grid, x: x, y: y, width: width, rows: mapRows)
        let listTop = y + mapRows
        guard rows - mapRows >= 2 else { return }
        heading("pads", &grid, x: x, y: listTop, width: width)
        for (row, other) in model.pads.prefix(rows - mapRows - 1).enumerated() {
            let isSelected = other.summary.id == pad.summary.id
            let style: Style = isSelected ? .strong : .plain
            if isSelected { grid[x, listTop + 1 + row] = Cell(scalar: charset.selected, style: .strong) }
            let force = other.isPressed ? fixed(other.force.clicks, 2) : other.summary.padClass
            grid.put(other.summary.name.drawable, x + 2, listTop + 1 + row, style, limit: width - 9)
            grid.put(force, endingAt: x + width, listTop + 1 + row, other.isPressed ? other.state.style : .dim)
        }
    }

    /// The pad from above, with the finger on it.
    private func drawMap(_ pad: MonitoredPad, _ grid: inout Grid, x: Int, y: Int, width: Int, rows: Int) {
        let box = charset.box
        grid.fill(box[4], x, y, count: width, .dim)
        grid.fill(box[4], x, y + rows - 1, count: width, .dim)
        for row in 1..<(rows - 1) {
            grid[x, y + row] = Cell(scalar: box[5], style: .dim)
            grid[x + width - 1, y + row] = Cell(scalar: box[5], style: .dim)
        }
        let corners = [(0, 0), (width - 1, 0), (0, rows - 1), (width - 1, rows - 1)]
        for (index, corner) in corners.enumerated() {
            grid[x + corner.0, y + corner.1] = Cell(scalar: box[index], style: .dim)
        }
        let force = pad.force
        guard force.fingers > 0, force.x.isFinite, force.y.isFinite else { return }
        func place(_ fraction: Float, _ cells: Int) -> Int {
            min(cells - 1, max(0, Int(min(max(fraction, 0), 1) * Float(cells))))
        }
        let column = x + 1 + place(force.x, width - 2)
        let row = y + 1 + place(force.y, rows - 2)
        grid[column, row] = Cell(scalar: charset.finger, style: pad.summary.levels?.style(force.clicks) ?? .touch)
    }

    private func heading(_ text: String, _ grid: inout Grid, x: Int, y: Int, width: Int) {
        grid.fill(charset.rule, x, y, count: width, .dim)
        grid.put(" \(text) ", x + 2, y, .dim, limit: max(0, width - 3))
    }
}
