import CInih

/// What a line of an INI file says.
public enum IniLine: Equatable, Sendable {
    /// `[name]`, whether keys follow or not.
    case section(String)
    /// `key = value`.
    case key(String, value: String)
    /// An indented line, where those go on with the one above.
    case more(String)
    /// Neither of them, in words.
    case mistake(String)
}

/// Reads INI files by libinih, and what it does not tell: sections without keys, names of sections longer than 49 bytes,
/// lines that are too long for it or no text, and each line that makes no sense, not only the first.
public enum IniReader {
    /// What differs from one kind of file to another.
    public struct Dialect: Sendable {
        /// Whether ` ;` after a value begins a comment; else it is part of the value.
        public var hasCommentsAfterValues: Bool
        /// Whether an indented line goes on with the one above; else it is a line as any other.
        public var joinsIndentedLines: Bool

        public init(hasCommentsAfterValues: Bool, joinsIndentedLines: Bool) {
            self.hasCommentsAfterValues = hasCommentsAfterValues
            self.joinsIndentedLines = joinsIndentedLines
        }
    }

    /// Calls `hear` with each line that says something, in order, and its number from 1 on.
    public static func read(_ bytes: [UInt8], _ dialect: Dialect, _ hear: (Int, IniLine) -> Void) {
        withoutActuallyEscaping(hear) { hear in
            let lines = Lines(bytes, dialect, hear)
            withExtendedLifetime(lines) { lines.run() }
        }
    }
}

/// A reading under way. libinih asks for line after line, and calls back with the key and value of each that has them.
private final class Lines {
    /// Given to libinih in the place of a semicolon that begins no comment.
    private static let semicolon: UInt8 = 0x1f

    private let dialect: IniReader.Dialect
    private let hear: (Int, IniLine) -> Void
    private var rest: ArraySlice<UInt8>
    private var line = 0
    /// The present line has to make libinih call back.
    private var isAwaited = false
    /// As libinih has it: there is a key above for an indented line to go on with.
    private var hasKeyAbove = false
    private var isContinuation = false

    init(_ bytes: [UInt8], _ dialect: IniReader.Dialect, _ hear: @escaping (Int, IniLine) -> Void) {
        // A byte order mark, which editors elsewhere put before a text.
        rest = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? bytes.dropFirst(3) : bytes[...]
        self.dialect = dialect
        self.hear = hear
    }

    func run() {
        let user = Unmanaged.passUnretained(self).toOpaque()
        // What it returns is the first line that makes no sense: that was told here, as all of them are.
        _ = ini_parse_stream(
            { buffer, size, user in Lines.from(user).next(buffer!, Int(size)) ? buffer : nil }, user,
            { user, _, name, value in
                Lines.from(user).take(name, value)
                return 1
            }, user)
    }

    private static func from(_ user: UnsafeMutableRawPointer?) -> Lines {
        Unmanaged<Lines>.fromOpaque(user!).takeUnretainedValue()
    }

    private func mistake(_ words: String) { hear(line, .mistake(words)) }

    /// As fgets: one line with its line break into `buffer`; false at the end.
    private func next(_ buffer: UnsafeMutablePointer<CChar>, _ size: Int) -> Bool {
        if isAwaited { mistake("neither a [section] nor a `key = value`") }
        isAwaited = false
        guard !rest.isEmpty else { return false }
        line += 1
        let text = rest.prefix { $0 != UInt8(ascii: "\n") }
        rest = rest.dropFirst(text.count + 1)
        for (index, byte) in (look(text, size) + [UInt8(ascii: "\n"), 0]).enumerated() {
            buffer[index] = CChar(bitPattern: byte)
        }
        return true
    }

    /// - Returns: what of a line libinih is given.
    private func look(_ text: ArraySlice<UInt8>, _ size: Int) -> [UInt8] {
        let start = text.firstIndex { !Lines.isSpace($0) } ?? text.endIndex
        guard let first = text[start...].first else { return [] }
        let isComment = first == UInt8(ascii: "#") || first == UInt8(ascii: ";")
        isContinuation = dialect.joinsIndentedLines && hasKeyAbove && start > text.startIndex
        let isHeader = first == UInt8(ascii: "[") && !isContinuation
        if let words = objection(text, isComment, size) {
            mistake(words)
            // Keys below are not those of the section above.
            if isHeader { hasKeyAbove = false }
            return []
        }
        if isComment { return [] }
        if isHeader {
            takeHeader(text[start...])
            return []
        }
        isAwaited = true
        // Indented it is to libinih what goes on with the key above, if there was one anywhere.
        let given = (isContinuation ? [UInt8(ascii: " ")] : []) + text[start...]
        guard !dialect.hasCommentsAfterValues else { return given }
        return given.map { $0 == UInt8(ascii: ";") ? Lines.semicolon : $0 }
    }

    /// What is wrong with a line whatever it says, in words.
    private func objection(_ text: ArraySlice<UInt8>, _ isComment: Bool, _ size: Int) -> String? {
        if text.contains(0) { return "the line holds a NUL byte: is this a text file?" }
        if isComment { return nil }
        if text.count > size - 2 {
            return "the line is longer than \(size - 2) bytes"
                + (dialect.joinsIndentedLines ? "; an indented line goes on with the one above" : "")
        }
        if String(validating: text, as: UTF8.self) == nil { return "the line is not UTF-8" }
        if text.contains(Lines.semicolon) { return "the line holds the byte 0x1f, which is no text" }
        return nil
    }

    private func takeHeader(_ text: ArraySlice<UInt8>) {
        hasKeyAbove = false
        let header = text.dropFirst()
        guard let end = header.firstIndex(of: UInt8(ascii: "]")) else { return mistake("there is no `]` after `[`") }
        hear(line, .section(String(decoding: header[..<end], as: UTF8.self)))
        let after = header[(end + 1)...].drop(while: Lines.isSpace)
        guard let first = after.first, first != UInt8(ascii: ";"), first != UInt8(ascii: "#") else { return }
        mistake("what follows on the line of a [section] is not read: put it on a line of its own")
    }

    private func take(_ name: UnsafePointer<CChar>?, _ value: UnsafePointer<CChar>?) {
        isAwaited = false
        let value = text(value)
        if isContinuation { return hear(line, .more(value)) }
        hasKeyAbove = true
        hear(line, .key(text(name), value: value))
    }

    private func text(_ pointer: UnsafePointer<CChar>?) -> String {
        String(
            decoding: (pointer.map { Array(String(cString: $0).utf8) } ?? []).map {
                $0 == Lines.semicolon ? UInt8(ascii: ";") : $0
            }, as: UTF8.self)
    }

    /// As `isspace` in the C locale.
    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0d).contains(byte) }
}
