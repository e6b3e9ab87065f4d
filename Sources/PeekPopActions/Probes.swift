import Glibc
import Linux
import PeekPop
import Systemd
import VirtualInput

/// Questions of `peekpop-actions status`: each waits for its answer, a few seconds at most.
enum Probes {
    private static let patienceUsec: UInt64 = 5_000_000

    /// How many pads with gestures the daemon has for this user.
    ///
    /// - Throws: why it does not serve this user, in words.
    static func pads(at path: String) throws -> Int {
        let connection = try PressConnection(ConnectionOptions(socketPath: path))
        defer { connection.close() }
        let deadline = Clock.monotonicUsec + patienceUsec
        while true {
            connection.dispatch()
            switch connection.state {
            case .connected: return connection.pads.count(where: \.hasGestures)
            case .denied(let reason), .waiting(_, let reason): throw Answer(description: reason)
            case .connecting, .closed: break
            }
            guard isReadable(connection.fileDescriptor, until: deadline) else {
                throw Answer(description: "\(path) does not answer")
            }
        }
    }

    /// Asks `peekpop-input` whether it serves this user, and types nothing.
    ///
    /// - Throws: why not, in words.
    static func input(at path: String) throws {
        let socket: FileDescriptor
        do { socket = try UnixSocket.connect(to: path, .messages, patienceUsec: patienceUsec) } catch {
            throw Answer(description: InputClient.advice(SystemError("connecting to \(path)", error)))
        }
        let question = Array(InputMessage.probe.utf8)
        // It may have refused already, and closed: what it said then is still there.
        _ = send(socket.rawValue, question, question.count, Int32(MSG_NOSIGNAL))
        var bytes = [UInt8](repeating: 0, count: 512)
        guard isReadable(socket.rawValue, until: Clock.monotonicUsec + patienceUsec),
            let count = try? retrying({ recv(socket.rawValue, &bytes, bytes.count, Int32(MSG_DONTWAIT)) }), count > 0
        else { throw Answer(description: "\(path) does not answer") }
        if case .refused(let why) = InputMessage.Answer(String(decoding: bytes[..<count], as: UTF8.self)) {
            throw Answer(description: "refused: \(why)")
        }
    }

    /// Whether a name of the session bus is there, or would be started.
    ///
    /// - Throws: why the bus cannot be asked, in words.
    static func hasService(_ name: String) throws -> Bool {
        let deadline = Clock.monotonicUsec + patienceUsec
        let loop = try EventLoop()
        let bus = try Buses(loop).get(.session)
        var has = false
        var failure: BusError?
        for question in ["ListNames", "ListActivatableNames"] {
            var isAnswered = false
            let slot = try bus.call(
                "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", question,
                timeoutUsec: max(deadline, Clock.monotonicUsec + 1) - Clock.monotonicUsec
            ) { reply in
                isAnswered = true
                switch reply {
                case .success(let message): has = has || message.strings().contains(name)
                case .failure(let error): failure = error
                }
            }
            try withExtendedLifetime(slot) { while !isAnswered { try loop.runOnce(timeoutUsec: nil) } }
            if let failure { throw Answer(description: "asking the session bus: \(failure)") }
        }
        return has
    }

    struct Answer: Error, CustomStringConvertible {
        let description: String
    }

    private static func isReadable(_ fd: Int32, until deadline: UInt64) -> Bool {
        let now = Clock.monotonicUsec
        var waiting = pollfd(fd: fd, events: Int16(POLLIN), revents: 0)
        let left = deadline > now ? Int32((deadline - now) / 1000) + 1 : 0
        return (try? retrying { poll(&waiting, 1, left) }) ?? 0 > 0
    }
}
