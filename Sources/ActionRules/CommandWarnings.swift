/// Commands in which a value, which somebody else may have written, would be read as a part of a program.
enum CommandWarnings {
    /// Programs that take their code from an argument: the letter of the option before it, and how that code gets at what is
    /// given behind it. The names of options may follow each other, as in `sh -ec`.
    private static let interpreters: [(names: Set<String>, letters: Set<Character>, remedy: String)] = [
        (["sh", "bash", "dash", "zsh", "ksh", "mksh", "ash", "rbash"], ["c"], "-c '… \"$1\"' sh"),
        (["fish"], ["c"], "-c '… $argv[1]'"),
        (["python", "pypy"], ["c"], "-c '… sys.argv[1]'"),
        (["perl"], ["e", "E"], "-e '… $ARGV[0]'"),
        (["ruby"], ["e"], "-e '… ARGV[0]'"),
        (["node", "nodejs"], ["e", "p"], "-e '… process.argv[1]'"),
        (["php"], ["r"], "-r '… $argv[1]'"),
    ]

    /// What is wrong with the words of `run`, `start` or `show`. Programs that start others, as `env` and `timeout` do, have
    /// those among their arguments.
    static func ofWords(_ words: [Template]) -> [String] {
        var warnings: [String] = []
        for (index, word) in words.enumerated() {
            guard let interpreter = interpreter(word) else { continue }
            let behind = words[(index + 1)...]
            guard let (code, isInOption) = code(in: behind, interpreter.letters), let program = word.plain else {
                continue
            }
            for value in code.foreign where warnings.isEmpty {
                var remedy = "`\(program) \(interpreter.remedy) {\(value.rawValue)}`"
                if let variable = value.variable, interpreter.letters == ["c"], interpreter.remedy.hasSuffix(" sh") {
                    remedy = "`shell … \"$\(variable)\"`"
                }
                warnings.append(
                    "`{\(value.rawValue)}` would become a part of the commands of `\(program)`, and whoever wrote it could"
                        + " run anything; write \(remedy)")
            }
            // `sh -c 'eval "$1"' sh {selection}`
            let rest = behind.drop { $0 != code }.dropFirst(isInOption ? 0 : 1)
            if warnings.isEmpty, code.words.contains("eval"), let value = rest.lazy.flatMap(\.foreign).first {
                warnings.append("`eval` takes `{\(value.rawValue)}` for commands; write it without `eval`")
            }
        }
        return warnings
    }

    /// Whether any of the words is code, in which other signs have a meaning.
    static func hasCode(_ words: [Template]) -> Bool {
        words.indices.contains { index in
            interpreter(words[index]).map { code(in: words[(index + 1)...], $0.letters) != nil } ?? false
        }
    }

    /// What is wrong with a line of `shell`, where values are variables.
    static func ofShell(_ line: String) -> [String] {
        for variable in foreignVariables where names(variable, in: line) {
            var warnings: [String] = []
            for command in line.split(whereSeparator: { ";&|\n".contains($0) }) where names(variable, in: command) {
                if let program = expandsTwice(command, variable) {
                    warnings.append(
                        "\"$\(variable)\" would become a part of the commands of `\(program)`, and whoever wrote it could"
                            + " run anything; write what `\(program)` gets in single quotes")
                }
            }
            if isCommand(variable, in: line) {
                warnings.append("what is in \"$\(variable)\" would itself be run as a command")
            }
            if !warnings.isEmpty { return warnings }
        }
        return []
    }

    private static func names(_ variable: String, in text: some StringProtocol) -> Bool {
        text.contains("$\(variable)") || text.contains("${\(variable)")
    }

