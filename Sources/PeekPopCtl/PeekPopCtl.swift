import CNcurses
import CommandLineTable
import Glibc
import Linux
import Recordings

/// The program `peekpopctl`.
public enum PeekPopCtl {
    /// - Parameter arguments: the command line, without the program's own name.
    /// - Returns: the exit status.
    public static func main(_ arguments: [String]) -> Int32 {
        // A reader that leaves shows as EPIPE where it can be answered; see `OutputClosed`.
        signal(SIGPIPE, SIG_IGN)
        setlocale(LC_ALL, "")
        let output = Output()
        do {
            let invocation = try PeekpopctlTable.program.parse(arguments)
            switch invocation.action {
            case .help: try output.write(PeekpopctlTable.program.helpText(invocation.command))
            case .version: try output.write(PeekpopctlTable.program.versionText)
            case .run:
                let context = Context(
                    invocation: invocation, output: output, environment: { getenv($0).map { String(cString: $0) } })
                try run(context)
            }
            return 0
        } catch let error as UsageError {
            Context.standardError(error.description)
            return UsageError.exitStatus
        } catch is OutputClosed {
            return 0
        } catch let error as RecordingError where error.isClosedPipe {
            return 0
        } catch {
            Context.standardError("peekpopctl: \(error)\n")
            return CommandFailure.exitStatus
        }
    }

    private static func run(_ context: Context) throws {
        switch context.invocation.command {
        case PeekpopctlTable.devices: try DevicesCommand.run(context)
        case PeekpopctlTable.doctor: try DoctorCommand.run(context)
        case PeekpopctlTable.status: try StatusCommand.run(context)
        case PeekpopctlTable.listen: try ListenCommand.run(context)
        case PeekpopctlTable.monitor: try MonitorCommand.run(context)
        case PeekpopctlTable.replay: try ReplayCommand.run(context)
        case PeekpopctlTable.plot: try PlotCommand.run(context)
        case PeekpopctlTable.record: try RecordCommand.run(context)
        case PeekpopctlTable.calibrate: try CalibrateCommand.run(context)
        case PeekpopctlTable.feedback: try FeedbackCommand.run(context)
        case PeekpopctlTable.config: try ConfigCommand.run(context)
        case PeekpopctlTable.generate: try GenerateCommand.run(context)
        case PeekpopctlTable.complete: CompleteCommand.run(context)
        default: preconditionFailure("a command of the table without its code")
        }
    }
}

extension RecordingError {
    /// Whoever read the recording has enough, as ``OutputClosed`` for everything else.
    fileprivate var isClosedPipe: Bool {
        if case .system(let error) = problem { error.errno.rawValue == EPIPE } else { false }
    }
}
