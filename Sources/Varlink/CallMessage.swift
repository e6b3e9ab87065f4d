import FoundationEssentials

/// Why a message is no call: the connection it came on is closed.
public enum MalformedCall: Error, Equatable, Sendable, CustomStringConvertible {
    case notJSON
    case notAnObject
    case unknownKey(String)
    case repeatedKey(String)
    case wrongType(key: String)
    case noMethod
    /// More than one of `oneway`, `more` and `upgrade`: no answer would be right.
    case contradictory

    public var description: String {
        switch self {
        case .notJSON: "a message that is not JSON (or not UTF-8, or nested too deep)"
        case .notAnObject: "a message that is not a JSON object"
        case .unknownKey(let key): "a call with the unknown key \"\(key)\""
        case .repeatedKey(let key): "a call with the key \"\(key)\" twice"
        case .wrongType(let key): "a call with a value of the wrong type for \"\(key)\""
        case .noMethod: "a call without a method"
        case .contradictory: "a call with more than one of oneway, more and upgrade"
        }
    }
}

/// A call as it comes in a message.
public struct CallMessage: Equatable, Sendable {
    /// As the caller wrote it: `org.varlink.service.GetInfo`.
    public let method: String
    public let parameters: [String: JSONValue]
    public let more: Bool
    public let oneway: Bool
    public let upgrade: Bool

    private static let keys: Set<String> = ["method", "parameters", "more", "oneway", "upgrade"]

    /// Reads a message, without its NUL.
    public init(_ message: Data) throws(MalformedCall) {
        let members: [JSONText.Member]
        do {
            members = try JSONText.members(of: message)
        } catch {
            switch error {
            case .notAnObject: throw .notAnObject
            case .repeatedKey(let key): throw .repeatedKey(key)
            case .notUTF8, .syntax, .tooDeep: throw .notJSON
            }
        }
        // Repeated keys are read by some decoders one way and by others the other: whoever sends them plays a trick.
        var header: [String: JSONValue] = [:]
        for member in members {
            // As written: a name that needs decoding first is not one of ours.
            guard Self.keys.contains(member.key) else { throw .unknownKey(member.key) }
            guard header.updateValue(member.value, forKey: member.key) == nil else { throw .repeatedKey(member.key) }
        }

        switch header["method"] {
        case nil, .string("")?: throw .noMethod
        case .string(let name)?: method = name
        default: throw .wrongType(key: "method")
        }
        switch header["parameters"] ?? .null {
        case .null: parameters = [:]
        case .object(let members): parameters = members
        default: throw .wrongType(key: "parameters")
        }
        more = try Self.flag("more", of: header)
        oneway = try Self.flag("oneway", of: header)
        upgrade = try Self.flag("upgrade", of: header)
        guard [more, oneway, upgrade].count(where: { $0 }) <= 1 else { throw .contradictory }
    }

    /// Absent and null mean false.
    private static func flag(_ key: String, of header: [String: JSONValue]) throws(MalformedCall) -> Bool {
        switch header[key] ?? .null {
        case .null: return false
        case .bool(let flag): return flag
        default: throw .wrongType(key: key)
        }
    }

    /// The interface's and the method's own name; `nil` where there is no dot.
    var split: (interface: Substring, method: Substring)? {
        guard let dot = method.lastIndex(of: ".") else { return nil }
        return (method[..<dot], method[method.index(after: dot)...])
    }
}
