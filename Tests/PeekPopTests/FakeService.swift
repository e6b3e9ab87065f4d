import FoundationEssentials
import Glibc
import Linux
import PeekPop

/// A service on a real socket that says what a test makes it say. Its calls wait, for something that has to come.
final class FakeService {
    let folder: String
    let path: String
    private var listener: Int32 = -1
    var listeningDescriptor: Int32 { listener }
    private var connection: Int32 = -1
    private var received: [UInt8] = []

    /// - Parameter isListening: whether there is a socket from the beginning.
    init(isListening: Bool = true) {
        var template = Array("/tmp/peekpop.XXXXXX".utf8CString)
        folder = String(cString: template.withUnsafeMutableBufferPointer { mkdtemp($0.baseAddress!)! })
        path = folder + "/org.peekpop.Gestures"
        if isListening { listen() }
    }

    deinit {
        hangUp()
        stop()
        rmdir(folder)
    }

    var options: ConnectionOptions {
        var options = ConnectionOptions(socketPath: path)
        options.seed = 1
        return options
    }

    func listen() {
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, size) }
        }
        precondition(bound == 0 && Glibc.listen(listener, 8) == 0, "\(Errno.current)")
    }

    /// Nobody can connect any more; the connection that is there stays.
    func stop() {
        guard listener >= 0 else { return }
        close(listener)
        unlink(path)
        listener = -1
    }

    /// Takes the next connection, and its call.
    @discardableResult
    func accept() -> String {
        hangUp()
        connection = Glibc.accept(listener, nil, nil)
        precondition(connection >= 0)
        received = []
        return call()
    }

    /// The next call on the connection.
    func call() -> String {
        while !received.contains(0) {
            var block = [UInt8](repeating: 0, count: 4096)
            let count = read(connection, &block, block.count)
            precondition(count > 0, "the client has left")
            received += block[..<count]
        }
        let end = received.firstIndex(of: 0)!
        defer { received.removeSubrange(...end) }
        return String(decoding: received[..<end], as: UTF8.self)
    }

    /// A reply with more to follow.
    func say(_ parameters: String) {
        send(#"{"parameters":\#(parameters),"continues":true}"#)
    }

    func send(_ message: String) {
        let bytes = Array(message.utf8) + [0]
        precondition(Glibc.send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count)
    }

    func hangUp() {
        if connection >= 0 { close(connection) }
        connection = -1
    }

    /// Hands this object over to a thread of its own.
    func onAnotherThread(_ script: @escaping @Sendable (FakeService) -> Void) {
        final class Work {
            let service: FakeService
            let script: @Sendable (FakeService) -> Void

            init(_ service: FakeService, _ script: @escaping @Sendable (FakeService) -> Void) {
                self.service = service
                self.script = script
            }
        }
        var thread = pthread_t()
        let work = Unmanaged.passRetained(Work(self, script))
        let failure = pthread_create(
            &thread, nil,
            { argument in
                let work = Unmanaged<Work>.fromOpaque(argument!).takeRetainedValue()
                work.script(work.service)
                // Until the test is over: its end would hang up.
                sleep(600)
                return nil
            }, work.toOpaque())
        precondition(failure == 0)
        pthread_detach(thread)
    }

    // MARK: What it says

    static let pad =
        #"{"id":"pad","name":"Pad","kind":"touchpad","padClass":"force","reason":"known","gestures":true,"haptics":true,"#
        + #""widthMm":100.5,"heightMm":60,"levels":{"hint":1.4,"peek":1.85,"pop":2.85},"open":true}"#
    static let ready = #"{"ready":true,"devices":[\#(pad)]}"#

    static func press(_ phase: String, id: Int = 1, _ sequence: Int = 1, more: String = "") -> String {
        #"{"press":{"id":\#(id),"device":"pad","phase":"\#(phase)","preview":0.5,"commit":0.25,"clicks":1.5,"raw":105,"#
            + #""x":0.5,"y":0.25,"translationX":1,"translationY":-2,"fingers":1,"button":true,"timeUsec":99,"#
            + #""sequence":\#(sequence)\#(more)}}"#
    }
}

/// What a connection tells, a line each.
final class Hearing: PressListener {
    let connection: PressConnection
    var lines: [String] = []

    init(_ options: ConnectionOptions) throws {
        connection = try PressConnection(options)
        connection.onStateChange = { [unowned self] state in
            switch state {
            case .waiting: lines.append("waiting")
            case .denied: lines.append("denied")
            default: lines.append("\(state)")
            }
        }
        connection.onReady = { [unowned self] in lines.append("ready \($0.map(\.id))") }
        connection.onAdded = { [unowned self] in lines.append("added \($0.id)") }
        connection.onRemoved = { [unowned self] in lines.append("removed \($0)") }
        connection.onLost = { [unowned self] in lines.append("lost \($0)") }
        connection.onPress = { [unowned self] in lines.append(Hearing.line($0)) }
        connection.onCapabilityChange = { [unowned self] in lines.append("\($0)") }
    }

    static func line(_ event: PressEvent) -> String {
        "\(event.phase) \(event.id)" + (event.reason.map { " \($0.name)" } ?? "")
    }

    /// Waits until `line` was told; returns all that was. A bound on waiting, no measurement.
    func hear(_ line: String) throws -> [String] {
        while !lines.contains(line) {
            var waiting = pollfd(fd: connection.fileDescriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&waiting, 1, 30_000) > 0 else { throw Silence(heard: lines, wanted: line) }
            connection.dispatch()
        }
        defer { lines = [] }
        return lines
    }

    struct Silence: Error {
        let heard: [String]
        let wanted: String
    }
}
