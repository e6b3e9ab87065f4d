extension Program {
    /// The manual page in mdoc; `mandoc -T lint` has nothing to say about it.
    public var manPage: String {
        var page = ManPage(name: name)
        page.line(".Dd \(date)")
        page.line(".Dt \(name.uppercased()) \(section)")
        page.line(".Os")
        page.line(".Sh NAME")
        page.line(".Nm \(name)")
        page.line(".Nd \(escaped(plain(summary)))")
        page.line(".Sh SYNOPSIS")
        page.line(".Nm")
        page.synopsis(ownOptions)
        if !commands.isEmpty {
            page.line(".Ar COMMAND")
            page.line(".Op Ar ARGUMENT ...")
        }
        page.line(".Nm")
        page.line(".Fl -help | -version")
        page.line(".Sh DESCRIPTION")
        page.paragraphs(discussion)
        page.line(".Pp")
        page.line("The options are as follows:")
        page.options(options)
        if !commands.isEmpty {
            page.line(".Sh COMMANDS")
            for command in visibleCommands { page.command(command, of: self) }
        }
        page.list("ENVIRONMENT", environment, macro: "Ev")
        page.list("FILES", files, macro: "Pa")
        if !exitStatus.isEmpty {
            page.line(".Sh EXIT STATUS")
            page.line(".Bl -tag -width Ds")
            for status in exitStatus {
                page.line(".It \(status.term)")
                page.prose(status.text)
            }
            page.line(".El")
        }
        if !examples.isEmpty {
            page.line(".Sh EXAMPLES")
            for (index, example) in examples.enumerated() {
                if index > 0 { page.line(".Pp") }
                page.prose(example.text)
                page.line(".Dl \(quoted(example.term))")
            }
        }
        page.seeAlso(seeAlso)
        return page.result
    }
}

private struct ManPage {
    private(set) var result = ""
    private let name: String

    init(name: String) {
        self.name = name
    }

    mutating func line(_ text: String) {
        result += text + "\n"
    }

    mutating func synopsis(_ options: [Option]) {
        for option in options {
            line(".Op Fl -\(option.long)" + (option.value.map { " Ar \(escaped($0))" } ?? "") + dots(option))
        }
    }

    mutating func command(_ command: Command, of program: Program) {
        line(".Ss \(escaped(([command.name] + command.operands.compactMap(\.word)).joined(separator: " ")))")
        line(".Bd -ragged -offset indent -compact")
        line(".Nm \(program.name)")
        line(".Cm \(command.name)")
        synopsis(command.options)
        for operand in command.operands {
            let dots = operand.isRepeatable ? " ..." : ""
            line(operand.word.map { ".Cm \($0)" } ?? (operand.isOptional ? ".Op Ar " : ".Ar ") + operand.name + dots)
        }
        line(".Ed")
        line(".Pp")
        prose(sentence(command.summary))
        for text in command.discussion {
            line(".Pp")
            prose(text)
        }
        let operands = command.operands.filter { $0.word == nil }
        guard !operands.isEmpty || !command.options.isEmpty else { return }
        line(".Bl -tag -width Ds")
        for operand in operands {
            line(".It Ar \(operand.name)")
            prose(operand.help)
        }
        items(command.options)
        line(".El")
    }

    mutating func options(_ options: [Option]) {
        line(".Bl -tag -width Ds")
        items(options)
        line(".El")
    }

    private mutating func items(_ options: [Option]) {
        for option in options {
            let short = option.short.map { "\($0) , " } ?? ""
            line(
                ".It Fl \(short)" + (short.isEmpty ? "" : "Fl ") + "-\(option.long)"
                    + (option.value.map { " Ar \(escaped($0))" } ?? ""))
            prose(explained(option))
        }
    }

    mutating func list(_ title: String, _ entries: [Entry], macro: String) {
        guard !entries.isEmpty else { return }
        line(".Sh \(title)")
        line(".Bl -tag -width Ds")
        for entry in entries {
            line(".It \(macro) \(escaped(entry.term))")
            prose(entry.text)
        }
        line(".El")
    }

    mutating func seeAlso(_ pages: [String]) {
        guard !pages.isEmpty else { return }
        line(".Sh SEE ALSO")
        for (index, page) in pages.enumerated() {
            line(".Xr \(reference(page) ?? page)" + (index < pages.count - 1 ? " ," : ""))
        }
    }

    mutating func paragraphs(_ texts: [String]) {
        for (index, text) in texts.enumerated() {
            if index > 0 { line(".Pp") }
            prose(text)
        }
    }

