import FoundationEssentials

/// Why a message is no reply.
public enum MalformedReply: Error, Equatable, Sendable, CustomStringConvertible {
    case notJSON
    case wrongType(key: String)

    public var description: String {
        switch self {
        case .notJSON: "a message that is not a JSON object"
        case .wrongType(let key): "a reply with a value of the wrong type for \"\(key)\""
        }
    }
}

/// A reply as it comes in a message.
public struct ReplyMessage: Equatable, Sendable {
    /// The text of the parameters: a JSON object.
    public let parameters: Data
    /// Whether more replies to the same call follow.
    public let continues: Bool
    /// The error's fully qualified name, where the call failed.
    public let error: String?

    /// Reads a message, without its NUL. Unknown keys are ignored: a later version of the norm may bring them.
    public init(_ message: Data) throws(MalformedReply) {
        let members: [JSONText.Member]
        do {
            members = try JSONText.members(of: message)
        } catch {
            throw .notJSON
        }
        var header: [String: JSONText.Member] = [:]
        for member in members where member.value != .null { header[member.key] = member }
        switch header["parameters"]?.value {
        case nil: parameters = Data("{}".utf8)
        case .object?: parameters = Data(header["parameters"]!.text)
        default: throw .wrongType(key: "parameters")
        }
        switch header["continues"]?.value {
        case nil: continues = false
        case .bool(let flag)?: continues = flag
        default: throw .wrongType(key: "continues")
        }
        switch header["error"]?.value {
        case nil: error = nil
        case .string(let name)?: error = name
        default: throw .wrongType(key: "error")
        }
    }

    /// The parameters as a value of `type`.
    ///
    /// - Throws: `DecodingError` where they do not fit.
    public func decode<T: Decodable>(_ type: T.Type = T.self) throws -> T {
        try JSONDecoder().decode(type, from: parameters)
    }
}

/// Writes whole messages: JSON text and a NUL.
enum MessageWriter {
    /// A call.
    static func call(
        _ method: String, _ parameters: some Encodable, more: Bool = false, oneway: Bool = false
    ) throws -> [UInt8] {
        try message(
            Envelope(
                method: method, parameters: parameters, more: more ? true : nil, oneway: oneway ? true : nil))
    }

    /// A reply.
    static func reply(_ parameters: some Encodable, continues: Bool = false) throws -> [UInt8] {
        try message(Envelope(parameters: parameters, continues: continues ? true : nil))
    }

    /// An error reply.
    static func failure(_ error: ErrorReply) throws -> [UInt8] {
        func open(_ parameters: some Encodable) throws -> [UInt8] {
            try message(Envelope(error: error.name, parameters: parameters))
        }
        return try open(error.parameters)
    }

    private static func message(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        // One spelling for one value, whatever the dictionary order.
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var bytes = [UInt8](try encoder.encode(value))
        bytes.append(0)
        return bytes
    }

    /// Absent members are not written.
    private struct Envelope<Parameters: Encodable>: Encodable {
        var method: String?
        var error: String?
        var parameters: Parameters
        var more: Bool?
        var oneway: Bool?
        var continues: Bool?
    }
}
