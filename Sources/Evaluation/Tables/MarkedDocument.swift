/// A document with blocks that a program writes: `<!-- NAME begins … -->` to `<!-- NAME ends -->`.
public struct MarkedDocument: Equatable, Sendable {
    public var text: String

    public init(_ text: String) {
        self.text = text
    }

    /// What stands between the marks of a block; `nil` where it has none.
    public func block(_ name: String) -> String? {
        lines(name).map { range in
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            return lines[range].joined(separator: "\n") + (range.isEmpty ? "" : "\n")
        }
    }

    /// The same document with another block.
    ///
    /// - Returns: `nil` where it has no such block.
    public func replacing(_ name: String, by block: String) -> MarkedDocument? {
        lines(name).map { range in
            var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            var new = block.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            if new.last == "" { new.removeLast() }
            lines.replaceSubrange(range, with: new)
            return MarkedDocument(lines.joined(separator: "\n"))
        }
    }

    /// The lines between the marks.
    private func lines(_ name: String) -> Range<Int>? {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let begin = lines.firstIndex(where: { $0.hasPrefix("<!-- \(name) begins") }),
            let end = lines[begin...].firstIndex(where: { $0.hasPrefix("<!-- \(name) ends") })
        else { return nil }
        return begin + 1..<end
    }

    /// The first line in which a block differs from what it should be, in words; `nil` where none does.
    public func difference(_ name: String, from wanted: String) -> String? {
        guard let found = block(name) else { return "it has no block '\(name)'" }
        if found == wanted { return nil }
        let old = found.split(separator: "\n", omittingEmptySubsequences: false)
        let new = wanted.split(separator: "\n", omittingEmptySubsequences: false)
        let line = zip(old, new).prefix { $0 == $1 }.count
        func at(_ lines: [Substring]) -> Substring { line < lines.count ? lines[line] : "(end)" }
        return "block '\(name)', line \(line + 1): it says\n  \(at(old))\nand the figures are\n  \(at(new))"
    }
}
