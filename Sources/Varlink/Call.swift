/// A call that wants an answer.
///
/// A handler replies once with ``reply(_:)`` or ``fail(_:)``, at once or later. Where the caller said `more`, it may send
/// any number of replies before that, with ``send(_:)`` or, without any cost beyond the system call, ``enqueue(_:coalescing:reportingLost:)``.
/// Calls that the peer sent after this one wait until it has been answered.
public final class Call {
    /// `org.peekpop.Gestures.Subscribe`.
    public let method: String
    /// Whether the caller takes more than one reply.
    public let more: Bool
    /// Whether the caller wants no reply: what is replied is not sent.
    public let oneway: Bool
    public let peer: PeerCredentials

    /// Called once, on the loop's thread and never within another call of this object, when the connection has gone
    /// before the final reply.
    public var onClose: (() -> Void)?

    private let parameters: [String: JSONValue]
    private var connection: Connection?

    init(_ message: CallMessage, on connection: Connection) {
        method = message.method
        more = message.more
        oneway = message.oneway
        peer = connection.peer
        parameters = message.parameters
        self.connection = connection
    }

    /// The parameters as a value of `type`.
    ///
    /// - Throws: InvalidParameter with the path of what does not fit.
    public func parameters<T: Decodable>(_ type: T.Type = T.self) throws(ErrorReply) -> T {
        do {
            return try ValueDecoder(.object(parameters)).decode(type)
        } catch {
            throw .invalidParameter(Self.path(error))
        }
    }

    /// Where a value did not fit: `calibration.hint`, `phases[1]`.
    static func path(_ error: any Error) -> String {
        let keys: [any CodingKey] =
            switch error as? DecodingError {
            case .typeMismatch(_, let context)?, .valueNotFound(_, let context)?, .dataCorrupted(let context)?:
                context.codingPath
            case .keyNotFound(let key, let context)?: context.codingPath + [key]
            default: []
            }
        return keys.reduce("") { path, key in
            if let index = key.intValue { return "\(path)[\(index)]" }
            return path.isEmpty ? key.stringValue : "\(path).\(key.stringValue)"
        }
    }

    // MARK: Answering

    /// Whether it can still be answered: the final reply is not sent and the connection is there.
    public var isOpen: Bool { connection?.isOpen ?? false }

    /// The final reply. Nothing happens where the connection has gone.
    public func reply(_ parameters: some Encodable = NoParameters()) {
        finish { () throws in try MessageWriter.reply(parameters) }
    }

    /// The final reply, an error. After PermissionDenied the connection is closed: who may not ask keeps no place that
    /// others could use.
    public func fail(_ error: ErrorReply) {
        let connection = connection
        finish { () throws in try MessageWriter.failure(error) }
        if error.name == ErrorReply.permissionDenied.name { connection?.doom(.denied) }
    }

    /// A reply with more to follow. Only where the caller said ``more``.
    public func send(_ parameters: some Encodable) {
        precondition(more, "\(method) was called without more")
        guard let connection else { return }
        do {
            let message = try MessageWriter.reply(parameters, continues: true)
            message.withUnsafeBytes { connection.send($0) }
        } catch {
            connection.doom(.unencodableReply(method: method, "\(error)"))
        }
    }

    /// Makes room for what the peer may not take at once, so that no later ``enqueue(_:coalescing:reportingLost:)``
    /// allocates, even when the peer falls behind.
    public func prepareQueue() { connection?.prepareQueue() }

    /// A reply with more to follow, as a whole message ready to be sent: `{"parameters":{…},"continues":true}` and a NUL.
    ///
    /// Never waits. What the peer's socket does not take is queued; when the queue is full, messages with a key are
    /// left out, and a message without a key that does not fit closes the connection.
    /// - Parameters:
    ///   - key: a message still queued with the same key is replaced by this one, and counted in ``lost``. `nil` for
    ///     messages that must arrive.
    ///   - reportingLost: what the message itself tells the peer about ``lost``; taken off it, and added again if the
    ///     message is replaced before it is sent.
    public func enqueue(
        _ message: UnsafeRawBufferPointer, coalescing key: UInt64? = nil, reportingLost: UInt64 = 0
    ) {
        connection?.send(message, key: key, reportingLost: reportingLost)
    }

    /// Messages left out for this peer and not yet reported to it.
    public var lost: UInt64 { connection?.lost ?? 0 }

    private func finish(_ encode: () throws -> [UInt8]) {
        guard let connection else { return }
        self.connection = nil
        onClose = nil
        if !oneway {
            do {
                let message = try encode()
                message.withUnsafeBytes { connection.send($0) }
            } catch {
                connection.doom(.unencodableReply(method: method, "\(error)"))
            }
        }
        connection.answered(self)
    }

    /// The connection has gone.
    func abandon() {
        connection = nil
        let onClose = onClose
        self.onClose = nil
        onClose?()
    }
}
