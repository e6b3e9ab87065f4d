import FoundationEssentials
import Glibc
import Linux
import Systemd

/// A connection to a Varlink service, for one thread.
///
/// Three ways to use it: ``call(_:_:timeoutUsec:)`` waits for the one reply; ``stream(_:_:)`` with ``next(timeoutUsec:)``
/// waits for one reply after another; ``stream(_:_:)`` with ``fileDescriptor`` and ``dispatch()``, or with
/// ``attach(to:priority:_:)``, waits for nothing. A client that is no longer interested in a stream lets go of this object.
public final class VarlinkClient {
    /// What a client accepts as one message, in bytes: far more than any reply of a sane service.
    public static let messageLimit = 16 << 20

    private let socket: FileDescriptor
    private var framer: MessageFramer
    /// The method whose replies are still to come.
    private var pending: String?
    /// Whether it has had one.
    private var isAnswered = false
    private var source: EventSource?

    /// Connects to the socket at `path`.
    ///
    /// - Parameter patienceUsec: how long to wait where many want to connect at the same time; 0: not at all.
    public init(
        path: String, messageLimit: Int = VarlinkClient.messageLimit, patienceUsec: UInt64 = 0
    ) throws(VarlinkClientError) {
        do {
            socket = try UnixSocket.connect(to: path, patienceUsec: patienceUsec)
        } catch {
            throw .connecting(path: path, error)
        }
        framer = MessageFramer(limit: messageLimit)
    }

    /// Takes over a connected stream socket, and makes it non-blocking.
    public init(
        connected socket: FileDescriptor, messageLimit: Int = VarlinkClient.messageLimit
    ) throws(VarlinkClientError) {
        do {
            let flags = try retrying { fcntl(socket.rawValue, F_GETFL) }
            _ = try retrying { fcntl(socket.rawValue, F_SETFL, flags | O_NONBLOCK) }
        } catch {
            throw .transport(SystemError("making a socket non-blocking", error))
        }
        self.socket = socket
        framer = MessageFramer(limit: messageLimit)
    }

    /// Readable when ``dispatch()`` has something to do. It stays this object's.
    public var fileDescriptor: Int32 { socket.rawValue }

    /// Calls a method and waits for its reply, `timeoutUsec` at most (`nil`: for ever).
    ///
    /// - Throws: ``VarlinkClientError/server(name:parameters:)`` where the call failed, and every other case.
    public func call(
        _ method: String, _ parameters: some Encodable = NoParameters(), timeoutUsec: UInt64? = 10_000_000
    ) throws(VarlinkClientError) -> ReplyMessage {
        let deadline = timeoutUsec.map { Clock.monotonicUsec + $0 }
        try begin(method, parameters, more: false, timeoutUsec: timeoutUsec, deadline: deadline)
        let reply = try wait(timeoutUsec: timeoutUsec, deadline: deadline)
        guard !reply.continues else { throw .violation("\(method) goes on, although one reply was asked for") }
        return reply
    }

    /// Calls a method without wanting a reply.
    public func notify(
        _ method: String, _ parameters: some Encodable = NoParameters()
    ) throws(VarlinkClientError) {
        try send(try message(method, parameters, more: false, oneway: true), method, nil, nil)
    }

    /// Calls a method whose replies are then read with ``next(timeoutUsec:)`` or ``dispatch()``, or handed to the
    /// handler of ``attach(to:priority:_:)``.
    public func stream(
        _ method: String, _ parameters: some Encodable = NoParameters()
    ) throws(VarlinkClientError) {
        try begin(method, parameters, more: true, timeoutUsec: nil, deadline: nil)
    }

    /// Whether replies are still to come.
    public var isBusy: Bool { pending != nil }

    /// Waits for the next reply of the stream, `timeoutUsec` at most (`nil`: for ever). The last one does not continue.
    public func next(timeoutUsec: UInt64? = nil) throws(VarlinkClientError) -> ReplyMessage {
        try wait(timeoutUsec: timeoutUsec, deadline: timeoutUsec.map { Clock.monotonicUsec + $0 })
    }

    /// The next reply that is already here, or `nil`; never waits.
    ///
    /// Call it until it returns `nil` whenever ``fileDescriptor`` is readable.
    public func dispatch() throws(VarlinkClientError) -> ReplyMessage? {
        while true {
            if let reply = try takeReply() { return reply }
            guard try receive() else { return nil }
        }
    }

    /// Calls `handler` on the loop's thread for each reply of a stream, or once with what went wrong, which ends it.
    ///
    /// Attach once; ``detach()`` or letting go of this object ends it.
    public func attach(
        to loop: EventLoop, priority: Int64 = 0, _ handler: @escaping (Result<ReplyMessage, VarlinkClientError>) -> Void
    ) throws(Errno) {
        source = try loop.watch(socket.rawValue, for: .readable, priority: priority) { [weak self] _ in
            self?.deliver(to: handler)
        }
    }

