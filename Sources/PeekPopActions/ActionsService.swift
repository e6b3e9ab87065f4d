import ActionRules
import Figures
import FocusTracking
import Glibc
import Linux
import PeekPop
import Systemd
import VirtualInput

/// `peekpop-actions run`: listens to presses and does what the configuration says.
///
/// One thread and one loop. Presses come before everything else, and nothing that an action does is waited for.
final class ActionsService {
    struct Options {
        var config: String
        var socket: String
        var inputSocket: String
        var isDryRun = false
    }

    private let options: Options
    private let loop: EventLoop
    private let complaints: Complaints
    private let environment: (String) -> String?
    private let output: (String) -> Bool
    private let buses: Buses
    private let programs: ProgramRunner
    private let selection: SelectionReader
    private let busActions: BusActions
    private let input: InputClient
    private var focus: FocusTracker?
    private var queue: ActionQueue?
    private var presses: PressStream?
    private var rules = Rules()
    /// Why what the file says is not in force: its first mistake.
    private var refusal: String?
    private var isMissing = false
    private var hasRules = false
    private var stages = PressStages()
    /// The application of each press in flight: a preview may take the focus.
    private var apps: [PressKey: FocusedWindow] = [:]
    private var sources: [EventSource] = []
    private var watch: ConfigWatch?

    /// - Parameters:
    ///   - output: writes a line for a dry run; false where nobody reads any more.
    init(
        _ options: Options, _ complaints: Complaints, environment: @escaping (String) -> String?,
        output: @escaping (String) -> Bool
    ) throws(Errno) {
        self.options = options
        self.complaints = complaints
        self.environment = environment
        self.output = output
        loop = try EventLoop()
        buses = Buses(loop)
        // Only where this is the one service: who looks on with a dry run has nothing to end.
        let cgroups = options.isDryRun ? nil : ControlGroups(environment)
        cgroups?.endLeftOver()
        programs = try ProgramRunner(loop, complaints, cgroups: cgroups)
        selection = SelectionReader(programs, environment)
        busActions = BusActions(buses, complaints)
        input = InputClient(path: options.inputSocket, loop, complaints)
    }

    /// Runs until SIGTERM or SIGINT.
    ///
    /// - Returns: the exit status.
    func run() throws -> Int32 {
        // A log or a dry run's reader that went away shall not end us without a word.
        signal(SIGPIPE, SIG_IGN)
        let performer = ActionPerformer(programs, busActions, input, complaints)
        let isDryRun = options.isDryRun
        queue = ActionQueue(
            read: { [selection] in selection.read($0) },
            complain: { [complaints] in complaints.complain($0, $1) },
            begin: { [unowned self] job in
                guard isDryRun else { return }
                for line in DryRun.lines(job) where !self.output(line) { self.loop.exit(1) }
            },
            perform: { action, values, press in if !isDryRun { performer.perform(action, values, press) } })
        focus = try FocusTracker(
            loop, environment: environment, bus: { [buses] in try? buses.get(.session) },
            say: { [complaints] in complaints.note($0) })
        for signal in [SIGTERM, SIGINT] {
            sources.append(
                try loop.onSignal(signal) { [unowned self] in
                    // While the buses are still there: they close when the loop ends.
                    self.focus = nil
                    self.buses.closeUnlessReady()
                    self.loop.exit(0)
                })
        }
        sources.append(try loop.onSignal(SIGHUP) { [unowned self] in self.reload() })
        // Before the first look, or a change right after it would go unnoticed.
        watch = try ConfigWatch(
            options.config, loop, complain: { [complaints] in complaints.complain("rules", $0) },
            { [unowned self] in self.reload() })
        load(isFirst: true)
        presses = try PressStream(path: options.socket, loop, complaints) { [unowned self] in self.take($0) }
        _ = try? ServiceManager.ready(status: status)
        let status = try loop.run()
        _ = try? ServiceManager.stopping()
        programs.endAll()
        return status
    }

    private var status: String {
        guard hasRules else { return "no rules are in force: \(refusal ?? "none was read")" }
        return
            (isMissing
            ? "there is no \(options.config)" : "\(counted(rules.groups.count, "section")) in \(options.config)")
            + (refusal.map { "; the last reload was refused: \($0)" } ?? "")
    }

    // MARK: Rules

    private func reload() {
        load(isFirst: false)
    }

    private func load(isFirst: Bool) {
        let result = RulesReader.read(options.config)
        guard result.problems.isEmpty else {
            for line in result.complaints { complaints.error(line) }
            complaints.error(
                isFirst ? "no rules are in force until that is mended" : "the rules from before stay in force")
            refusal = result.complaints.first
            // A reload that was asked for has no other answer: the service manager calls each one done.
            if !isFirst { _ = try? ServiceManager.status(status) }
            return
        }
        if hasRules, refusal == nil, result.rules == rules, result.isMissing == isMissing { return }
        refusal = nil
        hasRules = true
        isMissing = result.isMissing
        rules = result.rules
        programs.limits = rules.limits
        busActions.timeoutSec = rules.limits.timeoutSec
        selection.command = rules.selectionCommand
        if rules.wantsFocus { focus?.start() }
        if !options.isDryRun {
            if rules.wantsInput { input.prepare() } else { input.close() }
        }
        complaints.info(
            result.isMissing
                ? "there is no \(options.config): nothing is done (`peekpop-actions preset list` shows what is ready)"
                : "\(isFirst ? "rules" : "new rules") of \(options.config): \(counted(rules.allActions.count, "action"))"
        )
        if !isFirst { _ = try? ServiceManager.status(status) }
    }

    // MARK: Presses

    private func take(_ press: PressEvent) {
        guard let trigger = stages.take(device: press.device, press: press.id, phase: press.phase.rawValue) else {
            return
        }
        if trigger == .hint, rules.wantsFocus { focus?.refresh() }
        var values = PressValues(trigger: trigger)
        values.device = press.device
        values.press = press.id
        values.reason = press.reason?.name ?? ""
        values.clicks = press.clicks
        values.grams = press.grams
        values.x = press.position.x
        values.y = press.position.y
        values.fingers = press.fingers
        values.timeUsec = press.timeUsec
        setOff(values)
    }

    private func setOff(_ values: PressValues) {
        var values = values
        let key = PressKey(device: values.device, press: values.press)
        // A desktop that is asked at the beginning may answer after it.
        if apps[key] == nil, let window = focus?.current { apps[key] = window }
        values.app = apps[key]?.app ?? ""
        values.title = apps[key]?.title ?? ""
        let actions = rules.actions(values.trigger, app: values.app)
        if values.trigger.isLast { apps[key] = nil }
        if values.trigger.endsShows { programs.endShows(of: key) }
        // Also with nothing to do: what waits to show something for the press may have to be left out.
        queue?.add(ActionQueue.Job(actions: actions, values: values, press: key))
    }
}
