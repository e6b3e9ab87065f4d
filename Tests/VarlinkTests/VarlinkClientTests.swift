import FoundationEssentials
import Glibc
import Linux
import Systemd
import Testing

@testable import Varlink

/// A client whose service is this test: it says what it is told, and shows what it was asked.
private final class Scripted {
    let client: VarlinkClient
    private var far: FileDescriptor?

    init(messageLimit: Int = VarlinkClient.messageLimit) throws {
        var ends: [Int32] = [0, 0]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        client = try VarlinkClient(connected: FileDescriptor(owning: ends[0]), messageLimit: messageLimit)
        far = FileDescriptor(owning: ends[1])
    }

    func says(_ bytes: String) throws {
        var text = bytes
        try text.withUTF8 { try far!.writeAll(UnsafeRawBufferPointer($0)) }
    }

    func wasAsked() -> String {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = buffer.withUnsafeMutableBytes { recv(far!.rawValue, $0.baseAddress, $0.count, MSG.quiet) }
        return String(decoding: buffer[..<max(0, count)], as: UTF8.self)
    }

    func hangsUp() {
        far = nil
    }
}

@Suite struct VarlinkClientTests {
    private func failure(_ body: () throws(VarlinkClientError) -> Void) -> String {
        do {
            try body()
            return "no error"
        } catch {
            return "\(error)"
        }
    }