    /// Prose in mdoc: a sentence a line, and a macro line for each piece between back quotes, which takes the
    /// punctuation around it along.
    mutating func prose(_ text: String) {
        var opening = ""
        for (piece, next) in neighbours(pieces(of: text)) {
            switch piece {
            case .words(let words):
                var words = Substring(words)
                // What the macro line before it took.
                if result.hasSuffix(ManPage.pending) {
                    result.removeLast(ManPage.pending.count)
                    let closing = words.prefix { ".,;:)?!".contains($0) }
                    words = words.dropFirst(closing.count)
                    result += closing.map { " \($0)" }.joined() + "\n"
                }
                if next != nil, words.hasSuffix("(") {
                    opening = "( "
                    words = words.dropLast()
                }
                sentences(words)
            case .code(let code):
                result += "." + macro(code, opening)
                opening = ""
                result += next == nil ? "\n" : ManPage.pending
            }
        }
    }

    private static let pending = "\u{0}"

    private func neighbours(_ pieces: [ProsePiece]) -> [(ProsePiece, ProsePiece?)] {
        pieces.indices.map { (pieces[$0], $0 + 1 < pieces.count ? pieces[$0 + 1] : nil) }
    }

    private mutating func sentences(_ text: Substring) {
        var rest = text[...]
        while let end = rest.firstIndex(where: { ".?!".contains($0) }) {
            let after = rest.index(after: end)
            guard after < rest.endIndex, rest[after] == " " else {
                if after == rest.endIndex { break }
                // A full stop inside a word.
                let space = rest[after...].firstIndex(of: " ") ?? rest.endIndex
                words(rest[..<space], breaks: false)
                rest = rest[space...]
                continue
            }
            words(rest[...end], breaks: true)
            rest = rest[after...]
        }
        words(rest, breaks: true)
    }

    private mutating func words(_ text: Substring, breaks: Bool) {
        let isContinued = !result.hasSuffix("\n")
        let trimmed = trim(text)
        guard !trimmed.isEmpty else {
            if breaks, isContinued { result += "\n" }
            return
        }
        let escaped = escaped(trimmed)
        // A line that begins with a dot or quote would be a macro.
        let isMacro = !isContinued && (escaped.hasPrefix(".") || escaped.hasPrefix("'"))
        result += (isContinued ? " " : isMacro ? "\\&" : "") + escaped
        wrapLastLine()
        if breaks { result += "\n" }
    }

    /// Source lines beyond 80 bytes are a style fault in mdoc.
    private mutating func wrapLastLine() {
        let start = result.lastIndex(of: "\n").map(result.index(after:)) ?? result.startIndex
        let last = result[start...]
        guard last.utf8.count > 79, !last.hasPrefix(".") else { return }
        result.replaceSubrange(start..., with: wrapped(String(last), width: 78).joined(separator: "\n"))
    }

    private func macro(_ code: String, _ opening: String) -> String {
        if code == name { return "Nm" + (opening.isEmpty ? "" : " \(opening)\(name)") }
        if let reference = reference(code) { return "Xr \(opening)\(reference)" }
        if code.hasPrefix("--"), !code.contains(" ") { return "Fl \(opening)\(escaped(String(code.dropFirst())))" }
        if code.hasPrefix("/") { return "Pa \(opening)\(quoted(code))" }
        if code.allSatisfy({ $0.isUppercase || $0 == "_" || $0.isNumber }), code.contains(where: \.isLetter) {
            return (code.contains("_") ? "Ev " : "Ar ") + opening + code
        }
        return "Ql \(opening)\(quoted(code))"
    }

    private func dots(_ option: Option) -> String { option.isRepeatable ? " ..." : "" }

    private func sentence(_ summary: String) -> String {
        summary.prefix(1).uppercased() + summary.dropFirst() + "."
    }
}

private func trim(_ text: Substring) -> String {
    String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
}

/// `peekpopd(8)` as `.Xr` takes it: `peekpopd 8`.
private func reference(_ text: String) -> String? {
    guard text.hasSuffix(")"), let open = text.firstIndex(of: "("), !text.contains(" ") else { return nil }
    return text[..<open] + " " + text[text.index(after: open)...].dropLast()
}

/// The text with what roff would take for its own escaped, and beyond ASCII by code point.
private func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\\": result += "\\e"
        case "\u{20}"..."\u{7e}": result.unicodeScalars.append(scalar)
        default:
            let hex = String(scalar.value, radix: 16, uppercase: true)
            result += "\\[u" + String(repeating: "0", count: max(0, 4 - hex.count)) + hex + "]"
        }
    }
    return result
}

/// As one argument of a macro.
private func quoted(_ text: String) -> String {
    let text = escaped(text).split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
    return text.contains(" ") || text.contains("\"") ? "\"\(text)\"" : text
}
