import CLinux
import Glibc
import Limiting
import Linux
import Systemd

/// How much a server lets its clients take.
public struct ServerLimits: Equatable, Sendable {
    /// Open connections in all.
    public var connections: Int
    /// Open connections of one user.
    public var connectionsPerUser: Int
    /// Beyond ``connections``, for those alone who are privileged.
    public var reserve: Int
    /// How long a connection may take to send its first whole message. Half a minute is what dbus-daemon gives; 5 s
    /// turned out too short there, on machines that were busy booting.
    public var firstMessageUsec: UInt64
    /// Bytes queued for one slow client, before it is disconnected. What a connection has when it begins, it keeps.
    public var queueBytes: Int
    /// Bytes kept for all of them together, before who has most of them is disconnected: what came and is not answered
    /// yet, and what they have not taken.
    public var heldBytes: Int
    /// Calls of one user in a second; as many may come at once. Those beyond wait. The privileged are not counted.
    public var callsPerSecond: Int

    public init(
        connections: Int = 128, connectionsPerUser: Int = 32, reserve: Int = 8, firstMessageUsec: UInt64 = 30_000_000,
        queueBytes: Int = 64 << 10, heldBytes: Int = 8 << 20, callsPerSecond: Int = 100
    ) {
        self.connections = connections
        self.connectionsPerUser = connectionsPerUser
        self.reserve = reserve
        self.firstMessageUsec = firstMessageUsec
        self.queueBytes = queueBytes
        self.heldBytes = heldBytes
        self.callsPerSecond = callsPerSecond
    }
}

/// What happens to a server's connections, for the log and for whoever counts them.
public enum ServerReport: Equatable, Sendable {
    public enum Refusal: Equatable, Sendable {
        case tooMany(limit: Int)
        case tooManyOfUser(limit: Int)
    }

    case connected(PeerCredentials)
    case refused(PeerCredentials, Refusal)
    case closed(PeerCredentials, CloseReason)
    /// It calls more often than it may: its calls wait.
    case slowed(PeerCredentials, callsPerSecond: Int)
    /// No connection can be accepted for the moment, for lack of descriptors or memory. Tried again by itself.
    case acceptFailed(Errno)
}

/// Answers varlink calls on Unix sockets, on the thread of its event loop.
public final class VarlinkServer {
    /// Connections accepted in one turn of the loop.
    private static let acceptsPerTurn = 16
    /// How long to wait after `EMFILE` and its like, unless a connection ends before.
    private static let pauseUsec: UInt64 = 1_000_000
    private static let backlog: Int32 = 128

    public let service: VarlinkService
    /// A change counts from now on; open connections stay.
    public var limits: ServerLimits { didSet { if limits != oldValue { limitsChanged() } } }
    /// Asked at each call; who is not allowed gets PermissionDenied and is disconnected. Everybody is, unless set.
    public var authorise: ((PeerCredentials) -> Bool)?
    /// Who may connect when all others have to stay outside, and call as often as he likes: root and the server's own
    /// user, unless set.
    public var isPrivileged: (PeerCredentials) -> Bool = { $0.uid == 0 || $0.uid == geteuid() }
    /// Told what happens to connections. Must not stop the server.
    public var onReport: ((ServerReport) -> Void)?

    let loop: EventLoop
    let priority: Int64
    private var listeners: [(listener: Listener, source: EventSource)] = []
    private var connections: [ObjectIdentifier: Connection] = [:]
    private var perUser: [UInt32: Int] = [:]
    private var newcomers: Newcomers!
    private var calls: RateLimit<UInt32>
    private var heldBytes = 0
    private var lostOfClosed: UInt64 = 0
    /// Connections that are to be closed or to go on with their calls.
    private var attention: [Connection] = []
    private var attentionSource: EventSource!
    private var pauseTimer: EventSource!

    /// - Parameter priority: of all its event sources, as `sd_event_source_set_priority` means it.
    public init(
        _ service: VarlinkService, on loop: EventLoop, limits: ServerLimits = ServerLimits(), priority: Int64 = 0
    ) throws(Errno) {
        self.service = service
        self.loop = loop
        self.limits = limits
        self.priority = priority
        calls = VarlinkServer.calls(limits)
        newcomers = try Newcomers(on: loop, priority: priority, patienceUsec: limits.firstMessageUsec) {
            [unowned self] in close($0, .silent)
        }
        attentionSource = try loop.deferred(priority: priority) { [unowned self] in giveAttention() }
        pauseTimer = try loop.timer(priority: priority) { [unowned self] in resumeAccepting() }
    }

    /// Closes everything, as ``stop()`` does, but tells nobody: whoever would listen may be gone himself.
    deinit {
        onReport = nil
        for connection in connections.values { connection.forgetCall() }
        stop()
    }

    /// Open connections.
    public var connectionCount: Int { connections.count }
    /// Messages that were left out for slow clients, since the server began.
    public var lostCount: UInt64 { connections.values.reduce(lostOfClosed) { $0 + $1.totalLost } }

    /// Listens on a socket file of the given permissions. The file is removed by ``stop()``.
    public func listen(path: String, mode: mode_t = 0o666) throws(ListenError) {
        try add(Listener(path: path, mode: mode, backlog: Self.backlog))
    }

