/// A line cut into words as a shell cuts it, and nothing else of a shell: quotes and backslashes, no variables, no `*`.
enum Words {
    struct Mistake: Error, Equatable, CustomStringConvertible {
        let description: String
    }

    /// - Throws: where a quote is not closed, or a backslash ends the line.
    static func split(_ line: some StringProtocol) throws(Mistake) -> [String] {
        var words: [String] = []
        var word: String?
        var rest = Substring(line)
        while let letter = rest.popFirst() {
            switch letter {
            case "\\":
                guard let next = rest.popFirst() else { throw Mistake(description: "a backslash ends the line") }
                word = (word ?? "") + String(next)
            case "'":
                guard let end = rest.firstIndex(of: "'") else { throw Mistake(description: "a ' is not closed") }
                word = (word ?? "") + rest[..<end]
                rest = rest[rest.index(after: end)...]
            case "\"":
                word = try (word ?? "") + quoted(&rest)
            case _ where letter.isWhitespace:
                if let word { words.append(word) }
                word = nil
            default:
                word = (word ?? "") + String(letter)
            }
        }
        if let word { words.append(word) }
        return words
    }

    /// Within double quotes a backslash means something before a quote and a backslash alone.
    private static func quoted(_ rest: inout Substring) throws(Mistake) -> String {
        var text = ""
        while let letter = rest.popFirst() {
            if letter == "\"" { return text }
            if letter == "\\", let next = rest.first, next == "\"" || next == "\\" {
                rest.removeFirst()
                text.append(next)
            } else {
                text.append(letter)
            }
        }
        throw Mistake(description: "a \" is not closed")
    }
}
