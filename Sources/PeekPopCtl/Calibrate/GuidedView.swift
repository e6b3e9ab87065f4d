import Calibrating
import PeekPopWire
import Recognition

/// Draws the guided calibration into a grid of any size; all of it has room from 40 × 12 on.
///
/// From the top: title, steps, what to do, how many more, what became of the last touch; then force, bar, trace; the
/// keys at the bottom. What has no room is left out: first the trace, then the steps.
struct GuidedView {
    var charset = Charset.unicode

    /// Longer lines are hard to read.
    private static let textWidth = 78
    static let spanUsec: UInt64 = 8_000_000

    func draw(_ flow: GuidedFlow, width: Int, height: Int) -> Grid {
        var grid = Grid(width: width, height: height)
        guard width >= 12, height >= 4 else {
            grid.put("enlarge the terminal", 0, 0, .plain)
            return grid
        }
        switch flow.step {
        case .connecting:
            drawTitle("", flow, &grid)
            grid.put("Waiting for the daemon.", 1, 2, .dim)
            drawKeys([GuidedKey("q", "leave")], &grid)
        case .choosing(let selection): drawChoice(flow, selection, &grid)
        case .gathering: drawStage(flow, &grid)
        case .result(let outcome): drawResult(outcome, flow, &grid)
        case .storing(let fit):
            drawResult(.fit(fit), flow, &grid)
        case .verifying(let fit): drawTrial(fit, flow, &grid)
        case .over: break
        }
        return grid
    }

    // MARK: Top and bottom

    func drawTitle(_ right: String, _ flow: GuidedFlow, _ grid: inout Grid) {
        grid.fill(" ", 0, 0, count: grid.width, .title)
        let room = grid.width - 2 - (right.isEmpty ? 0 : right.count + 2)
        var left = "Calibration"
        if !flow.name.isEmpty {
            let whole = left + charset.separator + flow.name
            left = whole.count <= room ? whole : flow.name
        }
        grid.put(left, 1, 0, .title, limit: max(0, room))
        if !right.isEmpty, grid.width >= right.count + 8 { grid.put(right, endingAt: grid.width - 1, 0, .title) }
    }

    /// The keys in the last line: in full, else shortened, else as many as there is room for.
    func drawKeys(_ keys: [GuidedKey], _ grid: inout Grid) {
        let y = grid.height - 1
        let isFull = keys.reduce(1) { $0 + $1.key.count + $1.meaning.count + 4 } - 3 <= grid.width
        let gap = isFull ? 3 : 2
        var x = 1
        for key in keys {
            let (name, meaning) = isFull ? (key.key, key.meaning) : (key.shortKey, key.shortMeaning)
            guard x + name.count + meaning.count + 1 <= grid.width else { return }
            x = grid.put(name, x, y, key.isOn ? .strong : .dim)
            x = grid.put(" " + meaning, x, y, key.isOn ? .plain : .dim) + gap
        }
    }

    /// - Returns: the row below.
    func drawText(_ text: String, _ grid: inout Grid, _ y: Int, _ style: Style = .plain, rows: Int = .max) -> Int {
        var y = y
        for line in lines(of: text, width: min(grid.width - 2, GuidedView.textWidth)).prefix(rows) {
            grid.put(line, 1, y, style)
            y += 1
        }
        return y
    }

    // MARK: Choosing

    private func drawChoice(_ flow: GuidedFlow, _ selection: Int, _ grid: inout Grid) {
        drawTitle("", flow, &grid)
        var y = grid.height >= 8 ? 2 : 1
        guard !flow.candidates.isEmpty else {
            _ = drawText("No pads are left here; one that is plugged in appears by itself.", &grid, y, .dim)
            drawKeys([GuidedKey("q", "leave")], &grid)
            return
        }
        y = drawText("Which pad do you want to calibrate?", &grid, y, .strong) + (grid.height >= 8 ? 1 : 0)
        let rows = max(1, grid.height - 1 - y)
        let first = max(0, min(selection - rows / 2, flow.candidates.count - rows))
        for (row, index) in flow.candidates.indices.dropFirst(first).prefix(rows).enumerated() {
            let pad = flow.candidates[index]
            let style: Style = index == selection ? .strong : .plain
            if index == selection { grid[1, y + row] = Cell(scalar: charset.selected, style: .strong) }
            var x = grid.put("\(index + 1)  \(pad.name.drawable)", 3, y + row, style, limit: grid.width - 4)
            let detail = "\(pad.id.drawable), \(pad.padClass.rawValue)"
            x += 3
            if x + detail.count < grid.width { grid.put(detail, x, y + row, .dim) }
        }
        drawKeys(
            [
                GuidedKey(charset == .unicode ? "↑ ↓" : "Up Down", "choose"), GuidedKey("Enter", "begin"),
                GuidedKey("q", "leave"),
            ], &grid)
    }

