/// A value that goes over D-Bus: of a basic type, or an array.
public enum BusValue: Equatable, Hashable, Sendable {
    case string(String)
    case objectPath(String)
    case signature(String)
    case boolean(Bool)
    case byte(UInt8)
    case int16(Int16)
    case uint16(UInt16)
    case int32(Int32)
    case uint32(UInt32)
    case int64(Int64)
    case uint64(UInt64)
    case double(Double)
    /// Elements of one type, which is named because there may be none: `s`, `{sv}`.
    case array(of: String, [BusValue])

    /// The letters of the basic types.
    public static let basicTypes = "sogbynqiuxtd"

    /// What a text is not, in words.
    public struct Mistake: Error, Equatable, Sendable, CustomStringConvertible {
        public let description: String
    }

    /// Reads a text as the basic type that a signature's letter names.
    public init(_ type: Character, _ text: String) throws(Mistake) {
        switch type {
        case "s": self = .string(text)
        case "o": self = .objectPath(text)
        case "g": self = .signature(text)
        case "b":
            let known = ["true": true, "yes": true, "1": true, "false": false, "no": false, "0": false]
            guard let value = known[text] else {
                throw Mistake(description: "`\(text)` is neither true nor false, which `b` wants")
            }
            self = .boolean(value)
        case "y": self = .byte(try BusValue.number(type, text))
        case "n": self = .int16(try BusValue.number(type, text))
        case "q": self = .uint16(try BusValue.number(type, text))
        case "i": self = .int32(try BusValue.number(type, text))
        case "u": self = .uint32(try BusValue.number(type, text))
        case "x": self = .int64(try BusValue.number(type, text))
        case "t": self = .uint64(try BusValue.number(type, text))
        case "d":
            guard let value = Double(text), value.isFinite else {
                throw Mistake(description: "`\(text)` is no number, which `d` wants")
            }
            self = .double(value)
        default: throw Mistake(description: "`\(type)` is no basic type; there are \(BusValue.basicTypes)")
        }
    }

    private static func number<N: FixedWidthInteger>(_ type: Character, _ text: String) throws(Mistake) -> N {
        guard let number = N(text) else {
            throw Mistake(description: "`\(text)` is no whole number from \(N.min) to \(N.max), which `\(type)` wants")
        }
        return number
    }
}
