import FoundationEssentials
import Glibc
import Linux
import Systemd

/// Why a connection was closed.
public enum CloseReason: Equatable, Sendable, CustomStringConvertible {
    /// The peer closed it, or died.
    case peerClosed
    /// The peer closed it in the middle of a message.
    case truncated
    case malformed(MalformedCall)
    case framing(FramingError)
    /// The peer reads too slowly for messages that may not be left out.
    case tooSlow(queued: Int)
    /// Of all peers this one makes the server keep most, and in all it was too much.
    case memory(held: Int)
    case unencodableReply(method: String, String)
    case transport(Errno)
    /// The peer was told that it is not allowed.
    case denied
    /// No whole message came in time.
    case silent
    /// No whole message had come yet, and somebody who is allowed needed the place.
    case displaced
    /// The server was stopped.
    case stopped

    public var description: String {
        switch self {
        case .peerClosed: "closed by the peer"
        case .truncated: "closed by the peer in the middle of a message"
        case .malformed(let error): "closed after \(error)"
        case .framing(let error): "closed after \(error)"
        case .tooSlow(let queued): "closed because the peer reads too slowly (\(queued) bytes waiting)"
        case .memory(let held): "closed because too much waits for clients, \(held) bytes of it for this one"
        case .unencodableReply(let method, let why): "closed because the reply of \(method) cannot be written: \(why)"
        case .transport(let errno): "closed after an error: \(errno)"
        case .denied: "closed after PermissionDenied"
        case .silent: "closed because no whole message came in time"
        case .displaced: "closed for somebody else, before its first whole message"
        case .stopped: "closed because the service stops"
        }
    }

    /// Whether the peer is to blame: worth a line in the log.
    public var isMisbehaviour: Bool {
        switch self {
        case .truncated, .malformed, .framing, .tooSlow, .memory, .denied, .silent, .displaced: true
        case .peerClosed, .unencodableReply, .transport, .stopped: false
        }
    }
}

/// One client of a server: reads calls one after the other and sends what they are answered with.
///
/// It is never torn down from within: ``doom(_:)`` marks it, and the server lets go of it when the present handler is done,
/// so that whoever sends to many connections need not fear for his list.
final class Connection {
    /// Calls answered in one turn of the loop, before others get theirs.
    private static let callsPerTurn = 8
    private static let readsPerTurn = 4

    let peer: PeerCredentials
    private let socket: FileDescriptor
    private unowned let server: VarlinkServer
    private var framer = MessageFramer()
    private var queue: OutputQueue
    private var source: EventSource?
    private var current: Call?
    private var isDispatching = false
    /// The peer sends nothing more; it may still read.
    private var inputEnded = false
    /// A whole message has come.
    private var hasSpoken = false
    /// Calls wait in the framer for their turn.
    private var hasBacklog = false
    /// A call that came too soon after others.
    private var postponed: Data?
    /// Until when it waits; while it does nothing is read.
    private var delay: EventSource?
    private var isDelayed = false
    /// Bytes it makes the server keep.
    private(set) var heldBytes = 0
    private(set) var fate: CloseReason?

    init(_ socket: FileDescriptor, peer: PeerCredentials, server: VarlinkServer) throws(Errno) {
        self.socket = socket
        self.peer = peer
        self.server = server
        queue = OutputQueue(capacity: server.limits.queueBytes)
        source = try server.loop.watch(socket.rawValue, for: .readable, priority: server.priority) {
            [unowned self] events in
            // Held while it runs: the server may let go of it meanwhile.
            withExtendedLifetime(self) { ready(events) }
        }
    }

    var isOpen: Bool { fate == nil }
    var lost: UInt64 { queue.lost }
    var totalLost: UInt64 { queue.totalLost }

    /// Closes it, soon.
    func doom(_ reason: CloseReason) {
        guard fate == nil else { return }
        fate = reason
        server.keeps(-heldBytes)
        heldBytes = 0
        source?.setEnabled(false)
        server.attend(to: self)
    }

    /// Closes it now. Only the server calls this.
    func tearDown(_ reason: CloseReason) {
        // One attempt: what the peer has no room for now is lost with the connection.
        if fate == nil, !queue.isEmpty { _ = try? write(queue.pending) }
        fate = fate ?? reason
        source = nil
        delay = nil
        let call = current
        current = nil
        call?.abandon()
    }

    /// Lets the present call end without telling its handler.
    func forgetCall() {
        current?.onClose = nil
    }

    // MARK: Reading

    private func ready(_ events: Interest) {
        if events.contains(.writable) { flush() }
        if wantsInput { receive() }
        // While a call is being answered nothing is read, and only this tells that the peer is gone. A peer that has
        // closed its sending side alone still gets its answers.
        let waits = current != nil || !queue.isEmpty || isDelayed
        if !events.isDisjoint(with: [.hungUp, .failed]), waits { doom(.peerClosed) }
        process()
    }

