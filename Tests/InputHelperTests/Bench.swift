import Glibc
import Linux
import Systemd
import VirtualInput

@testable import InputHelper

/// A server with a real socket and real clients, among users, devices and a clock that a test makes up.
final class Bench {
    /// A device that keeps what is pressed on it.
    final class Device: StrokeDevice {
        let name: String
        let bench: Bench

        init(_ name: String, _ bench: Bench) {
            self.name = name
            self.bench = bench
        }

        func set(_ codes: [UInt16], down: Bool) throws(SystemError) {
            bench.onKey(down)
            if let failure = bench.writeFailure { throw failure }
            bench.pressed.append("\(name == "PeekPop keys" ? "keys" : "buttons") \(codes) \(down ? "down" : "up")")
        }
    }

    private struct Weak {
        weak var device: Device?
    }

    private final class Token {}

    /// A connection of somebody.
    struct Client {
        let socket: FileDescriptor

        func send(_ message: [UInt8]) throws {
            _ = try retrying { Glibc.send(socket.rawValue, message, message.count, Int32(MSG_NOSIGNAL)) }
        }

        /// What has come; `nil` where nothing has. Empty at the end of the connection.
        func received() throws -> String? {
            var buffer = [UInt8](repeating: 0, count: 512)
            do {
                let count = try retrying { recv(socket.rawValue, &buffer, buffer.count, Int32(MSG_DONTWAIT)) }
                return String(decoding: buffer[..<count], as: UTF8.self)
            } catch {
                switch error.rawValue {
                case EAGAIN: return nil
                case ECONNRESET: return ""
                default: throw error
                }
            }
        }
    }

    let folder: String
    let loop: EventLoop
    private(set) var server: InputServer!
    private let log: FileDescriptor

    /// Who connects next.
    var uid: uid_t = 1000
    /// One that no process can have (PID_MAX_LIMIT is 4,194,304), so it has no name.
    var pid: pid_t = 5_000_000
    var peerFailure: Errno?
    /// How users are there on the first seat; who is not listed is absent.
    var presences: [uid_t: SeatPresence] = [1000: .active]
    var loginFailure: Errno?
    var makeFailure: SystemError?
    var writeFailure: SystemError?
    var nowUsec: UInt64 = 1_000_000_000
    /// What logind would call; `nil` where nobody is told of sessions.
    private(set) var sessionsChanged: (() -> Void)?
    /// Called before a key goes down or up, with whether it is down.
    var onKey: (Bool) -> Void = { _ in }
    /// Devices that are there, and all that was pressed on them.
    private var devices: [Weak] = []
    var pressed: [String] = []
    private(set) var made: [String] = []

    var present: [String] { devices.compactMap { $0.device?.name } }

    init(
        idleExitUsec: UInt64? = nil, times: Typist.Times = .init(settlingUsec: 0, holdUsec: 0), isTold: Bool = true
    ) throws {
        var template = Array("/tmp/peekpop-input.XXXXXX".utf8CString)
        folder = template.withUnsafeMutableBufferPointer { buffer in
            String(cString: mkdtemp(buffer.baseAddress!))
        }
        loop = try EventLoop()
        log = try FileDescriptor.open("\(folder)/log", O_RDWR | O_CREAT | O_APPEND)
        let surroundings = InputServer.Surroundings(
            admission: Admission(
                peer: { [unowned self] _ throws(Errno) in try peer() },
                presence: { [unowned self] uid throws(Errno) in try presence(of: uid) }),
            make: { [unowned self] name, _, _ throws(SystemError) in try make(name) },
            times: times,
            onSessionChange: { [unowned self] _, handler throws(Errno) in
                guard isTold else { throw Errno(ENOENT) }
                sessionsChanged = handler
                return Token()
            },
            nowUsec: { [unowned self] in nowUsec })
        server = try InputServer(
            loop, Log(fd: log.rawValue, journalStream: nil), listener: UnixSocket.listen(at: path, .messages),
            idleExitUsec: idleExitUsec, surroundings)
    }

    private func peer() throws(Errno) -> Peer {
        if let peerFailure { throw peerFailure }
        return Peer(pid: pid, uid: uid)
    }

    private func presence(of uid: uid_t) throws(Errno) -> SeatPresence {
        if let loginFailure { throw loginFailure }
        return presences[uid] ?? .absent
    }

    private func make(_ name: String) throws(SystemError) -> any StrokeDevice {
        if let makeFailure { throw makeFailure }
        let device = Device(name, self)
        devices.append(Weak(device: device))
        made.append(name)
        return device
    }

    deinit {
        for name in ["socket", "log"] { unlink("\(folder)/\(name)") }
        rmdir(folder)
    }

    var path: String { "\(folder)/socket" }

    var said: [String] {
        let bytes = (try? WholeFile.read("\(folder)/log", limit: 1 << 20)) ?? []
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Lets the server do all that it can do now.
    func settle() throws {
        while try loop.runOnce(timeoutUsec: 0) {}
    }

    func connect(as uid: uid_t = 1000) throws -> Client {
        self.uid = uid
        let client = Client(socket: try UnixSocket.connect(to: path, .messages))
        try settle()
        return client
    }

    /// A request and its answer.
    func ask(_ client: Client, _ request: String) throws -> String? { try ask(client, Array(request.utf8)) }

    func ask(_ client: Client, _ request: [UInt8]) throws -> String? {
        try client.send(request)
        try settle()
        return try client.received()
    }
}
