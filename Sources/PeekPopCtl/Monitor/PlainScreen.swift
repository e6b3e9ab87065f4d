import PeekPopWire

/// Events line by line, and a bar below them.
final class PlainScreen: MonitorScreen {
    private let lines: LiveLines
    private let charset: Charset
    private var view: EventView
    private var hasShownLevels = false
    /// Of the bars where nothing can be drawn over.
    private static let barWidth = 44
    private static let margin = 8

    init(_ context: Context) {
        lines = LiveLines(context.output, context.terminal)
        charset = context.charset
        view = EventView(lines, charset: charset)
    }

    func took(_ notice: Wire.Notice, _ model: MonitorModel) throws {
        guard let press = notice.press, !lines.canRedraw else { return try view.take(notice) }
        guard press.phase != .changed, let pad = model.pads.first(where: { $0.summary.id == press.device }) else {
            return
        }
        // Where nothing can be drawn over, each event has a bar of its own.
        let force = ForceBar(charset: charset, top: pad.topForce, levels: pad.summary.levels)
        if !hasShownLevels {
            hasShownLevels = true
            var scale = Grid(width: 72, height: 1)
            force.drawLabels(into: &scale, x: 0, y: 0, width: PlainScreen.barWidth, room: scale.width)
            try lines.add(String(repeating: " ", count: PlainScreen.margin) + scale.line(0))
        }
        var bar = Grid(width: PlainScreen.barWidth, height: 1)
        force.draw(press.clicks, into: &bar, x: 0, y: 0, width: bar.width)
        let reason = press.reason.map { " (\($0.rawValue))" } ?? ""
        try lines.add(
            "#\(press.id)".right(PlainScreen.margin - 2) + "  " + bar.line(0) + fixed(press.clicks, 2).right(6)
                + " clicks  "
                + press.phase.rawValue + reason)
    }

    func draw(_ model: MonitorModel) throws {
        guard lines.canRedraw, let pad = model.selected else { return }
        try lines.show(BarLine.grid(pad, charset: charset, width: lines.width))
    }

    func close() { lines.end() }
}
