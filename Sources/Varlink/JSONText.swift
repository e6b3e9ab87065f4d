import FoundationEssentials

/// Checks a JSON text, strictly by RFC 8259.
///
/// The decoder that makes values of it afterwards is more lenient (it takes trailing commas, and looks at a string's
/// encoding only when it is asked for it), so that what a peer sends is judged here.
struct JSONText {
    enum Flaw: Error, Equatable {
        case notUTF8
        case syntax
        case tooDeep
        /// Valid, but not an object.
        case notAnObject
    }

    struct Member: Equatable {
        /// As written, escapes included.
        let key: String
        /// The text of the value, without the space around it.
        let value: Data
    }

    /// Arrays and objects within each other. Nothing sane comes near, and the stack is far from full.
    static let deepest = 128

    /// The members of the object that `text` is, in its order, repeated ones included.
    ///
    /// - Throws: what is wrong with the text, anywhere in it.
    static func members(of text: Data) throws(Flaw) -> [Member] {
        let bytes = [UInt8](text)
        guard String(validating: bytes, as: UTF8.self) != nil else { throw .notUTF8 }
        var checker = JSONText(bytes: bytes)
        checker.skipSpace()
        let isObject = checker.peek == UInt8(ascii: "{")
        let ranges = try checker.value(depth: 1)
        checker.skipSpace()
        guard checker.position == bytes.count else { throw .syntax }
        guard isObject else { throw .notAnObject }
        return ranges.map { key, value in
            Member(key: String(decoding: bytes[key], as: UTF8.self), value: Data(bytes[value]))
        }
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

    /// - Returns: where the members are, for the outermost object; nothing for everything else.
    private mutating func value(depth: Int) throws(Flaw) -> [(key: Range<Int>, value: Range<Int>)] {
        switch peek {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): try array(depth: depth)
        case UInt8(ascii: "\""): try string()
        case UInt8(ascii: "t"): try word("true")
        case UInt8(ascii: "f"): try word("false")
        case UInt8(ascii: "n"): try word("null")
        default: try number()
        }
        return []
    }

    private mutating func object(depth: Int) throws(Flaw) -> [(key: Range<Int>, value: Range<Int>)] {
        guard depth <= Self.deepest else { throw .tooDeep }
        var members: [(key: Range<Int>, value: Range<Int>)] = []
        position += 1
        skipSpace()
        if take(UInt8(ascii: "}")) { return [] }
        while true {
            let keyStart = position + 1
            try string()
            let key = keyStart..<position - 1
            skipSpace()
            guard take(UInt8(ascii: ":")) else { throw .syntax }
            skipSpace()
            let valueStart = position
            _ = try value(depth: depth + 1)
            if depth == 1 { members.append((key, valueStart..<position)) }
            skipSpace()
            if take(UInt8(ascii: "}")) { return members }
            guard take(UInt8(ascii: ",")) else { throw .syntax }
            skipSpace()
        }
    }

    private mutating func array(depth: Int) throws(Flaw) {
        guard depth <= Self.deepest else { throw .tooDeep }
        position += 1
        skipSpace()
        if take(UInt8(ascii: "]")) { return }
        while true {
            _ = try value(depth: depth + 1)
            skipSpace()
            if take(UInt8(ascii: "]")) { return }
            guard take(UInt8(ascii: ",")) else { throw .syntax }
            skipSpace()
        }
    }

    private mutating func string() throws(Flaw) {
        guard take(UInt8(ascii: "\"")) else { throw .syntax }
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return
            case UInt8(ascii: "\\"): try escape()
            case 0..<0x20: throw .syntax
            default: break
            }
        }
        throw .syntax
    }

    private mutating func escape() throws(Flaw) {
        switch peek {
        case UInt8(ascii: "u"):
            position += 1
            let unit = try hexadecimal()
            // A high surrogate needs its low one, and the other way round: alone they are no character.
            if (0xDC00...0xDFFF).contains(unit) { throw .syntax }
            if (0xD800...0xDBFF).contains(unit) {
                guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")),
                    (0xDC00...0xDFFF).contains(try hexadecimal())
                else { throw .syntax }
            }
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            position += 1
        default: throw .syntax
        }
    }

    private mutating func hexadecimal() throws(Flaw) -> Int {
        var unit = 0
        for _ in 0..<4 {
            guard let digit = Character(Unicode.Scalar(peek)).hexDigitValue else { throw .syntax }
            unit = unit << 4 | digit
            position += 1
        }
        return unit
    }

    private mutating func word(_ word: StaticString) throws(Flaw) {
        for offset in 0..<word.utf8CodeUnitCount {
            guard take(word.utf8Start[offset]) else { throw .syntax }
        }
    }

    private mutating func number() throws(Flaw) {
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try digits() }
        if take(UInt8(ascii: ".")) { try digits() }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try digits()
        }
    }

    private mutating func digits() throws(Flaw) {
        let start = position
        while (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(peek) { position += 1 }
        guard position > start else { throw .syntax }
    }
}
