import CLinux
import Glibc
import Limiting
import Linux
import Systemd
import VirtualInput

/// Takes requests of those who may, and has them typed.
final class InputServer {
    /// Connections of all, and of one user.
    static let connections = 16
    static let connectionsPerUser = 4
    /// Strokes a second, and at once, over all connections; nobody presses a pad that often.
    static let strokesPerSecond = 10
    static let burst = 10
    /// Requests a second, and at once, of one user, that type nothing: questions and mistakes. They cost no stroke.
    static let othersPerSecond = 10
    /// After a connection could not be accepted for want of something: when to try again, µs.
    private static let pauseUsec: UInt64 = 1_000_000

    /// What it works with, and a test puts something else in the place of.
    struct Surroundings {
        var admission = Admission.system
        var make: Typist.DeviceMaker = { name, codes, isPointer throws(SystemError) in
            try VirtualDevice(name, codes: codes, isPointer: isPointer)
        }
        var times = Typist.Times()
        /// Calls something whenever a session changes, for as long as what it returns is there.
        var onSessionChange: (EventLoop, @escaping () -> Void) throws(Errno) -> AnyObject = {
            loop, handler throws(Errno) in try LoginMonitor(loop, handler)
        }
        /// For limits: CLOCK_MONOTONIC, µs.
        var nowUsec: () -> UInt64 = { Clock.monotonicUsec }
    }

    private final class Client {
        let socket: FileDescriptor
        let peer: Peer
        var source: EventSource?

        init(_ socket: FileDescriptor, _ peer: Peer) {
            self.socket = socket
            self.peer = peer
        }
    }

    private let loop: EventLoop
    private let log: Log
    private let listener: FileDescriptor
    private let idleExitUsec: UInt64?
    private let surroundings: Surroundings
    private var typist: Typist!
    private var clients: [Client] = []
    private var source: EventSource?
    private var idle: EventSource?
    private var pause: EventSource?
    private var sessions: AnyObject?
    private var strokes = TokenBucket(burst: InputServer.burst, perSecond: InputServer.strokesPerSecond)
    private var others = RateLimit<uid_t>(burst: InputServer.othersPerSecond, perSecond: InputServer.othersPerSecond)
    private var said = MessageLimit()

    /// - Parameter idleExitUsec: ends the loop after so long without a connection; `nil`: never.
    init(
        _ loop: EventLoop, _ log: Log, listener: FileDescriptor, idleExitUsec: UInt64?,
        _ surroundings: Surroundings = Surroundings()
    ) throws(Errno) {
        self.loop = loop
        self.log = log
        self.listener = listener
        self.idleExitUsec = idleExitUsec
        self.surroundings = surroundings
        typist = try Typist(
            loop, make: surroundings.make, times: surroundings.times,
            refusal: { surroundings.admission.refusal(of: $0.uid) },
            dropped: { [unowned self] peer, count, why in
                say(.notice, "dropped \(count == 1 ? "a key" : "\(count) keys") of", peer, why)
            },
            failed: { [unowned self] in say(.error, "\($0)") })
        // Where there is no login manager, and so nobody but root is served, there is nothing to watch.
        sessions = try? surroundings.onSessionChange(loop) { [unowned self] in typist.reconsider() }
        idle = try loop.timer { loop.exit(0) }
        source = try loop.watch(listener.rawValue, for: .readable) { [unowned self] _ in accept() }
        pause = try loop.timer { [unowned self] in source?.setEnabled(true) }
        rest()
    }

    var connectionCount: Int { clients.count }

    private func rest() {
        guard clients.isEmpty else { return }
        typist.close()
        if let idleExitUsec { idle?.arm(atUsec: Clock.monotonicUsec + idleExitUsec) }
    }

    // MARK: Connections

    private func accept() {
        do throws(Errno) {
            let socket = FileDescriptor(owning: try retrying { pp_accept(listener.rawValue) })
            try admit(socket, try surroundings.admission.peer(socket.rawValue))
        } catch {
            switch error.rawValue {
            // The peer gave up meanwhile.
            case EAGAIN, ECONNABORTED, EPERM, EPROTO: break
            default:
                // The connection stays in the backlog and the listener readable: without a pause the loop would spin.
                say(.error, "accepting a connection: \(error); tried again in a second")
                source?.setEnabled(false)
                pause?.arm(atUsec: Clock.monotonicUsec + InputServer.pauseUsec)
            }
        }
    }

    private func admit(_ socket: FileDescriptor, _ peer: Peer) throws(Errno) {
        if let why = refusal(of: peer) {
            say(.notice, "refused a connection of", peer, why)
            turnAway(socket, why)
            return rest()
        }
        if let why = unprepared() {
            // No reason to stay: a device that appears is given to us when we are started the next time.
            return turnAway(socket, why)
        }
        let client = Client(socket, peer)
        client.source = try loop.watch(socket.rawValue, for: .readable) { [unowned self, unowned client] _ in
            read(client)
        }
        clients.append(client)
        idle?.disarm()
    }

