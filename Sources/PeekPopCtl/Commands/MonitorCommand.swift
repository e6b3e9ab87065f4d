import CommandLineTable
import Glibc
import Linux
import PeekPopWire
import Systemd
import Varlink

/// `peekpopctl monitor`: presses by one connection, the force between them by another.
enum MonitorCommand {
    static func run(_ context: Context) throws {
        let isPlain =
            context.invocation.has(PeekpopctlTable.plain) || !context.terminal.canRedraw || isatty(STDIN_FILENO) == 0
        let session = try MonitorSession(context)
        let screen: any MonitorScreen
        if isPlain {
            screen = PlainScreen(context)
        } else {
            screen = try FullScreen(context, session)
        }
        // Before anything goes to standard error, the terminal has to be as it was.
        defer { screen.close() }
        try session.run(screen)
    }
}

/// Where the monitor shows its model.
protocol MonitorScreen: AnyObject {
    /// A reply of Subscribe has changed the model.
    func took(_ notice: Wire.Notice, _ model: MonitorModel) throws
    /// Time has passed: called ``MonitorSession/framesPerSecond`` times a second.
    func draw(_ model: MonitorModel) throws
    /// Gives the terminal back.
    func close()
}

/// The streams behind the monitor, and the model they feed.
final class MonitorSession {
    static let framesPerSecond: UInt64 = 30

    var model = MonitorModel()
    let subscription: Subscription
    private let preferred: String?
    private let duration: Double?
    private var observed: String?
    private var observer: VarlinkClient?
    private var clock: EventSource?
    private var frameUsec: UInt64 = 0

    init(_ context: Context) throws {
        subscription = try Subscription(context, reconnecting: false)
        preferred = context.invocation.value(PeekpopctlTable.oneDevice)
        duration = context.invocation.number(PeekpopctlTable.duration)
    }

    func run(_ screen: any MonitorScreen) throws {
        try subscription.end(after: duration)
        clock = try subscription.loop.timer { [unowned self] in
            subscription.attempt {
                frameUsec = max(frameUsec + 1_000_000 / MonitorSession.framesPerSecond, Clock.monotonicUsec)
                clock?.arm(atUsec: frameUsec)
                model.tick(Clock.monotonicUsec)
                observeSelected()
                try screen.draw(model)
            }
        }
        clock?.arm(atUsec: Clock.monotonicUsec)
        try subscription.run(Wire.Subscribe()) { [unowned self] _, notice in
            let isFirst = notice.ready == true
            model.take(notice, preferred: isFirst ? preferred : nil, arrivalUsec: Clock.monotonicUsec)
            if isFirst, let preferred, model.selected?.summary.id != preferred {
                throw CommandFailure("there is no pad \(preferred): `peekpopctl devices` lists the pads there are")
            }
            try screen.took(notice, model)
        }
    }

    /// Keeps the stream of samples on the pad that is looked at.
    private func observeSelected() {
        guard let id = model.selected?.summary.id, id != observed else { return }
        observed = id
        observer = nil
        do {
            let client = try subscription.service.connect()
            try client.stream(Wire.Method.observe, Wire.DeviceParameter(device: id))
            try client.attach(to: subscription.loop) { [unowned self] result in
                // A pad that cannot be read stands in the list with its problem; presses say more than nothing.
                guard case .success(let reply) = result, let sample = try? reply.decode(Wire.SampleReply.self) else {
                    return
                }
                model.sample(id, ForceReading(sample.sample), arrivalUsec: Clock.monotonicUsec)
            }
            observer = client
        } catch {
            // Without samples the monitor goes on with the presses alone.
        }
    }
}

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
