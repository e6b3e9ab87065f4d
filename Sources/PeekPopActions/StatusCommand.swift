import ActionRules
import Figures
import FocusTracking
import Linux

/// `peekpop-actions status`: whether it runs, and whether what its rules need is there.
struct StatusCommand {
    let options: ActionsService.Options
    let environment: (String) -> String?
    let say: (String) -> Void

    /// - Returns: the exit status: 1 where something is missing.
    func run() -> Int32 {
        let result = RulesReader.read(options.config)
        let rules = result.rules
        var isWell = true
        // Each as soon as it is known: the next may take a few seconds.
        let tell = { (check: Check) in
            say(check.name + String(repeating: " ", count: 11 - check.name.count) + check.text)
            isWell = isWell && check.isWell
        }
        tell(service)
        tell(self.rules(result))
        tell(presses)
        if rules.wantsInput { tell(keys) }
        if rules.wantsSessionBus || rules.wantsPreviewer { bus(rules).forEach(tell) }
        if rules.wantsSelection { tell(selection(rules)) }
        programs(rules).forEach(tell)
        return isWell ? 0 : 1
    }

    private struct Check {
        let name: String
        let text: String
        var isWell = true
    }

    private var service: Check {
        guard let holder = InstanceLock.holder(InstanceLock.path(environment)) else {
            return Check(
                name: "service",
                text: "does not run (`systemctl --user enable --now peekpop-actions` starts it, now and with every"
                    + " graphical session)", isWell: false)
        }
        return Check(name: "service", text: "runs" + (holder.pid.map { ", as process \($0)" } ?? ""))
    }

    private func rules(_ result: RulesReader.Result) -> Check {
        let name = "rules"
        if result.isMissing {
            return Check(
                name: name, text: "there is no \(options.config) (`peekpop-actions preset list` shows what is ready)",
                isWell: false)
        }
        guard result.problems.isEmpty else {
            let count = result.problems.count
            return Check(
                name: name,
                text:
                    "\(counted(count, "mistake")) in \(options.config); `peekpop-actions check` shows them",
                isWell: false)
        }
        let count = result.rules.allActions.count
        return Check(
            name: name,
            text: "\(counted(count, "action")) in \(options.config)"
                + (result.rules.preset.map { ", preset \($0.name)" } ?? ""))
    }

    private var presses: Check {
        do {
            let count = try Probes.pads(at: options.socket)
            return Check(
                name: "presses",
                text: "\(options.socket) answers; "
                    + (count == 0
                        ? "no pad can be pressed (`peekpopctl doctor` says why)"
                        : "\(counted(count, "pad")) can be pressed"),
                isWell: count > 0)
        } catch {
            return Check(name: "presses", text: "\(error)", isWell: false)
        }
    }

    private var keys: Check {
        do {
            try Probes.input(at: options.inputSocket)
            return Check(name: "keys", text: "\(options.inputSocket) answers, and serves this user")
        } catch {
            return Check(name: "keys", text: "\(error)", isWell: false)
        }
    }

    private func bus(_ rules: Rules) -> [Check] {
        do {
            let hasPreviewer = try Probes.hasService(BusActions.previewer)
            let bus = Check(name: "bus", text: "the session bus answers")
            guard rules.wantsPreviewer else { return [bus] }
            return [
                bus,
                hasPreviewer
                    ? Check(name: "previewer", text: "\(BusActions.previewer) is there")
                    : Check(
                        name: "previewer",
                        text: "nobody offers \(BusActions.previewer) on the session bus (gnome-sushi does)",
                        isWell: false),
            ]
        } catch {
            return [
                Check(
                    name: "bus",
                    text: "\(error): notifications, previews and calls on the session bus do nothing", isWell: false)
            ]
        }
    }

    private func selection(_ rules: Rules) -> Check {
        let name = "selection"
        let commands = SelectionReader.commands(rules.selectionCommand, environment)
        guard !commands.isEmpty else {
            return Check(name: name, text: "\(SelectionProblem.noDesktop): nobody can be asked here", isWell: false)
        }
        let there = commands.map { $0[0] }.filter { ProgramPath.has($0, environment) }
        guard !there.isEmpty else {
            let packages = ["wl-paste": "wl-clipboard", "xclip": "xclip"]
            let wanted = commands.map { words in words[0] + (packages[words[0]].map { " (package \($0))" } ?? "") }
            return Check(
                name: name, text: "there is no \(wanted.joined(separator: ", nor ")) to read it", isWell: false)
        }
        return Check(name: name, text: "read by \(there.joined(separator: ", then "))")
    }

    /// Programs that rules start, and that are not there.
    private func programs(_ rules: Rules) -> [Check] {
        var lines: [String: [Int]] = [:]
        for action in rules.allActions {
            guard let program = action.program, !ProgramPath.has(program, environment) else { continue }
            lines[program, default: []].append(action.place.line)
        }
        return lines.sorted { $0.key < $1.key }.map { program, lines in
            Check(
                name: "program",
                text: "there is no \(program) (line\(lines.count == 1 ? "" : "s") "
                    + lines.sorted().map { "\($0)" }.joined(separator: ", ") + ")", isWell: false)
        }
    }
}
