/// A line cut into words as a shell cuts it, and nothing else of a shell: quotes and backslashes, no variables, no `*`.
enum Words {
    struct Mistake: Error, Equatable, CustomStringConvertible {
        let description: String
    }

    /// A word, and what of it a shell would look at.
    struct Marked: Equatable {
        var text = ""
        /// Without what is quoted, for which a NUL stands.
        var bare = ""
        /// The same, but with what is in double quotes: variables would be known there.
        var expanding = ""

        fileprivate mutating func add(_ more: some StringProtocol, isBare: Bool = false, isExpanding: Bool = false) {
            text += more
            bare += isBare ? String(more) : "\0"
            expanding += isExpanding ? String(more) : "\0"
        }
    }

    /// - Throws: where a quote is not closed, or a backslash ends the line.
    static func split(_ line: some StringProtocol) throws(Mistake) -> [String] {
        try marked(line).map(\.text)
    }

    /// The same, with what was quoted.
    static func marked(_ line: some StringProtocol) throws(Mistake) -> [Marked] {
        var words: [Marked] = []
        var word: Marked?
        func add(_ more: some StringProtocol, isBare: Bool = false, isExpanding: Bool = false) {
            var longer = word ?? Marked()
            longer.add(more, isBare: isBare, isExpanding: isExpanding)
            word = longer
        }
        var rest = Substring(line)
        while let letter = rest.popFirst() {
            switch letter {
            case "\\":
                guard let next = rest.popFirst() else { throw Mistake(description: "a backslash ends the line") }
                add(String(next))
            case "'":
                guard let end = rest.firstIndex(of: "'") else { throw Mistake(description: "a ' is not closed") }
                add(rest[..<end])
                rest = rest[rest.index(after: end)...]
            case "\"": add(try quoted(&rest), isExpanding: true)
            case _ where letter.isWhitespace:
                if let word { words.append(word) }
                word = nil
            default: add(String(letter), isBare: true, isExpanding: true)
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
