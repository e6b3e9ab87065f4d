import FoundationEssentials

/// Reads a JSON text, strictly by RFC 8259, in one pass whose time grows with its length alone.
///
/// A decoder for any value would have to try every type at every value, and the cost of a failed try grows with the
/// depth: 64 KiB of nested numbers kept one busy for 13 s.
struct JSONText {
    enum Flaw: Error, Equatable {
        case notUTF8
        case syntax
        case tooDeep
        /// Valid, but not an object.
        case notAnObject
        /// Further in: some readers take the first and some the last, and only one can be what the writer meant.
        case repeatedKey(String)
    }

    struct Member: Equatable {
        /// As written, escapes included.
        let key: String
        let value: JSONValue
        /// The value's text, without the space around it.
        let text: ArraySlice<UInt8>
    }

    /// Arrays and objects within each other. Nothing sane comes near, and the stack is far from full.
    static let deepest = 128

    /// The members of the object that `text` is, in its order, repeated ones included.
    ///
    /// - Throws: what is wrong with the text, anywhere in it.
    static func members(of text: Data) throws(Flaw) -> [Member] {
        let bytes = [UInt8](text)
        guard String(validating: bytes, as: UTF8.self) != nil else { throw .notUTF8 }
        var reader = JSONText(bytes: bytes)
        reader.skipSpace()
        let isObject = reader.peek == UInt8(ascii: "{")
        var members: [Member] = []
        if isObject {
            try reader.object(depth: 1) { key, value, range in
                members.append(
                    Member(key: String(decoding: bytes[key], as: UTF8.self), value: value, text: bytes[range]))
            }
        } else {
            _ = try reader.value(depth: 1)
        }
        reader.skipSpace()
        guard reader.position == bytes.count else { throw .syntax }
        guard isObject else { throw .notAnObject }
        return members
    }

    private let bytes: [UInt8]
    private var position = 0

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// 0, which no JSON text contains, stands for the end.
    private var peek: UInt8 { position < bytes.count ? bytes[position] : 0 }

    private mutating func skipSpace() {
        while peek == 0x20 || peek == 0x0A || peek == 0x0D || peek == 0x09 { position += 1 }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard peek == byte, position < bytes.count else { return false }
        position += 1
        return true
    }

    // MARK: Values

