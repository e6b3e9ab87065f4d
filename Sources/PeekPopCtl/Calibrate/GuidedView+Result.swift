import Calibrating
import PeekPopWire
import Recognition

/// The screens after gathering: what was found, and trying it.
extension GuidedView {
    // MARK: Result

    /// How far the result can be scrolled on a screen so large.
    func scrollLimit(_ flow: GuidedFlow, width: Int, height: Int) -> Int {
        switch flow.step {
        case .result(let outcome):
            max(0, content(outcome, flow, width, height).height - resultRows(flow, width: width, height: height))
        default: 0
        }
    }

    func drawResult(_ outcome: CalibrationOutcome, _ flow: GuidedFlow, _ grid: inout Grid) {
        let isFit = if case .fit = outcome { true } else { false }
        drawTitle("result", flow, &grid)
        let content = content(outcome, flow, grid.width, grid.height)
        let rows = resultRows(flow, width: grid.width, height: grid.height)
        let top = grid.height >= 16 ? 2 : 1
        let offset = min(flow.scroll, max(0, content.height - rows))
        for y in 0..<max(0, min(rows, content.height - offset)) {
            for x in 0..<grid.width { grid[x, top + y] = content[x, offset + y] }
        }
        if content.height > rows {
            let hidden = content.height - rows - offset
            let more = hidden > 0 ? "\(hidden) more line\(hidden == 1 ? "" : "s"): Down" : "the end; Up"
            grid.put(" \(more) ", endingAt: grid.width - 1, top + rows, .dim)
        }
        let y = grid.height - 2
        if let message = flow.message {
            let wrapped = lines(of: message.text, width: grid.width - 2)
            for (row, line) in wrapped.enumerated() {
                grid.put(line, 1, y - wrapped.count + row, message.isBad ? .bad : .plain)
            }
        }
        if case .storing = flow.step {
            grid.put("Storing it.", 1, y, .strong)
            return drawKeys([GuidedKey("q", "leave")], &grid)
        }
        if isFit {
            grid.put("Store this calibration?", 1, y, .strong)
        } else {
            grid.put("There is nothing to store.", 1, y, .strong)
        }
        var keys = [
            GuidedKey("Backspace", "more presses", short: ("Bksp", "more")),
            GuidedKey("r", "all steps anew", short: ("r", "anew")), GuidedKey("q", "leave"),
        ]
        if isFit { keys.insert(GuidedKey("y", "yes"), at: 0) }
        drawKeys(keys, &grid)
    }

    /// Rows between the title and the question.
    private func resultRows(_ flow: GuidedFlow, width: Int, height: Int) -> Int {
        let message = flow.message.map { lines(of: $0.text, width: width - 2).count } ?? 0
        return max(1, height - (height >= 16 ? 2 : 1) - 3 - message)
    }

    /// The report and the histogram, as high as they are.
    private func content(_ outcome: CalibrationOutcome, _ flow: GuidedFlow, _ width: Int, _ height: Int) -> Grid {
        let textWidth = min(width - 2, 96)
        let levels: LevelMarks?
        let forces: [StageForces]
        switch outcome {
        case .fit(let fit):
            levels = LevelMarks(fit)
            forces = fit.forces
        case .refusal(let refusal):
            levels = nil
            forces = refusal.forces
        }
        var rows: [(text: String, style: Style)] = []
        let report = CalibrationReport.lines(outcome)
        // What it rests on and what it takes for granted come last.
        let footing = report.count - (levels == nil ? 1 : 2)
        for (index, line) in report.enumerated() {
            let style: Style = index == 0 ? .strong : index < footing ? .plain : .dim
            rows += lines(of: line.drawable, width: textWidth).map { ($0, style) }
        }
        var histogram = ForceHistogram(charset: charset, forces: forces, levels: levels)
        let gap = forces.isEmpty ? 0 : 1
        // Higher where there is room for it.
        let room = resultRows(flow, width: width, height: height) - rows.count - gap * 2 - 2
        if !forces.isEmpty { histogram.rowsPerStage = max(1, min(3, room / forces.count)) }
        // The first paragraph, then the picture, then what it rests on: the picture is what people look at.
        let lead = leadCount(outcome, textWidth)
        var grid = Grid(width: width, height: rows.count + gap * 2 + histogram.height)
        var y = 0
        for row in rows.prefix(lead) {
            grid.put(row.text, 1, y, row.style)
            y += 1
        }
        y += gap
        histogram.draw(into: &grid, x: 1, y: y, width: min(width - 2, 110))
        y += histogram.height + gap
        for row in rows.dropFirst(lead) {
            grid.put(row.text, 1, y, row.style)
            y += 1
        }
        return grid
    }