    @Test func callAndReply() throws {
        let service = try Scripted()
        try service.says(#"{"parameters":{"text":"x"}}"# + "\0")
        let reply = try service.client.call("a.b.C", ["n": 1])
        #expect(try reply.decode(Bench.Text.self) == Bench.Text(text: "x"))
        #expect(String(decoding: reply.parameters, as: UTF8.self) == #"{"text":"x"}"#)
        #expect(service.wasAsked() == #"{"method":"a.b.C","parameters":{"n":1}}"# + "\0")
        #expect(!service.client.isBusy)
        try service.client.notify("a.b.D")
        #expect(service.wasAsked() == #"{"method":"a.b.D","oneway":true,"parameters":{}}"# + "\0")
    }

    @Test(arguments: [
        (#"{"error":"a.b.E"}"#, "a.b.E"), (#"{"error":"a.b.E","parameters":{"x":1}}"#, #"a.b.E {"x":1}"#),
        ("nonsense", "the service broke the protocol: a message that is not a JSON object"),
        (
            #"{"continues":1}"#,
            #"the service broke the protocol: a reply with a value of the wrong type for "continues""#
        ),
        (#"{"continues":true}"#, "the service broke the protocol: a.b.C goes on, although one reply was asked for"),
        (String(repeating: "x", count: 101), "the service broke the protocol: a message of more than 100 bytes"),
    ])
    func whatCanComeInstead(message: String, error: String) throws {
        let service = try Scripted(messageLimit: 100)
        try service.says(message + "\0")
        #expect(failure { () throws(VarlinkClientError) in _ = try service.client.call("a.b.C") } == error)
    }

    @Test func aServerErrorLeavesTheConnectionUsable() throws {
        let service = try Scripted()
        try service.says(#"{"error":"a.b.E"}"# + "\0" + #"{"parameters":{}}"# + "\0")
        let error = #expect(throws: VarlinkClientError.self) { try service.client.call("a.b.C") }
        #expect(error?.serverError == "a.b.E")
        _ = try service.client.call("a.b.C")
    }

    @Test func timeout() throws {
        let service = try Scripted()
        try service.says(#"{"parame"#)
        #expect(
            failure { () throws(VarlinkClientError) in _ = try service.client.call("a.b.C", timeoutUsec: 1_000) }
                == "a.b.C: no reply within 0.001 s")
    }

    @Test func hangUps() throws {
        let early = try Scripted()
        early.hangsUp()
        #expect(
            failure { () throws(VarlinkClientError) in _ = try early.client.call("a.b.C") }
                == "a.b.C: the service closed the connection before it had answered")

        let late = try Scripted()
        try late.client.stream("a.b.S")
        try late.says(#"{"continues":true}"# + "\0" + #"{"contin"#)
        #expect(try late.client.next().continues)
        late.hangsUp()
        #expect(
            failure { () throws(VarlinkClientError) in _ = try late.client.next() }
                == "a.b.S: the service ended the stream")

        let between = try Scripted()
        try between.says(#"{"parameters":{}}"# + "\0")
        _ = try between.client.call("a.b.C")
        between.hangsUp()
        // Which of the two sees it first, sending or receiving, is the kernel's to say.
        #expect(
            failure { () throws(VarlinkClientError) in _ = try between.client.call("a.b.D") }
                == "a.b.D: the service closed the connection before it had answered")
    }

    /// A service that accepts nobody, because it hangs, is not the same as none at all.
    @Test func aServiceThatAcceptsNobody() throws {
        var template = Array("/tmp/peekpop-full-XXXXXX".utf8CString)
        let folder = try String(cString: #require(mkdtemp(&template)))
        let path = "\(folder)/s"
        defer {
            unlink(path)
            rmdir(folder)
        }
        let listening = try UnixSocket.make()
        try UnixSocket.withAddress(of: path) { (address, length) throws(Errno) in
            _ = try retrying { bind(listening.rawValue, address, length) }
        }
        try #require(listen(listening.rawValue, 0) == 0)
        var waiting: [VarlinkClient] = []
        let error = #expect(throws: VarlinkClientError.self) {
            while waiting.count < 10 { waiting.append(try VarlinkClient(path: path)) }
        }
        guard case .connecting(path, Errno(EAGAIN)) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        let impatient = #expect(throws: VarlinkClientError.self) {
            _ = try VarlinkClient(path: path, patienceUsec: 20_000)
        }
        guard case .connecting(path, Errno(EAGAIN)) = impatient else {
            Issue.record("\(String(describing: impatient))")
            return
        }
        // Who waits gets the place that comes free, and does not block afterwards.
        let socket = listening.rawValue
        let accepting = Thread { Glibc.close(accept(socket, nil, nil)) }
        let late = try VarlinkClient(path: path, patienceUsec: 30_000_000)
        #expect(fcntl(late.fileDescriptor, F_GETFL) & O_NONBLOCK != 0)
        accepting.join()
    }

    /// One of the system's, for what blocks.
    private final class Thread {
        private final class Work {
            let run: () -> Void
            init(_ run: @escaping () -> Void) { self.run = run }
        }
        private var thread = pthread_t()

        init(_ run: @escaping @Sendable () -> Void) {
            let work = Unmanaged.passRetained(Work(run)).toOpaque()
            let error = pthread_create(
                &thread, nil,
                { argument in
                    Unmanaged<Work>.fromOpaque(argument!).takeRetainedValue().run()
                    return nil
                }, work)
            precondition(error == 0)
        }

        func join() { pthread_join(thread, nil) }
    }

    @Test(arguments: [
        ("/tmp/peekpop-no-such-folder/s", ENOENT), ("", ENOENT), ("/dev/null", ECONNREFUSED),
        ("/tmp/" + String(repeating: "x", count: 120), ENAMETOOLONG),
    ])
    func connecting(path: String, expected: Int32) {
        do throws(VarlinkClientError) {
            _ = try VarlinkClient(path: path)
            Issue.record("connected")
        } catch {
            guard case .connecting(path, Errno(expected)) = error else {
                Issue.record("\(error)")
                return
            }
        }
    }

    @Test func unencodableParameters() throws {
        let service = try Scripted()
        #expect(
            failure { () throws(VarlinkClientError) in _ = try service.client.call("a.b.C", ["x": Double.nan]) }
                .hasPrefix("a.b.C: the parameters cannot be sent"))
        #expect(service.wasAsked() == "")
    }

    @Test func dispatchNeverWaits() throws {
        let service = try Scripted()
        try service.client.stream("a.b.S")
        #expect(service.wasAsked() == #"{"method":"a.b.S","more":true,"parameters":{}}"# + "\0")
        #expect(try service.client.dispatch() == nil)
        try service.says(#"{"continues":true}"# + "\0" + #"{"continues":true,"parameters":{"n":2}}"# + "\0{")
        #expect(try service.client.dispatch()?.continues == true)
        #expect(try service.client.dispatch()?.decode([String: Int].self) == ["n": 2])
        #expect(try service.client.dispatch() == nil)
        try service.says("}\0")
        #expect(try service.client.dispatch()?.continues == false)
        #expect(!service.client.isBusy)
        try service.says("{}\0")
        #expect(
            failure { () throws(VarlinkClientError) in _ = try service.client.dispatch() }
                == "the service broke the protocol: a reply without a call")
    }

    @Test func attachedToALoop() throws {
        let loop = try EventLoop()
        let service = try Scripted()
        var heard: [String] = []
        try service.client.attach(to: loop) { result in
            switch result {
            case .success(let reply): heard.append(String(decoding: reply.parameters, as: UTF8.self))
            case .failure(let error): heard.append("\(error)")
            }
        }
        try service.client.stream("a.b.S")
        try service.says(#"{"continues":true,"parameters":{"n":1}}"# + "\0" + #"{"continues":true}"# + "\0")
        while try loop.runOnce(timeoutUsec: 0) {}
        #expect(heard == [#"{"n":1}"#, "{}"])
        try service.says(#"{"error":"a.b.E"}"# + "\0")
        while try loop.runOnce(timeoutUsec: 0) {}
        service.hangsUp()
        while try loop.runOnce(timeoutUsec: 0) {}
        #expect(heard.dropFirst(2) == ["a.b.E", "the service closed the connection"])
    }

    /// Both ends of ours, each on its own thread.
    @Test func againstAServer() throws {
        let folder = ScratchFolder()
        var thread = pthread_t()
        // Listens before the thread starts, so that nobody has to wait for it.
        let listener = try Listener(path: folder.socket, mode: 0o600, backlog: 5)
        let started = Unmanaged.passRetained(listener)
        pthread_create(
            &thread, nil,
            { argument in
                let listener = Unmanaged<Listener>.fromOpaque(argument!).takeRetainedValue()
                do {
                    let loop = try EventLoop()
                    let service = VarlinkService(vendor: "v", product: "p", version: "1", url: "u")
                    try service.add(
                        "interface a.b\n# [Requires 'more' flag]\nmethod Count(to: int) -> (n: int)\nmethod Exit() -> ()",
                        [
                            "Count": { (call) throws(ErrorReply) in
                                let end = try call.parameters([String: Int].self)["to"]!
                                for n in 1..<end { call.send(["n": n]) }
                                call.reply(["n": end])
                            },
                            "Exit": { (call) throws(ErrorReply) in
                                call.reply()
                                loop.exit(0)
                            },
                        ])
                    let server = try VarlinkServer(service, on: loop)
                    try server.listen(inherited: listener.socket)
                    _ = try loop.run()
                    server.stop()
                } catch {
                    fatalError("\(error)")
                }
                return nil
            }, started.toOpaque())

        let client = try VarlinkClient(path: folder.socket)
        let info = try client.call("org.varlink.service.GetInfo").decode(ServiceInterface.Info.self)
        #expect(info.interfaces == ["org.varlink.service", "a.b"])
        try client.stream("a.b.Count", ["to": 1_000])
        var next = 1
        while true {
            let reply = try client.next(timeoutUsec: 10_000_000)
            #expect(try reply.decode([String: Int].self) == ["n": next])
            next += 1
            if !reply.continues { break }
        }
        #expect(next == 1_001)
        _ = try client.call("a.b.Exit")
        pthread_join(thread, nil)
    }
}