    /// Ends what ``attach(to:priority:_:)`` began; the connection stays.
    public func detach() {
        source = nil
    }

    private func deliver(to handler: (Result<ReplyMessage, VarlinkClientError>) -> Void) {
        while source != nil {
            do {
                guard let reply = try dispatch() else { return }
                handler(.success(reply))
            } catch {
                let lost = if case .server = error { false } else { true }
                if lost { detach() }
                handler(.failure(error))
                if lost { return }
            }
        }
    }

    // MARK: Sending

    private func begin(
        _ method: String, _ parameters: some Encodable, more: Bool, timeoutUsec: UInt64?, deadline: UInt64?
    ) throws(VarlinkClientError) {
        precondition(pending == nil, "\(pending ?? "") has not been answered yet")
        let message = try message(method, parameters, more: more, oneway: false)
        try send(message, method, timeoutUsec, deadline)
        pending = method
        isAnswered = false
    }

    private func message(
        _ method: String, _ parameters: some Encodable, more: Bool, oneway: Bool
    ) throws(VarlinkClientError) -> [UInt8] {
        do {
            return try MessageWriter.call(method, parameters, more: more, oneway: oneway)
        } catch {
            throw .unencodable(method: method, "\(error)")
        }
    }

    private func send(
        _ message: [UInt8], _ method: String, _ timeoutUsec: UInt64?, _ deadline: UInt64?
    ) throws(VarlinkClientError) {
        var sent = 0
        while sent < message.count {
            do throws(Errno) {
                sent += try retrying {
                    message.withUnsafeBytes {
                        Glibc.send(socket.rawValue, $0.baseAddress! + sent, $0.count - sent, MSG.quiet)
                    }
                }
            } catch  where error.rawValue == EAGAIN {
                guard try poll(POLLOUT, deadline) else { throw .timeout(method: method, usec: timeoutUsec ?? 0) }
            } catch  where error.rawValue == EPIPE || error.rawValue == ECONNRESET {
                throw .closed(afterCall: method)
            } catch {
                throw .transport(SystemError("calling \(method)", error))
            }
        }
    }

    // MARK: Receiving

    private func wait(timeoutUsec: UInt64?, deadline: UInt64?) throws(VarlinkClientError) -> ReplyMessage {
        while true {
            if let reply = try dispatch() { return reply }
            guard try poll(POLLIN, deadline) else { throw .timeout(method: pending, usec: timeoutUsec ?? 0) }
        }
    }

    private func takeReply() throws(VarlinkClientError) -> ReplyMessage? {
        let message: Data
        do {
            guard let next = try framer.next() else { return nil }
            message = next
        } catch {
            throw .violation("\(error)")
        }
        guard pending != nil else { throw .violation("a reply without a call") }
        let reply: ReplyMessage
        do {
            reply = try ReplyMessage(message)
        } catch {
            throw .violation("\(error)")
        }
        isAnswered = true
        if !reply.continues { pending = nil }
        if let error = reply.error { throw .server(name: error, parameters: reply.parameters) }
        return reply
    }

    /// - Returns: whether bytes came.
    private func receive() throws(VarlinkClientError) -> Bool {
        let count: Int
        do throws(Errno) {
            count = try framer.fill { (space) throws(Errno) in
                try retrying { recv(socket.rawValue, space.baseAddress, space.count, MSG.quiet) }
            }
        } catch  where error.rawValue == EAGAIN {
            return false
        } catch  where error.rawValue == ECONNRESET {
            count = 0
        } catch {
            throw .transport(SystemError("receiving a reply", error))
        }
        if count == 0 {
            if let pending, isAnswered { throw .streamEnded(method: pending) }
            throw .closed(afterCall: pending)
        }
        return true
    }

    /// - Returns: false when the deadline has passed.
    private func poll(_ events: Int32, _ deadline: UInt64?) throws(VarlinkClientError) -> Bool {
        var waiting = pollfd(fd: socket.rawValue, events: Int16(events), revents: 0)
        while true {
            var milliseconds: Int32 = -1
            if let deadline {
                let now = Clock.monotonicUsec
                guard now < deadline else { return false }
                // Rounded up, so that the last fraction of a millisecond is not spent spinning.
                milliseconds = Int32(clamping: (deadline - now + 999) / 1_000)
            }
            // Not `retrying`: the time left must be reckoned anew after a signal.
            let ready = Glibc.poll(&waiting, 1, milliseconds)
            if ready > 0 { return true }
            if ready < 0 {
                let error = Errno.current
                if error.rawValue != EINTR { throw .transport(SystemError("waiting for a reply", error)) }
            }
        }
    }
}

/// Flags of `send` and `recv`, as the types of C want them.
enum MSG {
    /// Never wait, never raise SIGPIPE.
    static let quiet = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
}
