import Linux
import PeekPopWire
import Recognition

/// Events for people, line by line, with a live bar below them on a terminal.
struct EventView {
    private let lines: LiveLines
    private let charset: Charset
    private let asksForChanges: Bool
    private(set) var model = MonitorModel()

    /// - Parameter asksForChanges: `changed` events are lines of their own even on a terminal.
    init(_ lines: LiveLines, charset: Charset, asksForChanges: Bool = false) {
        self.lines = lines
        self.charset = charset
        self.asksForChanges = asksForChanges
    }

    mutating func take(_ notice: Wire.Notice) throws {
        let before = model.pads.map(\.summary)
        model.take(notice, arrivalUsec: Clock.monotonicUsec)
        if notice.ready == true, before.isEmpty {
            for pad in model.pads {
                for line in EventView.headlines(pad.summary) { try lines.add(line, .dim) }
            }
            if let text = model.notice { try lines.add(text, .dim) }
        }
        if let added = notice.added, !before.contains(where: { $0.id == added.id }) {
            let summary = PadSummary(added)
            for line in EventView.headlines(summary) { try lines.add("added: " + line, .dim) }
        }
        if let removed = notice.removed { try lines.add("removed: \(removed.drawable)", .dim) }
        if let lost = notice.lost { try lines.add("\(lost) changes left out, we read too slowly", .dim) }
        if let press = notice.press { try add(press) }
    }

    private mutating func add(_ press: Wire.Press) throws {
        let event = PressEvent(press)
        if event.phase != .changed || asksForChanges || !lines.canRedraw {
            try lines.add(
                EventText.line(event, device: model.pads.count > 1 ? press.device : nil), EventText.style(event.phase))
        }
        model.select(press.device)
        try showBar()
    }

    func showBar() throws {
        guard let pad = model.selected else { return }
        try lines.show(BarLine.grid(pad, charset: charset, width: lines.width))
    }

    func end() { lines.end() }

    /// A pad in two lines, short enough for a terminal.
    static func headlines(_ pad: PadSummary) -> [String] {
        let presses =
            pad.levels.map { "hint \(fixed($0.hint, 2)), peek \(fixed($0.peek, 2)), pop \(fixed($0.pop, 2)) clicks" }
            ?? "presses are off: \(pad.reason)"
        return ["\(pad.id)  \(pad.name)".drawable, "  \(presses)".drawable]
    }
}
