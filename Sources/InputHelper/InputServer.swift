import CLinux
import Glibc
import Linux
import Systemd
import VirtualInput

/// Takes requests of those who may, and has them typed.
final class InputServer {
    /// Connections of all, and of one user.
    private static let connections = 16
    private static let connectionsPerUser = 4
    /// Strokes a second, over all connections; nobody presses a pad that often.
    private static let strokesPerSecond = 10
    private static let burst = 20
    /// What can be provoked is said once a minute.
    private static let quietUsec: UInt64 = 60_000_000

    private final class Client {
        let socket: FileDescriptor
        let pid: pid_t
        let uid: uid_t
        var source: EventSource?

        init(_ socket: FileDescriptor, _ peer: (pid: pid_t, uid: uid_t)) {
            self.socket = socket
            pid = peer.pid
            uid = peer.uid
        }
    }

    private let loop: EventLoop
    private let log: Log
    private let listener: FileDescriptor
    private let idleExitUsec: UInt64?
    private let typist: Typist
    private var clients: [Client] = []
    private var source: EventSource?
    private var idle: EventSource?
    private var bucket = TokenBucket(burst: InputServer.burst, perSecond: InputServer.strokesPerSecond)
    private var said: [String: UInt64] = [:]

    /// - Parameter idleExitUsec: ends the loop after so long without a connection; `nil`: never.
    init(_ loop: EventLoop, _ log: Log, listener: FileDescriptor, idleExitUsec: UInt64?) throws(Errno) {
        self.loop = loop
        self.log = log
        self.listener = listener
        self.idleExitUsec = idleExitUsec
        typist = try Typist(loop, failed: { log.error("\($0)") })
        idle = try loop.timer { loop.exit(0) }
        source = try loop.watch(listener.rawValue, for: .readable) { [weak self] _ in self?.accept() }
        rest()
    }

    private func rest() {
        guard clients.isEmpty else { return }
        typist.close()
        if let idleExitUsec { idle?.arm(atUsec: Clock.monotonicUsec + idleExitUsec) }
    }

    private func accept() {
        let number = pp_accept(listener.rawValue)
        guard number >= 0 else { return }
        let socket = FileDescriptor(owning: number)
        guard let peer = try? Admission.peer(of: number) else { return }
        if let why = refusal(of: peer.uid) {
            provoked("refused a connection of user \(peer.uid) (process \(peer.pid)): \(why)")
            answer(.refused(why), socket)
            return rest()
        }
        do throws(SystemError) {
            try typist.prepare()
        } catch {
            log.error("\(error)")
            answer(.refused("\(error)"), socket)
            return rest()
        }
        let client = Client(socket, peer)
        client.source = try? loop.watch(number, for: .readable) { [weak self, unowned client] _ in self?.read(client) }
        guard client.source != nil else { return rest() }
        clients.append(client)
        idle?.disarm()
    }

    private func refusal(of uid: uid_t) -> String? {
        if !Admission.allows(uid) { return "only the user of the session in the foreground may send keys" }
        if clients.count >= InputServer.connections { return "there are too many connections" }
        if clients.count(where: { $0.uid == uid }) >= InputServer.connectionsPerUser {
            return "this user has too many connections"
        }
        return nil
    }

    private func read(_ client: Client) {
        // One byte more than a message may have: what is longer is cut off by the kernel, and told by that.
        var bytes = [UInt8](repeating: 0, count: InputMessage.limit + 1)
        do throws(Errno) {
            let count = try retrying { recv(client.socket.rawValue, &bytes, bytes.count, Int32(MSG_DONTWAIT)) }
            guard count > 0 else { return drop(client) }
            let answer = handle(bytes[..<count], client)
            self.answer(answer, client.socket)
        } catch {
            if error.rawValue != EAGAIN { drop(client) }
        }
    }

    private func handle(_ message: ArraySlice<UInt8>, _ client: Client) -> InputMessage.Answer {
        guard Admission.allows(client.uid) else {
            provoked("refused user \(client.uid) (process \(client.pid)): its session is not in the foreground")
            return .refused("only the user of the session in the foreground may send keys")
        }
        guard bucket.take(nowUsec: Clock.monotonicUsec) == nil else {
            provoked(
                "refused user \(client.uid) (process \(client.pid)): more than \(Int(InputServer.strokesPerSecond)) a second"
            )
            return .refused("more than \(Int(InputServer.strokesPerSecond)) keys a second")
        }
        guard message.count <= InputMessage.limit, let text = String(validating: message, as: UTF8.self) else {
            return .refused("a request is a text of at most \(InputMessage.limit) bytes")
        }
        do throws(Stroke.Mistake) {
            return typist.take(try InputMessage.stroke(text)) ? .done : .refused("too many keys wait")
        } catch {
            return .refused("\(error)")
        }
    }

    /// Nobody is waited for: an answer that does not go is dropped.
    private func answer(_ answer: InputMessage.Answer, _ socket: FileDescriptor) {
        let bytes = Array(answer.text.utf8)
        _ = send(socket.rawValue, bytes, bytes.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
    }

    private func drop(_ client: Client) {
        client.source = nil
        clients.removeAll { $0 === client }
        rest()
    }

    private func provoked(_ message: String) {
        let now = Clock.monotonicUsec
        // By kind: the numbers in it are whoever asks's to choose.
        let kind = String(message.filter { !$0.isNumber })
        if let last = said[kind], now - last < InputServer.quietUsec { return }
        said[kind] = now
        log.notice(message)
    }
}
