import CommandLineTable
import ForceModel
import FoundationEssentials
import Glibc
import Linux
import Recordings

/// The program `peekpop-eval`.
public enum EvaluationMain {
    /// - Parameter arguments: the command line, without the program's own name.
    /// - Returns: the exit status.
    public static func run(_ arguments: [String]) async -> Int32 {
        do {
            let invocation = try EvaluationTable.program.parse(arguments)
            switch invocation.action {
            case .help: try print(EvaluationTable.program.helpText())
            case .version: try print(EvaluationTable.program.versionText)
            case .run: return try await evaluate(invocation)
            }
            return 0
        } catch let error as UsageError {
            say(error.description)
            return UsageError.exitStatus
        } catch {
            say("peekpop-eval: \(error)\n")
            return 1
        }
    }

    private static func evaluate(_ invocation: Invocation) async throws -> Int32 {
        let purpose: User.Purpose = invocation.value(EvaluationTable.users) == "tuning" ? .tuning : .reporting
        let size = invocation.value(EvaluationTable.size).flatMap(Plan.Size.init) ?? .full
        let plan = Plan(purpose, size, people: invocation.integer(EvaluationTable.people))
        let jobs = invocation.integer(EvaluationTable.jobs) ?? max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
        let wanted = invocation.values(EvaluationTable.study)
        let scenarios = plan.scenarios.filter { wanted.isEmpty || wanted.contains($0.study.rawValue) }
        if scenarios.isEmpty {
            throw EvaluationTable.program.usageError("the reduced size has no other study than 'main'")
        }
        let isListing = invocation.has(EvaluationTable.failures)
        // Read first: a wrong folder is told before minutes have passed.
        let files = try invocation.value(EvaluationTable.recordings).map { folder throws(SystemError) in
            try RecordingFolder.files(in: folder)
        }

        let outcomes = await Workers.map(scenarios, atOnce: jobs) { $0.run(collectFailures: isListing) }
        let report = Report(plan, outcomes)
        var blocks = [(name: size.rawValue, tables: report.tables)]
        if let files {
            var use = RealUse()
            for part in await Workers.map(files, atOnce: jobs, { RealUse.judge($0) }) { use.add(part) }
            blocks.append(("recordings", [use.table]))
        } else if size == .full {
            say("peekpop-eval: without --recordings the table of real use is left out\n")
        }
        if let path = invocation.value(EvaluationTable.write) { return try write(path, blocks) }
        try show(blocks.flatMap(\.tables), report, invocation)
        if isListing { try list(outcomes, invocation.value(EvaluationTable.trace)) }
        return try invocation.value(EvaluationTable.check).map { try check($0, blocks) } ?? 0
    }

    private static func show(_ tables: [Table], _ report: Report, _ invocation: Invocation) throws {
        if invocation.has(EvaluationTable.json) {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
            let data = try encoder.encode(Figures(report, tables))
            try print(String(decoding: data, as: UTF8.self) + "\n")
        } else {
            let isMarkdown = invocation.has(EvaluationTable.markdown)
            try print(tables.map { isMarkdown ? $0.markdown : $0.text }.joined(separator: "\n"))
        }
    }

    // MARK: The document

    private static func markdown(_ tables: [Table]) -> String {
        tables.map(\.markdown).joined(separator: "\n")
    }

    private static func check(_ path: String, _ blocks: [(name: String, tables: [Table])]) throws -> Int32 {
        let document = MarkedDocument(try TextFile.read(path))
        for block in blocks {
            if let difference = document.difference(block.name, from: markdown(block.tables)) {
                say("peekpop-eval: \(path) is not of today: \(difference)\n")
                return 1
            }
        }
        say("peekpop-eval: \(path): \(blocks.map(\.name).joined(separator: " and ")): the same to the digit\n")
        return 0
    }

    private static func write(_ path: String, _ blocks: [(name: String, tables: [Table])]) throws -> Int32 {
        var document = MarkedDocument(try TextFile.read(path))
        for block in blocks {
            guard let next = document.replacing(block.name, by: markdown(block.tables)) else {
                say("peekpop-eval: \(path) has no block '\(block.name)'\n")
                return 1
            }
            document = next
        }
        try TextFile.write(document.text, to: path)
        return 0
    }

    // MARK: Mistakes

    private static func list(_ outcomes: [Outcome], _ folder: String?) throws {
        for outcome in outcomes where !outcome.failures.isEmpty {
            let scenario = outcome.scenario
            let name = "\(scenario.study.rawValue)-\(scenario.user.name)-\(scenario.pad.key)-\(scenario.take)"
            var lines = ""
            for failure in outcome.failures {
                lines += "\(name) \(scenario.variant): at \(decimal(Double(failure.timeUsec) / 1e6, 3)) s, "
                lines += "\(failure.intent.kind.rawValue) of \(decimal(Double(failure.peakClicks), 2)) clicks: "
                lines += failure.kind.rawValue + (failure.detail.isEmpty ? "" : " (\(failure.detail))") + "\n"
            }
            try print(lines)
            if let folder {
                let path = "\(folder)/\(name).yml"
                let fd: FileDescriptor
                do throws(Errno) { fd = try FileDescriptor.open(path, O_WRONLY | O_CREAT | O_TRUNC) } catch {
                    throw SystemError("writing \(path)", error)
                }
                try RecordingWriter.write(scenario.makeTrace().device, to: fd, name: path)
            }
        }
    }

    // MARK: Output

    private static func print(_ text: String) throws(SystemError) {
        let standardOutput = FileDescriptor(owning: dup(STDOUT_FILENO))
        do throws(Errno) { try standardOutput.writeAll(text.utf8) } catch {
            throw SystemError("writing standard output", error)
        }
    }

    private static func say(_ text: String) {
        let standardError = FileDescriptor(owning: dup(STDERR_FILENO))
        // Nobody is left to be told.
        try? standardError.writeAll(text.utf8)
    }
}