    /// The program that reads the value as commands. Within single quotes it is that program which puts the value in, as one.
    private static func expandsTwice(_ command: Substring, _ variable: String) -> String? {
        let words = command.split { $0.isWhitespace || $0 == "(" }
        for (index, word) in words.enumerated() {
            var code = words[(index + 1)...]
            if word != "eval" {
                guard interpreter(name: String(word)) != nil,
                    let flag = code.firstIndex(where: { $0.first == "-" && ($0.last == "c" || $0.last == "e") })
                else { continue }
                code = code[(flag + 1)...]
            }
            // What an inner shell is given behind its code is a value.
            if code.first?.first != "'",
                word == "eval" || code.first.map({ names(variable, in: $0) || $0.first == "\"" }) == true
            {
                return String(word)
            }
        }
        return nil
    }

    private static let foreignVariables = ["PEEKPOP_SELECTION", "PEEKPOP_TITLE", "PEEKPOP_APP"]

    /// Whether a command of the line begins with the value.
    private static func isCommand(_ variable: String, in line: String) -> Bool {
        line.split(whereSeparator: { ";&|(\n`".contains($0) }).contains { command in
            let first = command.drop(while: \.isWhitespace).drop { $0 == "\"" }
            return first.hasPrefix("$\(variable)") || first.hasPrefix("${\(variable)")
        }
    }

    private static func interpreter(_ word: Template) -> (letters: Set<Character>, remedy: String)? {
        word.plain.flatMap(interpreter(name:))
    }

    private static func interpreter(name: String) -> (letters: Set<Character>, remedy: String)? {
        let file = name.split(separator: "/").last.map { String($0) } ?? name
        // `python3.11`
        let base = String(file.prefix { !$0.isNumber })
        return interpreters.first { $0.names.contains(base) }.map { ($0.letters, $0.remedy) }
    }

    /// The argument that is code, and whether the option itself holds it, as in `-e'print'`.
    private static func code(
        in arguments: ArraySlice<Template>, _ letters: Set<Character>
    ) -> (Template, isInOption: Bool)? {
        var isOfOption = false
        for (index, argument) in zip(arguments.indices, arguments) {
            guard let start = argument.start, "-+".contains(start.first!), start != "-", start != "--" else {
                guard isOfOption else { return nil }  // A script, and what it is given.
                isOfOption = false
                continue
            }
            isOfOption = ["-o", "+o", "-O", "+O", "--rcfile", "--init-file", "-W", "-X", "-I"].contains(start)
            // Modules and folders of Perl and Ruby.
            if letters.contains("e"), start.hasPrefix("-M") || start.hasPrefix("-I") { continue }
            if start.hasPrefix("--eval=") || start.hasPrefix("--command=") || start.hasPrefix("--print=") {
                return (argument, true)
            }
            if start == "--eval" || start == "--command" || start == "--print" {
                return arguments[(index + 1)...].first.map { ($0, false) }
            }
            guard !start.hasPrefix("--"), let letter = start.firstIndex(where: letters.contains),
                start[start.index(after: start.startIndex)..<letter].allSatisfy({ $0.isLetter || $0.isNumber })
            else { continue }
            if start.index(after: letter) == start.endIndex, argument.placeholders.isEmpty {
                return arguments[(index + 1)...].first.map { ($0, false) }
            }
            // Shells take more options behind the `c`; others their code.
            if argument.placeholders.isEmpty, start.allSatisfy({ $0 == "-" || $0.isLetter }) {
                return arguments[(index + 1)...].first.map { ($0, false) }
            }
            return (argument, true)
        }
        return nil
    }
}

extension Placeholder {
    /// Whether others can choose what it is: a page its text, a window its title.
    var isForeign: Bool { needsSelection || self == .app || self == .title }
}

extension Template {
    /// The text of a template without values.
    fileprivate var plain: String? { placeholders.isEmpty ? start ?? "" : nil }
    /// The text before its first value; `nil` where it begins with one.
    var start: String? {
        guard case .text(let text)? = pieces.first else { return nil }
        return text
    }
    fileprivate var foreign: [Placeholder] { placeholders.filter(\.isForeign) }
    /// The words of its texts.
    fileprivate var words: [Substring] {
        pieces.flatMap { piece -> [Substring] in
            guard case .text(let text) = piece else { return [] }
            return text.split { $0.isWhitespace || ";&|(".contains($0) }
        }
    }
}
