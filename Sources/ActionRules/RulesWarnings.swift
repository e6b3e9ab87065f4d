/// What can be read, and will hardly do what was meant.
extension Rules {
    /// In the order of the file.
    ///
    /// - Parameter hasProgram: whether there is a program of this name.
    public func warnings(hasProgram: (String) -> Bool) -> [RulesProblem] {
        var warnings: [RulesProblem] = []
        if let program = selectionCommand?.first, let place = selectionPlace, !hasProgram(program) {
            warnings.append(RulesProblem(place: place, message: "command: there is no program `\(program)`"))
        }
        for (index, group) in groups.enumerated() {
            for (trigger, actions) in group.actions {
                // What goes before a preset is meant to.
                if preset?.lines.contains(group.place.line) != true,
                    let first = groups[..<index].first(where: { $0.hides(group, trigger) }), let action = actions.first
                {
                    warnings.append(
                        RulesProblem(
                            place: action.place,
                            message: "\(trigger.rawValue): never done: that of \(first.scope) in line"
                                + " \(first.actions[trigger]?.first?.place.line ?? first.place.line) comes first"))
                }
                for action in actions {
                    for message in action.warnings(trigger, hasProgram) {
                        warnings.append(
                            RulesProblem(place: action.place, message: "\(trigger.rawValue): \(message)"))
                    }
                }
            }
        }
        return warnings.sorted { $0.place < $1.place }
    }
}

extension Rules.Group {
    /// Whether another section further down never gets to do what it has for a trigger.
    fileprivate func hides(_ other: Rules.Group, _ trigger: Trigger) -> Bool {
        guard actions[trigger] != nil else { return false }
        switch (scope, other.scope) {
        case (.all, .all): return true
        case (.app(let pattern), .app(let later)):
            if pattern.lowercased() == later.lowercased() { return true }
            // A star of the first may stand for one of the second; of a question mark that cannot be said.
            let isCertain = !pattern.contains("?") || !later.contains { "*?".contains($0) }
            return isCertain && Pattern.fits(pattern, later)
        default: return false
        }
    }
}

extension Rules.Group.Scope: CustomStringConvertible {
    /// As its header has it.
    public var description: String {
        switch self {
        case .all: "[all]"
        case .app(let pattern): "[app \(pattern)]"
        }
    }
}

extension Action {
    /// The program it starts, where it is one that stands in the rules.
    public var program: String? {
        switch kind {
        case .run(let words), .start(let words), .show(let words):
            // A program's name holds no values.
            words.first.flatMap { try? $0.filled(PressValues(trigger: .hint)) }
        default: nil
        }
    }

    fileprivate func warnings(_ trigger: Trigger, _ hasProgram: (String) -> Bool) -> [String] {
        var warnings: [String] = []
        if let program, !hasProgram(program) { warnings.append("there is no program `\(program)`") }
        if case .show = kind, trigger.isLast {
            warnings.append("the press is over by then, so nothing ends what `show` shows; `start` is for what stays")
        }
        switch kind {
        case .run(let words), .start(let words), .show(let words):
            let name = String(Substring(text).trimmed.prefix { !$0.isWhitespace })
            warnings +=
                CommandWarnings.ofWords(words)
                + ShellWords.warnings(text, name, hasCode: CommandWarnings.hasCode(words))
        case .preview(let file):
            if let start = file.start, !start.hasPrefix("/"), !Action.hasScheme(start) {
                warnings.append(
                    "`\(start)` is no file from / on, and nothing stands for a folder here, as `~` does in a shell")
            }
        case .shell(let line):
            for placeholder in Action.braced(in: line) {
                warnings.append(
                    "`{\(placeholder.rawValue)}` is no value in a shell line; "
                        + (placeholder.variable.map { "write \"$\($0)\"" }
                            ?? "`run PROGRAM {\(placeholder.rawValue)}` has it, or \"$PEEKPOP_SELECTION\" all that is selected")
                )
            }
            warnings += CommandWarnings.ofShell(line)
        default: break
        }
        return warnings
    }

    /// Whether it begins as an address does: `file:`.
    private static func hasScheme(_ text: String) -> Bool {
        guard let colon = text.firstIndex(of: ":"), text.first?.isLetter == true else { return false }
        return text[..<colon].allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    }

    /// Values in braces, but not the shell's own `${press}`.
    private static func braced(in line: String) -> [Placeholder] {
        Placeholder.allCases.filter { placeholder in
            let braced = Array("{\(placeholder.rawValue)}".utf8)
            let bytes = Array(line.utf8)
            return bytes.indices.contains { start in
                bytes[start...].starts(with: braced) && (start == 0 || bytes[start - 1] != UInt8(ascii: "$"))
            }
        }
    }
}

extension Placeholder {
    /// What has this value in a program's environment; `nil` for what is made of the selection.
    var variable: String? {
        switch self {
        case .link, .file, .uri, .word: nil
        default: "PEEKPOP_\(rawValue.uppercased())"
        }
    }
}
