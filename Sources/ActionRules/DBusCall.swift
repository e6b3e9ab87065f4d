import Figures
import Systemd

/// A method to be called over D-Bus, as `busctl call` takes it: basic types alone.
public struct DBusCall: Equatable, Hashable, Sendable {
    public enum Bus: String, CaseIterable, Sendable {
        case session, system
    }

    public var bus = Bus.session
    public var destination: String
    public var path: String
    public var interface: String
    public var member: String
    /// A letter for each argument.
    public var signature: String
    public var arguments: [Template]

    struct Mistake: Error, Equatable, CustomStringConvertible {
        let description: String
    }

    /// Reads `[session|system] NAME PATH INTERFACE.MEMBER [SIGNATURE ARGUMENT…]`.
    init(_ words: [String]) throws {
        var words = words[...]
        if let first = words.first, let bus = Bus(rawValue: first) {
            self.bus = bus
            words.removeFirst()
        }
        guard words.count >= 3 else {
            throw Mistake(description: "a call is [session|system] NAME PATH INTERFACE.MEMBER [SIGNATURE ARGUMENT…]")
        }
        destination = words.removeFirst()
        path = words.removeFirst()
        let method = words.removeFirst()
        guard DBusCall.isBusName(destination) else {
            throw Mistake(description: "`\(destination)` is no name on a bus")
        }
        guard DBusCall.isPath(path) else { throw Mistake(description: "`\(path)` is no object path") }
        guard let dot = method.lastIndex(of: "."), DBusCall.isInterface(method[..<dot]),
            DBusCall.isWord(method[method.index(after: dot)...])
        else { throw Mistake(description: "`\(method)` is no INTERFACE.MEMBER") }
        interface = String(method[..<dot])
        member = String(method[method.index(after: dot)...])
        signature = words.popFirst() ?? ""
        if let odd = signature.first(where: { !BusValue.basicTypes.contains($0) }) {
            throw Mistake(description: "`\(odd)` is no type that can be sent; there are \(BusValue.basicTypes)")
        }
        guard signature.count == words.count else {
            throw Mistake(
                description:
                    "the signature `\(signature)` wants \(counted(signature.count, "argument")), and has \(words.count)"
            )
        }
        arguments = try words.map { try Template($0) }
        for (type, argument) in zip(signature, arguments) where argument.placeholders.isEmpty {
            _ = try BusValue(type, argument.filled(PressValues(trigger: .hint)))
        }
    }

    private static func isWord(_ text: some StringProtocol) -> Bool {
        !text.isEmpty && !text.first!.isNumber
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    }

    private static func isInterface(_ text: some StringProtocol) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return text.utf8.count <= 255 && parts.count > 1 && parts.allSatisfy { isWord($0) }
    }

    private static func isBusName(_ text: String) -> Bool {
        let parts = text.drop { $0 == ":" }.split(separator: ".", omittingEmptySubsequences: false)
        return text.utf8.count <= 255 && parts.count > 1
            && parts.allSatisfy { part in
                !part.isEmpty && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_-".contains($0)) }
            }
    }

    private static func isPath(_ text: String) -> Bool {
        if text == "/" { return true }
        guard text.first == "/" else { return false }
        return text.dropFirst().split(separator: "/", omittingEmptySubsequences: false).allSatisfy { part in
            !part.isEmpty && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
        }
    }
}
