import ActionRules
import CommandLineTable
import Figures
import Glibc
import Linux
import Systemd
import VirtualInput

/// From a command line to an exit status.
public enum ActionsMain {
    public static func run(_ arguments: [String]) -> Int32 {
        let program = PeekpopActionsTable.program
        let invocation: Invocation
        do throws(UsageError) {
            invocation = try program.parse(arguments)
        } catch {
            Log().error(error.description)
            return UsageError.exitStatus
        }
        switch invocation.action {
        case .help: return say(program.helpText(invocation.command)) ? 0 : 1
        case .version: return say(program.versionText) ? 0 : 1
        case .run: break
        }
        let options = ActionsService.Options(
            config: invocation.value(PeekpopActionsTable.config) ?? ConfigPath.usual(environment),
            socket: invocation.value(PeekpopActionsTable.socket) ?? variable("PEEKPOP_SOCKET")
                ?? PeekpopActionsTable.usualSocket,
            inputSocket: variable("PEEKPOP_INPUT_SOCKET") ?? InputMessage.usualPath,
            isDryRun: invocation.has(PeekpopActionsTable.dryRun))
        do {
            return try perform(invocation, options)
        } catch {
            complain("\(error)")
            return 1
        }
    }

    private static func perform(_ invocation: Invocation, _ options: ActionsService.Options) throws -> Int32 {
        switch invocation.command?.name {
        case "check": return check(options.config)
        case "status":
            return StatusCommand(options: options, environment: environment, say: { _ = say($0) }).run()
        case "preset":
            let command = PresetCommand(config: options.config, say: { _ = say($0) })
            let name = invocation.operands.first ?? "list"
            try name == "list" ? command.list() : command.choose(name)
            return 0
        default:
            // A dry run does nothing that a second one could do twice.
            let lock = options.isDryRun ? nil : try InstanceLock(InstanceLock.path(environment))
            let service = try ActionsService(
                options, Complaints(Log()), environment: environment, output: { say($0) })
            return try withExtendedLifetime(lock) { try service.run() }
        }
    }

    private static func check(_ config: String) -> Int32 {
        let result = RulesReader.read(config)
        if result.isMissing {
            complain("reading \(config): \(Errno(ENOENT))")
            return 1
        }
        for line in result.complaints { complain(line) }
        guard result.problems.isEmpty else { return 1 }
        let warnings = result.rules.warnings { ProgramPath.has($0, environment) }
        for warning in warnings { complain("\(warning.place): warning: \(warning.message)") }
        return say(
            "no mistakes in \(config): \(counted(result.rules.allActions.count, "action"))"
                + (warnings.isEmpty ? "" : ", \(counted(warnings.count, "warning"))")) ? 0 : 1
    }

    private static func environment(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    /// A variable that is set and not empty.
    private static func variable(_ name: String) -> String? {
        environment(name).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Writes lines to standard output. Names of applications and words of others may be in them.
    private static func say(_ text: String) -> Bool {
        do throws(Errno) {
            try StandardOutput.write(text.withoutControls)
            return true
        } catch {
            if error.rawValue != EPIPE { complain("writing standard output: \(error)") }
            return false
        }
    }

    private static func complain(_ message: String) {
        Log().failure(of: "peekpop-actions", message)
    }
}
