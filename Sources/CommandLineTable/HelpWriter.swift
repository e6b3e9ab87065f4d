extension Program {
    /// What `--help` shows, at most 80 columns wide: the program's, or one command's.
    public func helpText(_ command: Command? = nil) -> String {
        var text = HelpText()
        if let command {
            text.line("\(name) \(command.name): \(plain(command.summary))")
            text.usage(synopsis(command))
            text.paragraphs(command.discussion)
            let operands = command.operands.filter { $0.word == nil }
            text.list("Arguments", operands.map { Entry($0.name + ($0.isRepeatable ? "…" : ""), $0.help) })
            text.list("Options", options(of: command).map(HelpText.entry))
        } else {
            text.line("\(name): \(plain(summary))")
            text.usage(synopsis(nil))
            text.paragraphs(discussion)
            text.list("Commands", visibleCommands.map { Entry(HelpText.words($0), $0.summary) })
            text.list("Options", options.map(HelpText.entry))
            text.list("Environment", environment)
            text.list("Exit status", exitStatus)
            if !commands.isEmpty {
                text.line("")
                text.line("`\(name) COMMAND --help` shows a command's options.")
            }
        }
        return text.result
    }

    /// What `--version` shows.
    public var versionText: String { "\(name) \(version)\n" }
}

private struct HelpText {
    private static let width = 80
    /// Where the explanations begin, unless a term is longer.
    private static let column = 24

    private(set) var result = ""

    mutating func line(_ text: String) {
        result += plain(text) + "\n"
    }

    mutating func usage(_ synopsis: String) {
        line("")
        let name = synopsis.prefix { $0 != " " }
        let start = "usage: \(name) "
        // Brackets hold together: a break inside one is hard to read.
        var depth = 0
        let glued = synopsis.dropFirst(name.count).map { letter in
            depth += letter == "[" ? 1 : letter == "]" ? -1 : 0
            return depth > 0 && letter == " " ? "\u{a0}" : letter
        }
        for (index, part) in wrapped(String(glued), width: HelpText.width - start.count).enumerated() {
            let indent = index == 0 ? start : String(repeating: " ", count: start.count)
            line(indent + String(part.map { $0 == "\u{a0}" ? " " : $0 }))
        }
    }

    mutating func paragraphs(_ texts: [String]) {
        for text in texts {
            line("")
            wrapped(text, width: HelpText.width).forEach { line($0) }
        }
    }

    mutating func list(_ title: String, _ entries: [Entry]) {
        guard !entries.isEmpty else { return }
        line("")
        line(title + ":")
        for entry in entries {
            let term = "  " + plain(entry.term)
            let explained = wrapped(entry.text, width: HelpText.width - HelpText.column)
            var rest = explained[...]
            if term.count + 2 <= HelpText.column, let first = rest.popFirst() {
                line(term + String(repeating: " ", count: HelpText.column - term.count) + first)
            } else {
                line(term)
            }
            rest.forEach { line(String(repeating: " ", count: HelpText.column) + $0) }
        }
    }

    static func entry(_ option: Option) -> Entry {
        let short = option.short.map { "-\($0), " } ?? ""
        return Entry(short + option.synopsis, explained(option))
    }

    /// `config show`: a command whose first operand can be but one word is known by both.
    static func words(_ command: Command) -> String {
        ([command.name] + command.operands.compactMap(\.word)).joined(separator: " ")
    }
}

/// The help of an option with what the table knows besides: choices, repetition, default.
func explained(_ option: Option) -> String {
    var text = option.help
    if case .choices(let choices) = option.kind {
        text += " One of " + choices.map { "`\($0)`" }.joined(separator: ", ") + "."
    }
    if option.isRepeatable { text += " May be given more than once." }
    if let usual = option.usual { text += " Default: \(usual)." }
    return text
}
