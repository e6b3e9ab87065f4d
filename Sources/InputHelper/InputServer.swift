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
    /// Strokes a second, over all connections; nobody presses a pad that often.
    static let strokesPerSecond = 10
    static let burst = 20
    /// After a connection could not be accepted for want of something: when to try again, µs.
    private static let pauseUsec: UInt64 = 1_000_000

    /// What it works with, and a test puts something else in the place of.
    struct Surroundings {
        var admission = Admission.system
        var make: Typist.DeviceMaker = { name, codes, isPointer throws(SystemError) in
            try VirtualDevice(name, codes: codes, isPointer: isPointer)
        }
        var times = Typist.Times()
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
    private var bucket = TokenBucket(burst: InputServer.burst, perSecond: InputServer.strokesPerSecond)
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
            failed: { [unowned self] in say(.error, "\($0)") })
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
            say(.notice, "refused a connection of user \(peer.uid) (process \(peer.pid)): \(why)", of: peer)
            return turnAway(socket, why)
        }
        do throws(SystemError) {
            try typist.prepare()
        } catch {
            say(.error, "\(error)")
            return turnAway(socket, "\(error)")
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
        rest()
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

    private func handle(_ message: ArraySlice<UInt8>, _ peer: Peer) -> InputMessage.Answer {
        if let why = surroundings.admission.refusal(of: peer.uid) { return refused(why, peer) }
        guard bucket.take(nowUsec: surroundings.nowUsec()) == nil else {
            return refused("more than \(InputServer.strokesPerSecond) keys a second", peer)
        }
        guard message.count <= InputMessage.limit, let text = String(validating: message, as: UTF8.self) else {
            return .refused("a request is a text of at most \(InputMessage.limit) bytes")
        }
        if text == InputMessage.probe { return .done }
        let stroke: Stroke
        do throws(Stroke.Mistake) { stroke = try InputMessage.stroke(text) } catch { return .refused("\(error)") }
        do throws(SystemError) {
            // Gone where the last stroke could not be written.
            try typist.prepare()
        } catch {
            say(.error, "\(error)")
            return .refused("\(error)")
        }
        return typist.take(stroke) ? .done : .refused("too many keys wait")
    }

    private func refused(_ why: String, _ peer: Peer) -> InputMessage.Answer {
        say(.notice, "refused user \(peer.uid) (process \(peer.pid)): \(why)", of: peer)
        return .refused(why)
    }

    /// Nobody is waited for: an answer that does not go is dropped.
    private func answer(_ answer: InputMessage.Answer, _ socket: FileDescriptor) {
        let bytes = Array(answer.text.utf8)
        _ = send(socket.rawValue, bytes, bytes.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
    }

    /// All there is to say can be provoked by whoever connects: each thing once a minute, and of each user.
    private func say(_ priority: Log.Priority, _ message: String, of peer: Peer? = nil) {
        let thing = (peer.map { "\($0.uid) " } ?? "") + MessageLimit.thing(message)
        if said.take(thing, nowUsec: surroundings.nowUsec()) != nil { log.write(priority, message) }
    }
}
