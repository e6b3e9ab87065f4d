import FoundationEssentials
import Glibc
import Linux
import Systemd

@testable import Varlink

/// A folder that is removed with its contents' known names.
final class ScratchFolder {
    let path: String

    init() {
        var template = Array("/tmp/peekpop-varlink-XXXXXX".utf8CString)
        path = template.withUnsafeMutableBufferPointer { String(cString: mkdtemp($0.baseAddress!)) }
    }

    deinit {
        for name in ["s", "file"] { unlink("\(path)/\(name)") }
        rmdir(path)
    }

    var socket: String { "\(path)/s" }
}

/// A peer that sends and receives bytes as they are.
final class RawPeer {
    let socket: FileDescriptor
    private var framer = MessageFramer(limit: 1 << 24)
    private(set) var isClosed = false

    init(_ path: String) throws {
        socket = try UnixSocket.connect(to: path)
    }

    func send(_ bytes: some Sequence<UInt8>) {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes { Glibc.send(socket.rawValue, $0.baseAddress, $0.count, MSG.quiet) }
            guard sent > 0 else { return }
            rest = rest.dropFirst(sent)
        }
    }

    /// A message, its NUL added.
    func say(_ message: String) {
        send(Array(message.utf8) + [0])
    }

    func closeSending() {
        shutdown(socket.rawValue, Int32(SHUT_WR))
    }

    /// Everything whole that has arrived.
    func hear() throws -> [String] {
        while fetch() {}
        var messages: [String] = []
        while let message = try framer.next() { messages.append(String(decoding: message, as: UTF8.self)) }
        return messages
    }

    private func fetch() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = buffer.withUnsafeMutableBytes { recv(socket.rawValue, $0.baseAddress, $0.count, MSG.quiet) }
        if count == 0 || (count < 0 && errno != EAGAIN) { isClosed = true }
        guard count > 0 else { return false }
        framer.append(buffer[..<count])
        return true
    }
}

/// A server with an interface made for the tests, and its loop, all on the test's thread.
final class Bench {
    static let interface = """
        interface org.example.test
        type Kind (one, two)
        type Inner (kind: Kind, level: ?float)
        # [Requires 'more' flag]
        method Watch(name: ?string) -> (text: string)
        method Echo(text: string) -> (text: string)
        method Narrow(byte: int, inner: ?Inner, list: ?[]Kind) -> ()
        method Never() -> ()
        method Later() -> ()
        method Broken() -> (value: float)
        method Fails() -> ()
        error Failed (why: string)
        """

    struct Text: Codable, Equatable {
        var text: String
    }

    struct Narrow: Codable {
        enum Kind: String, Codable { case one, two }
        struct Inner: Codable {
            var kind: Kind
            var level: Float?
        }
        var byte: UInt8
        var inner: Inner?
        var list: [Kind]?
    }

    let folder = ScratchFolder()
    let loop: EventLoop
    let service: VarlinkService
    let server: VarlinkServer
    private(set) var reports: [ServerReport] = []
    /// Calls of Watch and Later that have not been answered.
    private(set) var open: [Call] = []
    private(set) var closedCalls = 0
    private(set) var echoes = 0

    init(_ limits: ServerLimits = ServerLimits()) throws {
        loop = try EventLoop()
        service = VarlinkService(vendor: "Example", product: "Test", version: "1", url: "https://example.org/")
        server = try VarlinkServer(service, on: loop, limits: limits)
        let keep: VarlinkService.Handler = { [unowned self] (call) throws(ErrorReply) in
            open.append(call)
            call.onClose = { [unowned self, unowned call] in
                closedCalls += 1
                open.removeAll { $0 === call }
            }
        }
        try service.add(
            Self.interface,
            [
                "Watch": keep, "Later": keep,
                "Echo": { [unowned self] (call) throws(ErrorReply) in
                    echoes += 1
                    call.reply(try call.parameters(Text.self))
                },
                "Narrow": { (call) throws(ErrorReply) in
                    _ = try call.parameters(Narrow.self)
                    call.reply()
                },
                "Broken": { (call) throws(ErrorReply) in call.reply(["value": Double.nan]) },
                "Fails": { (_) throws(ErrorReply) in
                    throw ErrorReply("org.example.test.Failed", ["why": "because"])
                },
            ])
        server.onReport = { [unowned self] in reports.append($0) }
        try server.listen(path: folder.socket, mode: 0o600)
    }

    func connect() throws -> RawPeer {
        let peer = try RawPeer(folder.socket)
        try settle()
        return peer
    }

    /// Runs the loop until nothing happens any more.
    func settle() throws {
        while try loop.runOnce(timeoutUsec: 0) {}
    }

    /// Why connections were closed, in order.
    var closings: [CloseReason] {
        reports.compactMap { if case .closed(_, let reason) = $0 { reason } else { nil } }
    }

    /// Sends a message and gives back what comes.
    func exchange(_ peer: RawPeer, _ message: String) throws -> [String] {
        peer.say(message)
        try settle()
        return try peer.hear()
    }
}
