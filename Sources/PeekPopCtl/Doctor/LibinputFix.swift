import CommandLineTable
import Doctor
import Glibc
import Linux

/// `peekpopctl doctor --fix-libinput`: shows the overrides file as it would be, and writes it.
enum LibinputFix {
    static func run(_ findings: Findings, _ context: Context, file: OverridesFile = OverridesFile()) throws {
        let isSure = context.invocation.has(PeekpopctlTable.fixYes)
        let isAsking = context.output.isTerminal && isatty(STDIN_FILENO) == 1
        guard isSure || isAsking else {
            throw DoctorCommand.usage("--fix-libinput asks on a terminal; without one, --yes has to stand beside it")
        }
        guard findings.isMendable else {
            return try context.output.line(
                "There is nothing to mend: libinput takes no press on a pad here for a palm.")
        }
        let before = try failing { () throws(SystemError) in try file.text() }
        let text = findings.mended(before)
        if let obstacle = findings.obstacle(to: text) {
            throw CommandFailure(
                "nothing was written: libinput would still read no quirks, for \("\(obstacle)".drawable);"
                    + " that is not this program's to change, and has to be mended first")
        }
        guard let text, text != before else {
            return try context.output.line("\(file.path) says it already; log in again if the pointer still freezes.")
        }
        try context.output.line("\(file.path) will be:\n")
        try context.output.line(
            text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
                line.isEmpty ? "" : "    " + String(line).drawable
            }.joined(separator: "\n"))
        guard try isSure || StoredCalibrations.ask("Write it?", context) else {
            throw CommandFailure("nothing was written")
        }
        // An editor may have been at it while the question stood.
        guard try failing({ () throws(SystemError) in try file.text() }) == before else {
            throw CommandFailure("nothing was written: \(file.path) has changed in the meantime; run this again")
        }
        let copy = try failing { () throws(SystemError) in try file.write(text) }
        if let copy { try context.output.line("What was there before is in \(copy).") }
        try context.output.line("Written. Log out and in again: libinput reads it when a session begins.")
    }

    private static func failing<Value>(_ body: () throws(SystemError) -> Value) throws -> Value {
        do throws(SystemError) {
            return try body()
        } catch {
            let advice = [EACCES, EPERM].contains(error.errno.rawValue) ? " (run this with sudo)" : ""
            throw CommandFailure("\(error)\(advice)")
        }
    }
}