    private var wantsInput: Bool {
        fate == nil && !inputEnded && current == nil && queue.isEmpty && !hasBacklog && !isDelayed
    }

    private func receive() {
        do throws(Errno) {
            for _ in 0..<Self.readsPerTurn {
                var space = 0
                let count = try framer.fill { (buffer) throws(Errno) in
                    space = buffer.count
                    return try retrying { recv(socket.rawValue, buffer.baseAddress, buffer.count, MSG.quiet) }
                }
                if count == 0 { inputEnded = true }
                if count < space { return }
            }
        } catch  where error.rawValue == EAGAIN {
            return
        } catch  where error.rawValue == ECONNRESET {
            doom(.peerClosed)
        } catch {
            doom(.transport(error))
        }
    }

    /// Answers the calls that have arrived, as far as it is their turn.
    func process() {
        guard !isDispatching else { return }
        isDispatching = true
        defer { isDispatching = false }
        hasBacklog = false
        var turns = Self.callsPerTurn
        do {
            while fate == nil, current == nil, queue.isEmpty, !isDelayed {
                guard turns > 0 else {
                    hasBacklog = true
                    server.attend(to: self)
                    break
                }
                guard let message = try postponed ?? framer.next() else {
                    if inputEnded { doom(framer.isEmpty ? .peerClosed : .truncated) }
                    break
                }
                turns -= 1
                if !hasSpoken {
                    hasSpoken = true
                    server.hasSpoken(self)
                }
                postponed = nil
                if let usec = server.delay(of: self) {
                    postpone(message, usec)
                    break
                }
                dispatch(try CallMessage(message))
            }
        } catch let error as MalformedCall {
            doom(.malformed(error))
        } catch let error as FramingError {
            doom(.framing(error))
        } catch {
            preconditionFailure("\(error)")
        }
        account()
        updateInterest()
    }

    private func postpone(_ message: Data, _ usec: UInt64) {
        postponed = message
        isDelayed = true
        do throws(Errno) {
            if delay == nil {
                delay = try server.loop.timer(priority: server.priority) { [unowned self] in
                    isDelayed = false
                    withExtendedLifetime(self) { process() }
                }
            }
            delay?.arm(atUsec: Clock.monotonicUsec + usec)
        } catch {
            doom(.transport(error))
        }
    }

    private func dispatch(_ message: CallMessage) {
        let call = Call(message, on: self)
        current = call
        do throws(ErrorReply) {
            guard server.isAllowed(peer) else { throw .permissionDenied }
            try server.service.handler(for: message)(call)
        } catch {
            call.fail(error)
        }
    }

    /// The final reply of `call` is on its way.
    func answered(_ call: Call) {
        guard current === call else { return }
        current = nil
        if !isDispatching { server.attend(to: self) }
    }

    // MARK: Writing

    /// Makes the queue now, so that it costs nothing later to fall behind.
    func prepareQueue() { queue.prepare() }

    func send(_ message: UnsafeRawBufferPointer, key: UInt64? = nil, reportingLost: UInt64 = 0) {
        guard fate == nil else { return }
        queue.reportLost(reportingLost)
        var sent = 0
        if queue.isEmpty {
            do throws(Errno) {
                sent = try write(message)
                if sent == message.count { return }
            } catch  where error.rawValue == EAGAIN {
                // Queued below.
            } catch {
                return doom(Self.reason(error))
            }
        }
        let outcome = queue.append(message, key: key, sent: sent, reportedLost: reportingLost)
        if outcome == .overflow { return doom(.tooSlow(queued: queue.count)) }
        account()
        updateInterest()
    }

    private func flush() {
        guard fate == nil else { return }
        do throws(Errno) {
            defer { account() }
            while !queue.isEmpty { queue.consume(try write(queue.pending)) }
        } catch  where error.rawValue == EAGAIN {
            return
        } catch {
            doom(Self.reason(error))
        }
    }

    private func write(_ bytes: UnsafeRawBufferPointer) throws(Errno) -> Int {
        try retrying { Glibc.send(socket.rawValue, bytes.baseAddress, bytes.count, MSG.quiet) }
    }

    /// Lets the server know how much is kept for this peer.
    private func account() {
        guard fate == nil else { return }
        let bytes = framer.heldBytes + (postponed?.count ?? 0) + queue.count
        guard bytes != heldBytes else { return }
        let more = bytes - heldBytes
        heldBytes = bytes
        server.keeps(more)
    }

    private static func reason(_ error: Errno) -> CloseReason {
        error.rawValue == EPIPE || error.rawValue == ECONNRESET ? .peerClosed : .transport(error)
    }

    private func updateInterest() {
        guard fate == nil, let source else { return }
        var interest: Interest = []
        if wantsInput { interest.insert(.readable) }
        if !queue.isEmpty { interest.insert(.writable) }
        if source.interest != interest { source.interest = interest }
    }
}
