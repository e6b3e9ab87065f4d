import Evdev

/// The form of a value in a `.quirks` file.
enum QuirksValue {
    /// A decimal number, 0 or more.
    case count
    /// A decimal number, with a fraction and a sign if need be.
    case factor
    /// `120x80`
    case size
    /// `10:8`: from the first on, and no more below the second.
    case range
    case words([String])
    /// `-ABS_PRESSURE;+BTN_LEFT`, or without the signs in old versions.
    case events(isSigned: Bool)
    /// `+INPUT_PROP_BUTTONPAD`, or without the sign in old versions.
    case properties(isSigned: Bool)

    /// What is wrong with a value; `nil` where libinput takes it.
    func complaint(_ value: String, _ vocabulary: QuirksVocabulary) -> String? {
        switch self {
        case .count: QuirksValue.count(value) == nil ? "where a decimal number is wanted" : nil
        case .factor: QuirksValue.isFactor(value) ? nil : "where a number is wanted"
        case .size:
            QuirksValue.pair(value, "x").map { $0 > 0 && $1 > 0 } == true ? nil : "where a size like 120x80 is wanted"
        case .range: QuirksValue.pair(value, ":").map { $0 > $1 } == true ? nil : "where a range like 10:8 is wanted"
        case .words(let words): QuirksVocabulary.oneOf(words, value)
        case .events(let isSigned):
            QuirksValue.isList(value, isSigned, QuirksValue.isEvent)
                ? nil : "where event codes like \(isSigned ? "-" : "")ABS_PRESSURE are wanted"
        case .properties(let isSigned):
            QuirksValue.isList(value, isSigned) { QuirksValue.isProperty($0, vocabulary.version) }
                ? nil : "where a property that it knows is wanted, like \(isSigned ? "+" : "")INPUT_PROP_BUTTONPAD"
        }
    }

    /// As C's `strtoul` reads it, to 32 bits.
    static func count(_ value: String) -> UInt32? {
        guard let number = integer(value), number >= 0 else { return nil }
        return UInt32(truncatingIfNeeded: number)
    }

    /// Blanks before it are passed over.
    private static func integer(_ text: some StringProtocol) -> Int64? {
        Int64(text.drop { $0 == " " || $0 == "\t" })
    }

    /// More behind the two does no harm.
    private static func pair(_ value: String, _ separator: Character) -> (Int32, Int32)? {
        let parts = value.split(separator: separator, maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let first = integer(parts[0]).flatMap(Int32.init(exactly:)) else { return nil }
        let digits = parts[1].drop { $0 == " " || $0 == "\t" }
        let sign = digits.first == "-" || digits.first == "+" ? 1 : 0
        let number = digits.prefix(sign) + digits.dropFirst(sign).prefix { $0.isASCII && $0.isNumber }
        return Int32(number).map { (first, $0) }
    }

    private static func isFactor(_ value: String) -> Bool {
        let number = value.first == "-" || value.first == "+" ? value.dropFirst() : value[...]
        return number.utf8.allSatisfy { QuirksVocabulary.isDigit($0) || $0 == UInt8(ascii: ".") }
            && number.utf8.contains(where: QuirksVocabulary.isDigit) && number.filter { $0 == "." }.count <= 1
    }

    private static func isList(_ value: String, _ isSigned: Bool, _ isOne: (Substring) -> Bool) -> Bool {
        let parts = value.split(separator: ";")
        return !parts.isEmpty
            && parts.allSatisfy { part in
                guard isSigned else { return isOne(part) }
                return (part.hasPrefix("+") || part.hasPrefix("-")) && isOne(part.dropFirst())
            }
    }

    /// `ABS_PRESSURE`, `EV_ABS`, or `EV_ABS:0x18`.
    private static func isEvent(_ text: Substring) -> Bool {
        if text.hasPrefix("EV_") {
            let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard let type = EventNames.type(String(parts[0])) else { return false }
            guard parts.count == 2 else { return true }
            let digits = parts[1].hasPrefix("0x") ? parts[1].dropFirst(2) : parts[1]
            guard let code = UInt16(digits, radix: 16), let last = EventNames.lastCode(of: type) else { return false }
            return code <= last
        }
        return ["KEY_", "BTN_", "ABS_", "REL_", "SW_"].contains { text.hasPrefix($0) }
            && EventNames.code(String(text)) != nil
    }

    private static let properties = [
        "POINTER", "DIRECT", "BUTTONPAD", "SEMI_MT", "TOPBUTTONPAD", "POINTING_STICK", "ACCELEROMETER", "PRESSUREPAD",
    ]

    /// By name, or by a number below 20.
    private static func isProperty(_ text: Substring, _ version: LibinputVersion) -> Bool {
        if text.hasPrefix("INPUT_PROP_") {
            let name = text.dropFirst(11)
            if name == "PRESSUREPAD", !version.isLeast { return version >= PalmTrap.knowsProperty }
            return properties.contains(String(name))
        }
        let digits = text.hasPrefix("0x") ? text.dropFirst(2) : text
        guard let number = UInt8(digits, radix: text.hasPrefix("0x") ? 16 : 10) else { return false }
        return number < 20
    }
}
