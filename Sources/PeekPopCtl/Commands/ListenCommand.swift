import CommandLineTable
import Linux
import PeekPopWire
import Recognition

/// `peekpopctl listen`
enum ListenCommand {
    static func run(_ context: Context) throws {
        typealias Table = PeekpopctlTable
        let invocation = context.invocation
        let isJSON = invocation.has(Table.json)
        let wanted = invocation.integer(Table.count)
        let timeout = invocation.number(Table.timeout)
        let devices = invocation.values(Table.device)
        let phases = invocation.values(Table.phase).compactMap(PressPhase.init(rawValue:))
        let parameters = Wire.Subscribe(
            devices: devices.isEmpty ? nil : devices, phases: phases.isEmpty ? nil : phases,
            maxRateHz: invocation.integer(Table.rate))

        var count = 0
        var view = EventView(
            LiveLines(context.output, isColoured: context.isColoured), charset: context.charset,
            asksForChanges: phases.contains(.changed))
        let subscription = try Subscription(context, reconnecting: invocation.has(Table.reconnect))
        try subscription.end(after: timeout) {
            guard let wanted else { return }
            throw CommandFailure("\(count) of \(wanted) events came within \(fixed(timeout ?? 0, 3)) s")
        }
        defer { view.end() }
        try subscription.run(parameters) { bytes, notice in
            if isJSON { try context.output.line(bytes: bytes) } else { try view.take(notice) }
            guard notice.press != nil else { return }
            count += 1
            if count == wanted { subscription.end() }
        }
    }
}

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
        if event.phase != .changed || asksForChanges || !lines.isTerminal {
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

extension MonitorModel {
    /// Takes one reply of Subscribe over.
    mutating func take(_ notice: Wire.Notice, preferred: String? = nil, arrivalUsec: UInt64) {
        if notice.ready == true { setPads((notice.devices ?? []).map(PadSummary.init), preferred: preferred) }
        if let added = notice.added { add(PadSummary(added)) }
        if let removed = notice.removed { remove(removed) }
        if let lost = notice.lost { self.lost += UInt64(clamping: lost) }
        if let wire = notice.press { press(wire.device, PressEvent(wire), arrivalUsec: arrivalUsec) }
    }
}
