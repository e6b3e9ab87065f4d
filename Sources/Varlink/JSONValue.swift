import FoundationEssentials

/// Any JSON value: what a message carries before it is known to fit a type.
public enum JSONValue: Equatable, Sendable {
    case null
    case bool(Bool)
    case int(Int64)
    case float(Double)
    /// A number that neither `Int64` nor `Double` can hold.
    case hugeNumber
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])
}

extension JSONValue: Codable {
    public init(from decoder: any Decoder) throws {
        if let object = try? decoder.container(keyedBy: AnyKey.self) {
            var members: [String: JSONValue] = [:]
            for key in object.allKeys { members[key.stringValue] = try object.decode(JSONValue.self, forKey: key) }
            self = .object(members)
            return
        }
        if var array = try? decoder.unkeyedContainer() {
            var elements: [JSONValue] = []
            while !array.isAtEnd { elements.append(try array.decode(JSONValue.self)) }
            self = .array(elements)
            return
        }
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let bool = try? value.decode(Bool.self) {
            self = .bool(bool)
        } else if let string = try? value.decode(String.self) {
            self = .string(string)
        } else if let int = try? value.decode(Int64.self) {
            self = .int(int)
        } else if let float = try? value.decode(Double.self), float.isFinite {
            self = .float(float)
        } else {
            // The document has been read as JSON, so that nothing else is left.
            self = .hugeNumber
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null, .hugeNumber: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .int(let value): try container.encode(value)
        case .float(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}

/// A key of any name.
struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) {
        self.stringValue = stringValue
    }

    init?(intValue: Int) {
        nil
    }
}

/// Finds the members of an object in the text of a message.
enum ObjectScanner {
    /// The bytes of the value of each of the outermost object's members.
    ///
    /// - Parameter text: a valid JSON text, as the decoder has found it to be.
    /// - Returns: key (as written, without its quotes) and value, in the order of the text.
    static func members(of text: Data) -> [(key: Data, value: Data)] {
        var members: [(key: Data, value: Data)] = []
        var depth = 0
        var inString = false
        var escaped = false
        var key: Data?
        var mark = text.startIndex
        for index in text.indices {
            let byte = text[index]
            if inString {
                if escaped {
                    escaped = false
                } else if byte == UInt8(ascii: "\\") {
                    escaped = true
                } else if byte == UInt8(ascii: "\"") {
                    inString = false
                    if depth == 1, key == nil { key = text[mark..<index] }
                }
                continue
            }
            func endMember() {
                if let name = key { members.append((name, trimmed(text[mark..<index]))) }
                key = nil
            }
            switch byte {
            case UInt8(ascii: "\""):
                inString = true
                if depth == 1, key == nil { mark = index + 1 }
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if depth == 0 { endMember() }
            case UInt8(ascii: ":") where depth == 1: mark = index + 1
            case UInt8(ascii: ",") where depth == 1: endMember()
            default: break
            }
        }
        return members
    }

    private static func trimmed(_ text: Data) -> Data {
        let isSpace: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
        guard let first = text.firstIndex(where: { !isSpace($0) }), let last = text.lastIndex(where: { !isSpace($0) })
        else { return Data() }
        return text[first...last]
    }
}