    // MARK: Gathering

    private func drawStage(_ flow: GuidedFlow, _ grid: inout Grid) {
        guard let collector = flow.collector, let stage = collector.stage else { return }
        let stages = collector.pad.stages
        let number = (stages.firstIndex(of: stage) ?? 0) + 1
        drawTitle("step \(number) of \(stages.count)", flow, &grid)
        let isRoomy = grid.height >= 20
        var y = isRoomy ? 2 : 1
        if isRoomy, let row = steps(stages, at: stage, width: grid.width - 2) {
            draw(row, &grid, x: 1, y: y)
            y += 2
        } else if grid.height >= 14 {
            grid.put(stage.title, 1, y, .dim)
            y += 1
        }
        let reserved = 5
        y = drawText(
            stage.instruction(for: collector.pad), &grid, y, .strong, rows: max(1, grid.height - y - reserved))
        if stage == stages.first, isRoomy {
            y = drawText("This takes about a minute. Nothing is stored before you say so.", &grid, y, .dim)
        }
        if isRoomy { y += 1 }
        drawCount(collector.progress, stage, &grid, y)
        y += 1
        // Two rows stay free for it, so that nothing jumps; a long one may take those of the force.
        var end = y
        if let message = flow.message {
            let rows = max(1, grid.height - y - 3)
            end = drawText(message.text, &grid, y, message.isBad ? .bad : .touch, rows: rows)
        }
        y = max(end, y + (grid.height >= 16 ? 2 : 1))
        drawForce(flow.live, levels: nil, flow.live.peaks, &grid, from: y)
        let isEnough = collector.progress.isComplete
        drawKeys(
            [
                GuidedKey("Space", "next", short: ("Spc", "next"), isOn: isEnough),
                GuidedKey("Backspace", "take back", short: ("Bksp", "back"), isOn: stage != .rest),
                GuidedKey("r", "begin this step anew", short: ("r", "anew"), isOn: stage != .rest),
                GuidedKey("q", "leave"),
            ], &grid)
    }

    /// All steps in a row, those done ticked off; `nil` where they have no room.
    private func steps(_ stages: [CalibrationStage], at stage: CalibrationStage, width: Int) -> [(String, Style)]? {
        var row: [(String, Style)] = []
        for (index, other) in stages.enumerated() {
            if index > 0 { row.append(("  ", .plain)) }
            if other == stage {
                row.append(("\(charset.selected) \(other.title)", .strong))
            } else if other.rawValue < stage.rawValue {
                row.append(("\(charset.tickedOff) \(other.title)", .touch))
            } else {
                row.append(("\(charset.open) \(other.title)", .dim))
            }
        }
        return row.reduce(0) { $0 + $1.0.count } <= width ? row : nil
    }

    private func draw(_ row: [(String, Style)], _ grid: inout Grid, x: Int, y: Int) {
        var x = x
        for (text, style) in row { x = grid.put(text, x, y, style) }
    }

