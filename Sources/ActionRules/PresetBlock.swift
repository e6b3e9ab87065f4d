/// The part of a configuration file that belongs to `peekpop-actions preset`: lines between two marks. All else is the
/// user's, and stays byte for byte: bytes, for Swift takes `\r\n` for one character, and other texts for equal ones.
public enum PresetBlock {
    static let begin = "# >>> preset "
    static let end = "# <<< preset"

    /// What is wrong with the marks of a file.
    public struct Mistake: Error, Equatable, Sendable, CustomStringConvertible {
        public let line: Int
        public let description: String
    }

    /// Which preset a file has, and in which of its lines, counted from 1.
    public struct Place: Equatable, Sendable {
        public let name: String
        let lines: ClosedRange<Int>
    }

    /// A block that a file has, byte for byte.
    public struct Found: Equatable, Sendable {
        let place: Place
        public var name: String { place.name }
        /// Whether it is as `peekpop-actions` writes it today, whichever line breaks it has: nobody has changed it.
        public let isPristine: Bool
        /// With the break after its last line.
        let range: Range<Int>

        /// Its length in bytes.
        public var count: Int { range.count }
    }

    /// The block of a file, if it has one.
    public static func find(in file: [UInt8]) throws(Mistake) -> Found? {
        var open: (start: Int, line: Int, name: String)?
        var found: Found?
        for (index, line) in lines(of: file).enumerated() {
            let text = file[line].prefix { $0 != lineFeed && $0 != carriageReturn }
            if text.starts(with: begin.utf8) {
                guard open == nil, found == nil else {
                    throw Mistake(
                        line: index + 1, description: "a second preset begins here; remove one of them by hand")
                }
                let name = text.dropFirst(begin.utf8.count).prefix { $0 != UInt8(ascii: " ") }
                open = (line.lowerBound, index + 1, String(decoding: name, as: UTF8.self))
            } else if text.starts(with: end.utf8), let (start, first, name) = open {
                let range = start..<line.upperBound
                found = Found(
                    place: Place(name: name, lines: first...index + 1), isPristine: isPristine(file[range], name),
                    range: range)
                open = nil
            }
        }
        if let open {
            throw Mistake(
                line: open.line, description: "the preset that begins here has no `\(end)`; put it back by hand")
        }
        return found
    }

    /// The file with this preset in place of the one it had; after the user's own sections, so that those go before.
    ///
    /// - Parameter preset: `nil` takes it away: where it was put into a file, this is that file again.
    public static func replace(in file: [UInt8], with preset: Preset?) throws(Mistake) -> [UInt8] {
        var own = file
        if let found = try find(in: file) { own = without(found, file) }
        guard let preset else { return own }
        let text = Array(block(preset).utf8)
        // The one line break before it is ours: what is not ended is ended by it, else it makes an empty line.
        let usesCRLF = breaksByCRLF(own)
        let isEmpty = own.count == markLength(own)
        let separator = isEmpty ? [] : usesCRLF || own.last == carriageReturn ? crlf : [lineFeed]
        return own + separator + (usesCRLF ? text.flatMap { $0 == lineFeed ? crlf : [$0] } : text)
    }

    /// The lines of a preset, marks included.
    public static func block(_ preset: Preset) -> String {
        """
        \(begin)\(preset.name) (written by `peekpop-actions preset`; your own rules stand outside of these lines)
        # Needs: \(preset.needs).
        \(preset.text)\(end)

        """
    }

    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")
    private static let crlf = [carriageReturn, lineFeed]

    /// The last line break of a file says how it breaks lines.
    private static func breaksByCRLF(_ bytes: [UInt8]) -> Bool {
        guard let last = bytes.lastIndex(of: lineFeed) else { return false }
        return last > 0 && bytes[last - 1] == carriageReturn
    }

    /// The file without a block, and without the line break that was put before it.
    private static func without(_ found: Found, _ file: [UInt8]) -> [UInt8] {
        var before = file[..<found.range.lowerBound]
        let after = file[found.range.upperBound...]
        if before.last == lineFeed {
            var shorter = before.dropLast()
            if shorter.last == carriageReturn { shorter.removeLast() }
            // But where somebody has written behind the block, two lines would become one.
            if after.isEmpty || shorter.last == lineFeed || shorter.isEmpty { before = shorter }
        }
        return Array(before + after)
    }

    private static func isPristine(_ bytes: ArraySlice<UInt8>, _ name: String) -> Bool {
        guard let preset = Preset.named(name) else { return false }
        var expected = Array(block(preset).utf8)
        if bytes.last != lineFeed { expected.removeLast() }
        return bytes.elementsEqual(expected)
            || bytes.elementsEqual(expected.flatMap { $0 == lineFeed ? crlf : [$0] })
    }

    /// Bytes of the byte order mark that editors elsewhere put before a text: the file's, and no part of its first line.
    private static func markLength(_ file: [UInt8]) -> Int { file.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0 }

    /// Each with its line break.
    private static func lines(of file: [UInt8]) -> [Range<Int>] {
        var lines: [Range<Int>] = []
        var start = markLength(file)
        while start < file.count {
            let end = file[start...].firstIndex(of: lineFeed).map { $0 + 1 } ?? file.count
            lines.append(start..<end)
            start = end
        }
        return lines
    }
}
