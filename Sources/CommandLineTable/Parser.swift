extension Program {
    /// Reads a command line, without the program's own name.
    ///
    /// Options may stand before and after the command and between operands; `--` ends them. `--name VALUE`,
    /// `--name=VALUE`, `-n VALUE`, `-nVALUE` and clusters of short flags are understood.
    public func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
        var parser = Parser(program: self, rest: arguments[...])
        try parser.run()
        return parser.invocation
    }

    /// The error for a command line that the table allows and the command does not.
    public func usageError(_ message: String, _ command: Command? = nil) -> UsageError {
        let help = ([name] + (command.map { [$0.name] } ?? []) + ["--\(Program.help.long)"]).joined(separator: " ")
        return UsageError(message: message, usage: synopsis(command), help: help, program: name)
    }
}

private struct Parser {
    let program: Program
    var rest: ArraySlice<String>
    var invocation = Invocation()

    mutating func run() throws(UsageError) {
        var isOptionsOver = false
        while let word = rest.popFirst() {
            if isOptionsOver || word == "-" || !word.hasPrefix("-") {
                try takeWord(word)
            } else if word == "--" {
                isOptionsOver = true
            } else if word.hasPrefix("--") {
                try takeLong(word.dropFirst(2))
            } else {
                try takeShort(word.dropFirst())
            }
            // Whoever asks for help gets it, whatever stands after it.
            if invocation.action != .run { return }
        }
        guard invocation.command != nil || program.commands.isEmpty else { throw error("no command given") }
        if Program.isHelp(invocation.command) {
            invocation.action = .help
            invocation.command = try invocation.operands.first.map(command)
            invocation.operands = []
            return
        }
        let missing = (invocation.command?.operands ?? []).dropFirst(invocation.operands.count).first
        if let missing, !missing.isOptional { throw error("\(missing.word ?? missing.name) is missing") }
    }

    private mutating func takeWord(_ word: String) throws(UsageError) {
        if invocation.command == nil, !program.commands.isEmpty {
            invocation.command = try command(word)
            return
        }
        let operands = invocation.command?.operands ?? []
        let more = operands.last.flatMap { $0.isRepeatable ? $0 : nil }
        guard let operand = operands.dropFirst(invocation.operands.count).first ?? more else {
            throw error("unexpected argument '\(word)'")
        }
        // A command that does not exist is told in the words of every other place.
        if !Program.isHelp(invocation.command) { try check(word, operand.kind, operand.name) }
        invocation.operands.append(word)
    }

    private func command(_ name: String) throws(UsageError) -> Command {
        if let command = program.commands.first(where: { $0.name == name }) { return command }
        throw error("unknown command '\(name)'" + hint(name, program.visibleCommands.map(\.name)))
    }

    private mutating func takeLong(_ text: Substring) throws(UsageError) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        guard let option = known.first(where: { $0.long == name }) else {
            throw error("unknown option '--\(name)'" + hint(name, known.map(\.long), prefix: "--"))
        }
        guard option.value != nil else {
            if parts.count > 1 { throw error("--\(name) takes no value") }
            return take(option, "")
        }
        try takeValue(option, parts.count > 1 ? String(parts[1]) : nil)
    }

    private mutating func takeShort(_ cluster: Substring) throws(UsageError) {
        var letters = cluster
        while let letter = letters.popFirst() {
            guard let option = known.first(where: { $0.short == letter }) else {
                throw error("unknown option '-\(letter)'")
            }
            guard option.value != nil else {
                take(option, "")
                continue
            }
            return try takeValue(option, letters.isEmpty ? nil : String(letters))
        }
    }

    private mutating func takeValue(_ option: Option, _ attached: String?) throws(UsageError) {
        guard let value = attached ?? rest.popFirst() else {
            throw error("--\(option.long) needs a value: \(option.synopsis)")
        }
        try check(value, option.kind, "--\(option.long)")
        if invocation.has(option), !option.isRepeatable { throw error("--\(option.long) is given twice") }
        take(option, value)
    }

    private mutating func take(_ option: Option, _ value: String) {
        switch option {
        case Program.help: invocation.action = .help
        case Program.versionOption: invocation.action = .version
        default: invocation.add(option, value)
        }
    }

    private func check(_ value: String, _ kind: ValueKind, _ what: String) throws(UsageError) {
        switch kind {
        case .text, .device:
            if value.isEmpty { throw error("\(what) is empty") }
        case .file, .directory:
            if value.isEmpty { throw error("\(what) needs the name of a \(kind == .file ? "file" : "folder")") }
        case .choices(let choices):
            guard !choices.contains(value) else { return }
            throw error("\(what) is '\(value)', and has to be \(listed(choices))" + hint(value, choices))
        case .choicesOrFile(let choices, let prefixes):
            if choices.contains(value) { return }
            if prefixes.contains(where: { value.hasPrefix($0) && value.count > $0.count }) { return }
            throw error("\(what) is '\(value)', and has to be \(listed(choices + prefixes.map { $0 + "FILE" }))")
        case .integer(let range):
            if let number = Int(value), range.contains(number) { return }
            throw error("\(what) is '\(value)', and has to be a whole number from \(bounds(range))")
        case .number(let range):
            if let number = Double(value), range.contains(number) { return }
            throw error("\(what) is '\(value)', and has to be a number from \(bounds(range))")
        case .numberOrWord(let range, let word):
            if value == word { return }
            if let number = Double(value), range.contains(number) { return }
            throw error("\(what) is '\(value)', and has to be '\(word)' or a number from \(bounds(range))")
        }
    }

    private var known: [Option] { invocation.command.map(program.options(of:)) ?? program.options }

    private func error(_ message: String) -> UsageError {
        program.usageError(message, invocation.command)
    }

    private func hint(_ word: String, _ candidates: [String], prefix: String = "") -> String {
        nearest(word, in: candidates).map { " (did you mean '\(prefix)\($0)'?)" } ?? ""
    }

    private func listed(_ choices: [String]) -> String {
        guard choices.count > 1 else { return "'\(choices.first ?? "")'" }
        return choices.dropLast().map { "'\($0)'" }.joined(separator: ", ") + " or '\(choices.last!)'"
    }

    private func bounds(_ range: ClosedRange<Int>) -> String { "\(range.lowerBound) to \(range.upperBound)" }

    private func bounds(_ range: ClosedRange<Double>) -> String {
        func plain(_ value: Double) -> String { value == value.rounded() ? "\(Int(value))" : "\(value)" }
        return "\(plain(range.lowerBound)) to \(plain(range.upperBound))"
    }
}
