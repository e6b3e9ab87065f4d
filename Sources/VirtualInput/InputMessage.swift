/// What goes between `peekpop-actions` and `peekpop-input`: one request a message of a `SOCK_SEQPACKET` socket, the text of
/// ``Stroke/description``, and one answer to each, in order.
///
/// A program that may write to /dev/uinput shall read as little as can be: no lengths, no numbers, no structure.
public enum InputMessage {
    /// Bytes that a message has at most.
    public static let limit = 128
    /// Where the helper listens; `PEEKPOP_INPUT_SOCKET` overrides it.
    public static let usualPath = "/run/peekpop-input/socket"

    /// A request that types nothing, and is answered as any other: whether the one who asks is served.
    public static let probe = "ready"

    /// Reads a request.
    public static func stroke(_ message: some StringProtocol) throws(Stroke.Mistake) -> Stroke {
        let words = message.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 2 else { throw Stroke.Mistake(description: "a request is `key NAME` or `button NAME`") }
        switch words[0] {
        case "key": return try Stroke(key: words[1])
        case "button": return try Stroke(button: words[1])
        default: throw Stroke.Mistake(description: "`\(words[0])` is neither key nor button")
        }
    }

    /// Answers.
    public enum Answer: Equatable, Sendable {
        case done
        /// Why not, in words.
        case refused(String)

        public init(_ message: String) {
            self = message == "done" ? .done : .refused(message)
        }

        public var text: String {
            switch self {
            case .done: "done"
            case .refused(let why): String(decoding: why.utf8.prefix(InputMessage.limit), as: UTF8.self)
            }
        }
    }
}
