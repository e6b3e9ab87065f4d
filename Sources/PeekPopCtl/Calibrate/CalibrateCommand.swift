import Calibrating
import CommandLineTable
import Glibc
import PeekPopWire

/// `peekpopctl calibrate`: guided, or one of its other forms.
enum CalibrateCommand {
    private typealias Table = PeekpopctlTable

    static func run(_ context: Context) throws {
        let invocation = context.invocation
        let forms = [Table.fromFiles, Table.show, Table.reset, Table.export, Table.importFile].filter(invocation.has)
        if forms.count > 1 {
            throw usage("--\(forms[0].long) and --\(forms[1].long) cannot be had together")
        }
        if invocation.has(Table.yes), forms.first != Table.reset { throw usage("--yes belongs to --reset") }
        if invocation.has(Table.calibrateJSON), forms.first != Table.show, forms.first != Table.fromFiles {
            throw usage("--json belongs to --show and --from")
        }
        if invocation.has(Table.dryRun), forms.first != Table.fromFiles { throw usage("--dry-run belongs to --from") }
        if invocation.has(Table.report), !forms.isEmpty, forms.first != Table.fromFiles {
            throw usage("--report belongs to the guided calibration and --from")
        }
        if invocation.has(Table.ascii), !forms.isEmpty, forms.first != Table.fromFiles {
            throw usage("--ascii belongs to the guided calibration and --from")
        }
        switch forms.first {
        case Table.fromFiles?: try CalibrateFromRecordings.run(context)
        case Table.show?: try StoredCalibrations.show(context)
        case Table.reset?: try StoredCalibrations.reset(context)
        case Table.export?: try StoredCalibrations.export(context)
        case Table.importFile?: try StoredCalibrations.take(context)
        default: try guide(context)
        }
    }

    static func usage(_ message: String) -> UsageError { Table.program.usageError(message, Table.calibrate) }

    // MARK: Guided

    private static func guide(_ context: Context) throws {
        guard context.output.isTerminal, isatty(STDIN_FILENO) == 1 else {
            throw usage("the guided calibration needs a terminal; \(GuidedSession.remedy)")
        }
        guard context.terminal.canRedraw else {
            throw CommandFailure(
                "using the terminal '\(context.environment("TERM") ?? "")': the guided calibration draws on the whole of"
                    + " it, and this one cannot (TERM); \(GuidedSession.remedy)")
        }
        let session = try GuidedSession(context)
        let ending = try session.run()
        if let path = context.invocation.value(Table.report), let (outcome, pad) = session.found {
            do {
                try CalibrationFigure.write(outcome, name: pad.name, id: pad.id, to: path)
            } catch {
                // What became of the calibration matters more.
                context.note("\(error)")
            }
        }
        switch ending {
        case .stored(let fit, let problem):
            // What was found stays on the terminal when the full screen is gone.
            for line in CalibrationReport.lines(.fit(fit)).flatMap({ lines(of: $0, width: context.output.width - 1) }) {
                try context.output.line(line)
            }
            try context.output.line("Stored, and in force.")
            if let problem { context.note("\(problem); the calibration is stored all the same") }
        case .left: throw CommandFailure("you left before the end; nothing was stored")
        case .failed(let reason): throw CommandFailure(reason)
        }
    }
}