    private func refusal(of peer: Peer) -> String? {
        if let why = surroundings.admission.refusal(of: peer.uid) { return why }
        if clients.count >= InputServer.connections {
            // Those who went to the background keep their places only as long as nobody else needs them.
            clients.removeAll { surroundings.admission.refusal(of: $0.peer.uid) != nil }
        }
        if clients.count >= InputServer.connections { return "there are too many connections" }
        if clients.count(where: { $0.peer.uid == peer.uid }) >= InputServer.connectionsPerUser {
            return "this user has too many connections"
        }
        return nil
    }

    /// Says why, and closes. A request that has come already is read before: closed with that unread, the socket would give
    /// its peer an error in the place of the answer.
    private func turnAway(_ socket: FileDescriptor, _ why: String) {
        shutdown(socket.rawValue, Int32(SHUT_RD))
        var byte: UInt8 = 0
        while recv(socket.rawValue, &byte, 1, Int32(MSG_DONTWAIT)) > 0 {}
        answer(.refused(why), socket)
    }

    private func drop(_ client: Client) {
        client.source = nil
        clients.removeAll { $0 === client }
        rest()
    }

    // MARK: Requests

    private func read(_ client: Client) {
        // One byte more than a message may have: what is longer is cut off by the kernel, and told by that.
        var bytes = [UInt8](repeating: 0, count: InputMessage.limit + 1)
        do throws(Errno) {
            let count = try retrying { recv(client.socket.rawValue, &bytes, bytes.count, Int32(MSG_DONTWAIT)) }
            guard count > 0 else { return drop(client) }
            answer(handle(bytes[..<count], client.peer), client.socket)
        } catch {
            if error.rawValue != EAGAIN { drop(client) }
        }
    }

    private enum Request {
        case stroke(Stroke)
        case probe
        /// None of these, and why.
        case mistake(String)

        init(_ message: ArraySlice<UInt8>) {
            guard message.count <= InputMessage.limit, let text = String(validating: message, as: UTF8.self) else {
                self = .mistake("a request is a text of at most \(InputMessage.limit) bytes")
                return
            }
            do throws(Stroke.Mistake) {
                self = text == InputMessage.probe ? .probe : .stroke(try InputMessage.stroke(text))
            } catch {
                self = .mistake("\(error)")
            }
        }
    }

    private func handle(_ message: ArraySlice<UInt8>, _ peer: Peer) -> InputMessage.Answer {
        if let why = surroundings.admission.refusal(of: peer.uid) { return refused(why, peer) }
        let now = surroundings.nowUsec()
        let request = Request(message)
        guard case .stroke(let stroke) = request else {
            guard others.take(peer.uid, nowUsec: now) == nil else {
                return refused("more than \(InputServer.othersPerSecond) requests a second that type nothing", peer)
            }
            if case .mistake(let why) = request { return .refused(why) }
            return .done
        }
        guard strokes.take(nowUsec: now) == nil else {
            return refused("more than \(InputServer.strokesPerSecond) keys a second", peer)
        }
        // The devices are gone where the last stroke could not be written.
        if let why = unprepared() { return .refused(why) }
        return typist.take(stroke, of: peer) ? .done : .refused("too many keys wait")
    }

    /// Has the devices made, if they are not there.
    ///
    /// - Returns: why there are none, and what to do.
    private func unprepared() -> String? {
        do throws(SystemError) {
            try typist.prepare()
            return nil
        } catch {
            let why = "\(error)\(VirtualDevice.advice(error))"
            say(.error, why)
            return why
        }
    }

    private func refused(_ why: String, _ peer: Peer) -> InputMessage.Answer {
        say(.notice, "refused", peer, why)
        return .refused(why)
    }

    /// Nobody is waited for: an answer that does not go is dropped.
    private func answer(_ answer: InputMessage.Answer, _ socket: FileDescriptor) {
        let bytes = Array(answer.text.utf8)
        _ = send(socket.rawValue, bytes, bytes.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
    }

    /// All there is to say can be provoked by whoever connects: each thing once a minute, and of each user.
    private func say(_ priority: Log.Priority, _ message: String) { say(priority, message, about: message) }

    private func say(_ priority: Log.Priority, _ what: String, _ peer: Peer, _ why: String) {
        // Neither the process nor its name tells things apart: those are the user's to choose.
        say(priority, "\(what) \(peer.inWords): \(why)", of: "\(peer.uid) ", about: "\(what) \(why)")
    }

    private func say(_ priority: Log.Priority, _ message: String, of user: String = "", about thing: String) {
        if said.take(user + MessageLimit.thing(thing), nowUsec: surroundings.nowUsec()) != nil {
            log.write(priority, message)
        }
    }
}
