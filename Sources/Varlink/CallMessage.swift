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
    /// The text of the parameters: a JSON object.
    public let parameters: Data
    public let more: Bool
    public let oneway: Bool
    public let upgrade: Bool

    /// Reads a message, without its NUL.
    public init(_ message: Data) throws(MalformedCall) {
        let header: Header
        do {
            header = try JSONDecoder().decode(Header.self, from: message)
        } catch let malformed as MalformedCall {
            throw malformed
        } catch {
            throw .notJSON
        }
        // Repeated keys are read by some decoders one way and by others the other: whoever sends them plays a trick.
        var parameters = Data("{}".utf8)
        var seen: Set<Data> = []
        for (key, value) in ObjectScanner.members(of: message) {
            guard seen.insert(key).inserted else { throw .repeatedKey(String(decoding: key, as: UTF8.self)) }
            // A key written with escapes has been recognised by the decoder and would be missed here.
            guard !key.contains(UInt8(ascii: "\\")) else { throw .unknownKey(String(decoding: key, as: UTF8.self)) }
            if key == Data("parameters".utf8), value != Data("null".utf8) { parameters = value }
        }
        guard !header.method.isEmpty else { throw .noMethod }
        guard [header.more, header.oneway, header.upgrade].count(where: { $0 }) <= 1 else { throw .contradictory }
        self.method = header.method
        self.parameters = parameters
        more = header.more
        oneway = header.oneway
        upgrade = header.upgrade
    }

    /// The interface's and the method's own name; `nil` where there is no dot.
    var split: (interface: Substring, method: Substring)? {
        guard let dot = method.lastIndex(of: ".") else { return nil }
        return (method[..<dot], method[method.index(after: dot)...])
    }
}

/// What stands around the parameters. Everything but the method may be absent or null.
private struct Header: Decodable {
    var method = ""
    var more = false
    var oneway = false
    var upgrade = false

    init(from decoder: any Decoder) throws {
        guard let container = try? decoder.container(keyedBy: AnyKey.self) else { throw MalformedCall.notAnObject }
        for key in container.allKeys {
            func flag() throws -> Bool {
                do {
                    return try container.decodeIfPresent(Bool.self, forKey: key) ?? false
                } catch {
                    throw MalformedCall.wrongType(key: key.stringValue)
                }
            }
            switch key.stringValue {
            case "method":
                guard let name = try? container.decode(String.self, forKey: key) else {
                    throw MalformedCall.wrongType(key: "method")
                }
                method = name
            case "parameters":
                let isNull = (try? container.decodeNil(forKey: key)) ?? false
                guard isNull || (try? container.nestedContainer(keyedBy: AnyKey.self, forKey: key)) != nil else {
                    throw MalformedCall.wrongType(key: "parameters")
                }
            case "more": more = try flag()
            case "oneway": oneway = try flag()
            case "upgrade": upgrade = try flag()
            default: throw MalformedCall.unknownKey(key.stringValue)
            }
        }
    }
}