    /// Listens on a socket that somebody else made, the service manager for example.
    public func listen(inherited socket: FileDescriptor) throws(ListenError) {
        try add(Listener(inherited: socket))
    }

    /// Closes all connections, after one attempt to send what is queued, and stops listening.
    public func stop() {
        for (listener, source) in listeners {
            source.cancel()
            listener.removeFile()
        }
        listeners = []
        for connection in connections.values { close(connection, .stopped) }
    }

    private func add(_ listener: Listener) throws(ListenError) {
        do {
            let source = try loop.watch(listener.socket.rawValue, for: .readable, priority: priority) {
                [unowned self] _ in accept(from: listener.socket)
            }
            listeners.append((listener, source))
        } catch {
            listener.removeFile()
            throw .system(SystemError("watching a socket", error))
        }
    }

    // MARK: Accepting

    private func accept(from socket: FileDescriptor) {
        for _ in 0..<Self.acceptsPerTurn {
            do throws(Errno) {
                let connected = FileDescriptor(owning: try retrying { pp_accept(socket.rawValue) })
                try admit(connected)
            } catch {
                switch error.rawValue {
                case EAGAIN: return
                // The peer gave up meanwhile.
                case ECONNABORTED, EPERM, EPROTO: continue
                default:
                    // The connection stays in the backlog and the listener readable: without a pause the loop would spin.
                    for (_, source) in listeners { source.setEnabled(false) }
                    pauseTimer.arm(atUsec: Clock.monotonicUsec + Self.pauseUsec)
                    onReport?(.acceptFailed(error))
                    return
                }
            }
        }
    }

    private func admit(_ socket: FileDescriptor) throws(Errno) {
        let peer = try PeerCredentials(of: socket.rawValue)
        guard perUser[peer.uid, default: 0] < limits.connectionsPerUser else {
            onReport?(.refused(peer, .tooManyOfUser(limit: limits.connectionsPerUser)))
            return
        }
        guard hasPlace(for: peer) else {
            onReport?(.refused(peer, .tooMany(limit: limits.connections)))
            return
        }
        let connection = try Connection(socket, peer: peer, server: self)
        connections[ObjectIdentifier(connection)] = connection
        perUser[peer.uid, default: 0] += 1
        newcomers.add(connection)
        onReport?(.connected(peer))
    }

    /// Whether one more connection may be. Where all places are taken, who is allowed gets that of the connection that
    /// has been silent for longest: connecting over and over keeps nobody out who has something to ask.
    private func hasPlace(for peer: PeerCredentials) -> Bool {
        if connections.count < limits.connections { return true }
        if connections.count < limits.connections + limits.reserve, isPrivileged(peer) { return true }
        guard let silent = newcomers.oldest, isAllowed(peer) else { return false }
        close(silent, .displaced)
        return true
    }

    private func resumeAccepting() {
        pauseTimer.disarm()
        for (_, source) in listeners { source.setEnabled(true) }
    }

    // MARK: Connections

    func isAllowed(_ peer: PeerCredentials) -> Bool {
        authorise?(peer) ?? true
    }

    /// The first whole message of `connection` is there.
    func hasSpoken(_ connection: Connection) {
        newcomers.remove(connection)
    }

    /// How long a call that has come has to wait, in microseconds; `nil` where it is its turn.
    func delay(of connection: Connection) -> UInt64? {
        guard !isPrivileged(connection.peer) else { return nil }
        guard let usec = calls.take(connection.peer.uid, nowUsec: Clock.monotonicUsec) else { return nil }
        onReport?(.slowed(connection.peer, callsPerSecond: limits.callsPerSecond))
        return usec
    }

    /// Connections keep so many bytes more, or less.
    func keeps(_ bytes: Int) {
        heldBytes += bytes
        guard bytes > 0, heldBytes > limits.heldBytes else { return }
        let most = connections.values.filter(\.isOpen).max { $0.heldBytes < $1.heldBytes }
        most?.doom(.memory(held: most?.heldBytes ?? 0))
    }

    private static func calls(_ limits: ServerLimits) -> RateLimit<UInt32> {
        RateLimit(burst: limits.callsPerSecond, perSecond: limits.callsPerSecond)
    }

    private func limitsChanged() {
        calls = VarlinkServer.calls(limits)
        newcomers.patienceUsec = limits.firstMessageUsec
    }

    /// Looks after `connection` when the present handler is done.
    func attend(to connection: Connection) {
        if attention.isEmpty { attentionSource.schedule() }
        attention.append(connection)
    }

    private func giveAttention() {
        let waiting = attention
        attention = []
        for connection in waiting {
            if let fate = connection.fate {
                close(connection, fate)
            } else {
                connection.process()
            }
        }
    }

    private func close(_ connection: Connection, _ reason: CloseReason) {
        guard connections.removeValue(forKey: ObjectIdentifier(connection)) != nil else { return }
        newcomers.remove(connection)
        heldBytes -= connection.heldBytes
        connection.tearDown(reason)
        lostOfClosed += connection.totalLost
        let left = perUser[connection.peer.uid, default: 1] - 1
        perUser[connection.peer.uid] = left > 0 ? left : nil
        resumeAccepting()
        onReport?(.closed(connection.peer, connection.fate ?? reason))
    }
}
