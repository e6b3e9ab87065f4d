/// What a selected text holds besides itself: a link, a file, a word.
struct SelectedText {
    private let text: String

    init(_ text: String) {
        self.text = text
    }

    func value(_ placeholder: Placeholder) -> String? {
        switch placeholder {
        case .selection: text
        case .link: WebAddress.first(in: text)
        case .file: file
        case .uri: file.map(FileAddress.uri)
        case .word: word
        default: nil
        }
    }

    private var lines: [Substring] { text.split(whereSeparator: \.isNewline) }

    /// The first line, where it is an absolute path or a `file://` address of this machine.
    private var file: String? {
        guard let line = lines.lazy.map({ $0.trimmed }).first(where: { !$0.isEmpty }) else { return nil }
        if line.hasPrefix("/") { return String(line) }
        return FileAddress.path(ofURI: line)
    }

    /// Letters and digits, with hyphens and apostrophes inside.
    private var word: String? {
        func belongs(_ letter: Character) -> Bool { letter.isLetter || letter.isNumber || "-'’".contains(letter) }
        let word = text.drop { !($0.isLetter || $0.isNumber) }.prefix(while: belongs)
        let trimmed = String(word.reversed().drop { !($0.isLetter || $0.isNumber) }.reversed())
        return trimmed.isEmpty ? nil : trimmed
    }
}

extension Substring {
    /// Without spaces at both ends.
    var trimmed: Substring {
        var text = self.drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