    /// A dot for each touch wanted, and in words how many more.
    private func drawCount(
        _ progress: CalibrationCollector.Progress, _ stage: CalibrationStage, _ grid: inout Grid, _ y: Int
    ) {
        let words: String
        let style: Style
        if progress.isComplete {
            let have = stage.counted(progress.have)
            words = grid.width >= 60 ? "\(have). That is enough: Space goes on." : "enough: Space goes on"
            style = .touch
        } else {
            words = stage.counted(progress.more, more: true)
            style = .plain
        }
        var x = 1
        // Apart, or close together; more than wanted, or just those.
        let forms = [(max(progress.wanted, progress.have), 2), (progress.wanted, 2), (progress.wanted, 1)]
        if let (dots, step) = forms.first(where: { $0 * $1 + words.count + 4 <= grid.width && $0 <= 20 }) {
            for dot in 0..<dots {
                let isThere = dot < progress.have
                grid[x, y] = Cell(scalar: isThere ? charset.finger : charset.wanted, style: isThere ? .touch : .dim)
                x += step
            }
            x += 3 - step
        }
        grid.put(words, x, y, style, limit: grid.width - x)
    }

    // MARK: Force

    /// Numbers, bar, the peaks so far or the levels, trace: down to the line of keys.
    func drawForce(_ live: LiveForce, levels: LevelMarks?, _ peaks: [[Float]], _ grid: inout Grid, from top: Int) {
        let end = grid.height - 1
        var y = top
        guard y < end else { return }
        let width = grid.width - 2
        let bar = ForceBar(charset: charset, top: live.top, levels: levels)
        let force = live.force
        let style = levels?.style(force.clicks) ?? (force.fingers > 0 ? .touch : .dim)
        func drawNumbers(_ y: Int) {
            var x = grid.put(fixed(force.clicks, 2).right(5), 1, y, style)
            x = grid.put(" clicks", x, y, .dim)
            if let grams = force.grams {
                x = grid.put(fixed(force.fingers > 0 ? grams : 0, 0).right(6) + " g", x, y, .dim)
            }
            let fingers = force.fingers
            if fingers > 1 { x = grid.put("   \(fingers) fingers", x, y, .bad) }
            if force.button { grid.put("   button", x, y, .dim) }
        }
        if end - y >= 3 {
            drawNumbers(y)
            y += 1
        }
        for _ in 0..<(end - y >= 10 ? 2 : 1) {
            bar.draw(force.clicks, into: &grid, x: 1, y: y, width: width)
            y += 1
        }
        guard y < end else { return }
        if levels != nil {
            bar.drawLabels(into: &grid, x: 1, y: y, width: width)
        } else {
            drawPeaks(peaks, bar, &grid, y, width)
        }
        y += 1
        guard end - y >= 2 else { return }
        if end - y >= 4 {
            grid.fill(charset.rule, 1, y, count: width, .dim)
            grid.put(" force, last \(GuidedView.spanUsec / 1_000_000) s ", 3, y, .dim, limit: width - 3)
            y += 1
        }
        TraceChart(charset: charset, top: live.top, levels: levels).draw(
            live.trace, endUsec: live.nowUsec, spanUsec: GuidedView.spanUsec, into: &grid, x: 1, y: y,
            width: width, height: end - y)
    }

    /// Where the touches that counted peaked: those of this step stand out.
    private func drawPeaks(_ peaks: [[Float]], _ bar: ForceBar, _ grid: inout Grid, _ y: Int, _ width: Int) {
        for (index, stage) in peaks.enumerated() {
            let isPresent = index == peaks.count - 1
            for peak in stage {
                let column = min(bar.column(peak, width: width), width - 1)
                grid[1 + column, y] = Cell(
                    scalar: isPresent ? charset.marker : charset.formerMark, style: isPresent ? .touch : .dim)
            }
        }
    }
}

/// A key of the last line, and what it does.
struct GuidedKey {
    var key: String
    var meaning: String
    var shortKey: String
    var shortMeaning: String
    var isOn: Bool

    init(_ key: String, _ meaning: String, short: (String, String)? = nil, isOn: Bool = true) {
        self.key = key
        self.meaning = meaning
        shortKey = short?.0 ?? key
        shortMeaning = short?.1 ?? meaning
        self.isOn = isOn
    }
}

extension Charset {
    fileprivate var tickedOff: Unicode.Scalar { self == .unicode ? "✓" : "*" }
    fileprivate var open: Unicode.Scalar { self == .unicode ? "○" : "-" }
    fileprivate var wanted: Unicode.Scalar { self == .unicode ? "○" : "." }
    fileprivate var formerMark: Unicode.Scalar { self == .unicode ? "△" : "'" }
}