    /// How many rows come before the histogram: the levels and the errors, or why there are none and what to do.
    private func leadCount(_ outcome: CalibrationOutcome, _ width: Int) -> Int {
        let count = if case .fit = outcome { 4 } else { 2 }
        return CalibrationReport.lines(outcome).prefix(count).reduce(0) { $0 + lines(of: $1, width: width).count }
    }

    // MARK: Trying it

    func drawTrial(_ fit: CalibrationFit, _ flow: GuidedFlow, _ grid: inout Grid) {
        drawTitle("stored", flow, &grid)
        let isRoomy = grid.height >= 16
        var y = isRoomy ? 2 : 1
        y = drawText("It is stored and in force. Try it: press.", &grid, y, .strong)
        if isRoomy {
            y = drawText(
                "The hint begins a preview, the peek shows all of it, the pop opens it.", &grid, y, .dim)
        }
        let levels = flow.device.flatMap { PadSummary($0).levels }
        if let levels {
            if let found = LevelMarks(fit), !levels.isNear(found) {
                y = drawText(
                    "The configuration changes its levels: these are the ones in force.", &grid, y, .dim, rows: 2)
            }
        } else {
            y = drawText("Presses are off: \(flow.device?.reason.drawable ?? "")", &grid, y, .bad, rows: 2)
        }
        if isRoomy { y += 1 }
        drawVerdict(flow.trial, &grid, y)
        y += 1
        if isRoomy, flow.trial.verdicts.count > 1 {
            drawEarlier(flow.trial, &grid, y)
        }
        if isRoomy { y += 2 }
        drawForce(flow.live, levels: levels, [], &grid, from: y)
        drawKeys([GuidedKey("any key", "ends")], &grid)
    }

    private func drawVerdict(_ trial: LevelTrial, _ grid: inout Grid, _ y: Int) {
        guard let last = trial.verdicts.last else {
            grid.put("No press yet.", 1, y, .dim)
            return
        }
        var x = grid.put(last.isOver ? "That was a " : "This is a ", 1, y)
        x = grid.put(last.reached.name, x, y, last.reached.style)
        x = grid.put(", \(fixed(last.clicks, 2)) clicks", x, y)
        if let reason = last.reason { x = grid.put(", cancelled (\(reason.rawValue))", x, y, .dim) }
        grid.put(".", x, y)
    }

    private func drawEarlier(_ trial: LevelTrial, _ grid: inout Grid, _ y: Int) {
        var x = grid.put("Before: ", 1, y, .dim)
        for verdict in trial.verdicts.dropLast().reversed() {
            guard x + 6 < grid.width else { return }
            x = grid.put(verdict.reached.name, x, y, verdict.reached.style) + 1
        }
    }
}

extension LevelMarks {
    /// `nil` where the calibration leaves a level to the defaults.
    init?(_ fit: CalibrationFit) {
        guard let hint = fit.calibration.hint, let peek = fit.calibration.peek, let pop = fit.calibration.pop else {
            return nil
        }
        self.init(hint: hint, peek: peek, pop: pop)
    }

    /// Whether nobody would feel the difference.
    func isNear(_ other: LevelMarks) -> Bool {
        zip(all, other.all).allSatisfy { abs($0.force - $1.force) <= 0.01 * max($0.force, $1.force) }
    }
}