    private mutating func value(depth: Int) throws(Flaw) -> JSONValue {
        switch peek {
        case UInt8(ascii: "{"):
            var members: [String: JSONValue] = [:]
            try object(depth: depth) { [bytes] key, value, _ throws(Flaw) in
                let name = try JSONText.string(bytes[key])
                guard members.updateValue(value, forKey: name) == nil else { throw .repeatedKey(name) }
            }
            return .object(members)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""): return .string(try JSONText.string(bytes[try string()]))
        case UInt8(ascii: "t"):
            try word("true")
            return .bool(true)
        case UInt8(ascii: "f"):
            try word("false")
            return .bool(false)
        case UInt8(ascii: "n"):
            try word("null")
            return .null
        default: return try number()
        }
    }

    /// - Parameter member: called with where a key is, without its quotes, with the value, and where that is.
    private mutating func object(
        depth: Int, _ member: (Range<Int>, JSONValue, Range<Int>) throws(Flaw) -> Void
    ) throws(Flaw) {
        guard depth <= Self.deepest else { throw .tooDeep }
        position += 1
        skipSpace()
        if take(UInt8(ascii: "}")) { return }
        while true {
            let key = try string()
            skipSpace()
            guard take(UInt8(ascii: ":")) else { throw .syntax }
            skipSpace()
            let start = position
            let value = try value(depth: depth + 1)
            try member(key, value, start..<position)
            skipSpace()
            if take(UInt8(ascii: "}")) { return }
            guard take(UInt8(ascii: ",")) else { throw .syntax }
            skipSpace()
        }
    }

    private mutating func array(depth: Int) throws(Flaw) -> JSONValue {
        guard depth <= Self.deepest else { throw .tooDeep }
        position += 1
        skipSpace()
        if take(UInt8(ascii: "]")) { return .array([]) }
        var elements: [JSONValue] = []
        while true {
            elements.append(try value(depth: depth + 1))
            skipSpace()
            if take(UInt8(ascii: "]")) { return .array(elements) }
            guard take(UInt8(ascii: ",")) else { throw .syntax }
            skipSpace()
        }
    }

    private mutating func word(_ word: StaticString) throws(Flaw) {
        for offset in 0..<word.utf8CodeUnitCount {
            guard take(word.utf8Start[offset]) else { throw .syntax }
        }
    }

    // MARK: Numbers

    private mutating func number() throws(Flaw) -> JSONValue {
        let start = position
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try digits() }
        if take(UInt8(ascii: ".")) { try digits() }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try digits()
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if let whole = Int64(text) { return .int(whole) }
        // Swift's own conversion, which knows no locale.
        guard let number = Double(text), number.isFinite else { return .hugeNumber }
        // A whole number is one however it is written.
        return Int64(exactly: number).map(JSONValue.int) ?? .float(number)
    }

    private mutating func digits() throws(Flaw) {
        let start = position
        while (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(peek) { position += 1 }
        guard position > start else { throw .syntax }
    }

    // MARK: Strings

    /// Passes a string over.
    ///
    /// - Returns: where it is, without its quotes; its escapes are right.
    private mutating func string() throws(Flaw) -> Range<Int> {
        guard take(UInt8(ascii: "\"")) else { throw .syntax }
        let start = position
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return start..<position - 1
            case UInt8(ascii: "\\"): position += try JSONText.escape(bytes[position...]).length
            case 0..<0x20: throw .syntax
            default: break
            }
        }
        throw .syntax
    }

    /// What a string's text means.
    private static func string(_ text: ArraySlice<UInt8>) throws(Flaw) -> String {
        guard text.contains(UInt8(ascii: "\\")) else { return String(decoding: text, as: UTF8.self) }
        var result = ""
        var rest = text
        while let backslash = rest.firstIndex(of: UInt8(ascii: "\\")) {
            result += String(decoding: rest[..<backslash], as: UTF8.self)
            let (character, length) = try escape(rest[(backslash + 1)...])
            result.unicodeScalars.append(character)
            rest = rest[(backslash + 1 + length)...]
        }
        return result + String(decoding: rest, as: UTF8.self)
    }

    /// What the escape that `text` begins with, after its backslash, stands for.
    private static func escape(_ text: ArraySlice<UInt8>) throws(Flaw) -> (character: Unicode.Scalar, length: Int) {
        switch text.first {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return (Unicode.Scalar(text.first!), 1)
        case UInt8(ascii: "b"): return ("\u{8}", 1)
        case UInt8(ascii: "f"): return ("\u{c}", 1)
        case UInt8(ascii: "n"): return ("\n", 1)
        case UInt8(ascii: "r"): return ("\r", 1)
        case UInt8(ascii: "t"): return ("\t", 1)
        case UInt8(ascii: "u"):
            let unit = try unit(text)
            if let character = Unicode.Scalar(unit) { return (character, 5) }
            // A high surrogate needs its low one, and the other way round: alone they are no character.
            let rest = text.dropFirst(5)
            guard unit < 0xDC00, rest.first == UInt8(ascii: "\\") else { throw .syntax }
            let low = try self.unit(rest.dropFirst())
            guard (0xDC00...0xDFFF).contains(low),
                let character = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
            else { throw .syntax }
            return (character, 11)
        default: throw .syntax
        }
    }

    /// The four hexadecimal digits of an escape that begins with its `u`.
    private static func unit(_ text: ArraySlice<UInt8>) throws(Flaw) -> UInt32 {
        guard text.first == UInt8(ascii: "u"), text.count >= 5 else { throw .syntax }
        var unit: UInt32 = 0
        for byte in text.dropFirst().prefix(4) {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw .syntax }
            unit = unit << 4 | UInt32(digit)
        }
        return unit
    }
}
