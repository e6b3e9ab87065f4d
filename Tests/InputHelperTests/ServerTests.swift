import Glibc
import Linux
import Systemd
import Testing
import VirtualInput

@testable import InputHelper

@Suite struct ServerTests {
    // MARK: Who

    @Test(
        arguments: [(0, nil), (1000, nil), (1001, AdmissionTests.rule), (1002, AdmissionTests.rule)]
            as [(uid_t, String?)])
    func connections(uid: uid_t, refusal: String?) throws {
        let bench = try Bench()
        bench.presences[1001] = .online
        let client = try bench.connect(as: uid)
        #expect(try client.received() == refusal)
        #expect(bench.present.isEmpty == (refusal != nil))
        guard let refusal else {
            #expect(try bench.ask(client, "key space") == "done")
            #expect(bench.pressed == ["keys [57] down", "keys [57] up"])
            return
        }
        #expect(try client.received() == "" && bench.server.connectionCount == 0)
        #expect(bench.said == ["refused a connection of process 5000000 of user \(uid): \(refusal)"])
    }

    /// A connection of the foreground is of no use in the background, and of use again when it comes back.
    @Test func askedAtEachRequest() throws {
        let bench = try Bench()
        let client = try bench.connect()
        #expect(try bench.ask(client, "key space") == "done")
        for presence in [SeatPresence.online, .absent] {
            bench.presences[1000] = presence
            #expect(try bench.ask(client, "key space") == AdmissionTests.rule)
        }
        bench.loginFailure = Errno(EIO)
        #expect(try bench.ask(client, "key space")?.hasSuffix("cannot be asked: Input/output error") == true)
        bench.loginFailure = nil
        bench.presences[1000] = .active
        #expect(try bench.ask(client, "key space") == "done")
        #expect(bench.pressed.count == 4)
    }

    /// Whether one is served, without a key.
    @Test func theQuestion() throws {
        let bench = try Bench()
        let client = try bench.connect()
        #expect(try bench.ask(client, InputMessage.probe) == "done" && bench.pressed.isEmpty)
        bench.presences[1000] = .online
        #expect(try bench.ask(client, InputMessage.probe) == AdmissionTests.rule)
    }

    @Test func withoutLogind() throws {
        let bench = try Bench()
        bench.loginFailure = Errno(EIO)
        let why = AdmissionTests.rule + ", and who that is cannot be asked: Input/output error"
        #expect(try bench.connect().received() == why)
        // Root needs no session.
        let root = try bench.connect(as: 0)
        #expect(try bench.ask(root, "button middle") == "done")
    }

    @Test func aPeerThatCannotBeAsked() throws {
        let bench = try Bench()
        bench.peerFailure = Errno(EINVAL)
        let client = try bench.connect()
        #expect(try client.received() == "" && bench.server.connectionCount == 0)
        #expect(bench.said == ["accepting a connection: Invalid argument; tried again in a second"])
    }

    // MARK: What

    static let requests: [(request: [UInt8], answer: String)] = [
        (Array("key ctrl+t".utf8), "done"), (Array("button middle".utf8), "done"),
        (Array("key a".utf8), "no text is typed"), (Array("key shift+a".utf8), "no text is typed"),
        (Array("key power".utf8), "no key that can be sent"), (Array("key ".utf8), "there is no key"),
        (Array("key ctrl+alt+f1".utf8), "console"), (Array("key ctrl+ctrl+t".utf8), "twice"),
        (Array("button wheel".utf8), "no button"), (Array("type hello".utf8), "neither key nor button"),
        (Array("key".utf8), "a request is `key NAME`"), (Array("key  t".utf8), "a request is `key NAME`"),
        (Array("key t\n".utf8), "no key"), ([0], "a request is `key NAME`"), (Array("key space\0".utf8), "no key"),
        ([0xff, 0xfe], "a text of at most 128 bytes"), (Array("key ".utf8) + [0x80], "a text of at most 128 bytes"),
    ]

    @Test(arguments: requests)
    func anyRequest(request: [UInt8], answer: String) throws {
        let bench = try Bench()
        let client = try bench.connect()
        let said = try #require(try bench.ask(client, request))
        #expect(said.contains(answer) && said.utf8.count <= InputMessage.limit, "\(said)")
        #expect(bench.pressed.count == (answer == "done" ? 2 : 0))
        // It is one answer to each, and the next is served.
        #expect(try client.received() == nil)
        #expect(try bench.ask(client, "button left") == "done")
    }

    @Test(arguments: [
        (128, "a request is `key NAME`"), (129, "a text of at most 128"), (60_000, "a text of at most 128"),
    ])
    func long(length: Int, answer: String) throws {
        try anyRequest(request: [UInt8](repeating: 0x78, count: length), answer: answer)
    }

    /// The kernel tells an empty message and the end of a connection apart for nobody.
    @Test func anEmptyMessageEndsIt() throws {
        let bench = try Bench()
        let client = try bench.connect()
        #expect(try bench.ask(client, "") == "")
        #expect(bench.server.connectionCount == 0 && bench.present.isEmpty)
    }

    @Test func keysInTheirOrder() throws {
        let bench = try Bench()
        let client = try bench.connect()
        for request in ["key ctrl+shift+t", "button right", "key space"] { try client.send(Array(request.utf8)) }
        try bench.settle()
        #expect(
            bench.pressed == [
                "keys [29, 42, 20] down", "keys [29, 42, 20] up", "buttons [273] down", "buttons [273] up",
                "keys [57] down", "keys [57] up",
            ])
        #expect(try [client.received(), client.received(), client.received()] == ["done", "done", "done"])
    }

    // MARK: How often

    @Test func aFlood() throws {
        let bench = try Bench()
        let client = try bench.connect()
        let other = try bench.connect(as: 0)
        func answers(_ count: Int) throws -> [String?] { try (0..<count).map { _ in try bench.ask(client, "key tab") } }
        let first = try answers(100)
        #expect(first[..<10].allSatisfy { $0 == "done" })
        #expect(first[10...].allSatisfy { $0 == "more than 10 keys a second" })
        // Over all connections.
        #expect(try bench.ask(other, "key tab") == "more than 10 keys a second")
        bench.nowUsec += 1_000_000
        #expect(try answers(11) == Array(repeating: "done", count: 10) + ["more than 10 keys a second"])
        #expect(bench.pressed.count == 40)
        #expect(
            bench.said == [
                "refused process 5000000 of user 1000: more than 10 keys a second",
                "refused process 5000000 of user 0: more than 10 keys a second",
            ])
    }

    /// As fast as it can, for some seconds: ten a second, and ten more at the beginning.
    @Test func tenASecond() throws {
        let bench = try Bench()
        let client = try bench.connect()
        var typed: [Int] = []
        for _ in 0..<5 {
            let before = bench.pressed.count
            for _ in 0..<100 {
                _ = try bench.ask(client, "key tab")
                bench.nowUsec += 10_000
            }
            typed.append((bench.pressed.count - before) / 2)
        }
        #expect(typed[0] <= 20 && typed[1...].allSatisfy { $0 == 10 }, "\(typed)")
    }

    /// What types nothing has a bound of its own, of each user, and costs no stroke; nor does a stroke cost it.
    @Test(arguments: [
        ("ready", "done"), ("nonsense", "a request is `key NAME` or `button NAME`"), ("key a", "no text"),
    ])
    func requestsThatTypeNothing(request: String, answer: String) throws {
        let bench = try Bench()
        let client = try bench.connect()
        let other = try bench.connect(as: 0)
        let tooMany = "more than 10 requests a second that type nothing"
        for count in 0..<100 {
            #expect(try bench.ask(client, request)?.contains(count < 10 ? answer : tooMany) == true)
        }
        #expect(try bench.ask(other, request)?.contains(answer) == true)
        for _ in 0..<10 { #expect(try bench.ask(client, "key tab") == "done") }
        #expect(try bench.ask(client, "key tab") == "more than 10 keys a second")
        bench.nowUsec += 1_000_000
        for _ in 0..<10 { #expect(try bench.ask(client, "key tab") == "done") }
        #expect(try bench.ask(client, request)?.contains(answer) == true)
        #expect(bench.said.contains("refused process 5000000 of user 1000: \(tooMany)"))
    }

    /// Whoever is refused is named by user, process and program; what the user chooses of that makes no lines of its own.
    @Test func whoWasRefused() throws {
        let bench = try Bench()
        bench.pid = getpid()
        let name = try #require(try WholeFile.read("/proc/self/comm", limit: 64).split(separator: 0x0a).first)
        _ = try bench.connect(as: 1001)
        bench.pid = 1
        for _ in 0..<10 { _ = try bench.connect(as: 1001) }
        let program = String(decoding: name, as: UTF8.self)
        #expect(
            bench.said == [
                "refused a connection of process \(getpid()) (\(program)) of user 1001: \(AdmissionTests.rule)"
            ])
    }

    @Test func tooManyWait() throws {
        // Devices that never settle: all waits.
        let bench = try Bench(times: .init(settlingUsec: 1 << 60, holdUsec: 1 << 60))
        let client = try bench.connect()
        for count in 0..<Typist.limit + 2 {
            bench.nowUsec += 1_000_000
            #expect(try bench.ask(client, "key tab") == (count < Typist.limit ? "done" : "too many keys wait"))
        }
        #expect(bench.pressed.isEmpty)
    }

    // MARK: Clients that do not behave

    @Test func oneThatNeverReads() throws {
        let bench = try Bench()
        let silent = try bench.connect()
        for _ in 0..<2000 {
            bench.nowUsec += 1_000_000
            try silent.send(Array("key tab".utf8))
            try bench.settle()
        }
        #expect(bench.pressed.count == 4000)
        let other = try bench.connect()
        #expect(try bench.ask(other, "key space") == "done")
        #expect(bench.said.isEmpty)
    }

    @Test func manyConnections() throws {
        let bench = try Bench()
        for uid in 1000..<1005 as Range<uid_t> { bench.presences[uid] = .active }
        var clients: [Bench.Client] = []
        for uid in 1000..<1004 as Range<uid_t> {
            for _ in 0..<InputServer.connectionsPerUser { clients.append(try bench.connect(as: uid)) }
            let more = try bench.connect(as: uid)
            let full = clients.count == InputServer.connections
            #expect(
                try more.received() == (full ? "there are too many connections" : "this user has too many connections"))
            #expect(try more.received() == "")
        }
        #expect(bench.server.connectionCount == InputServer.connections)
        #expect(try bench.connect(as: 1004).received() == "there are too many connections")
        for client in clients { #expect(try client.received() == nil) }
        // Whoever went to the background makes room for who is in front.
        for uid in 1000..<1004 as Range<uid_t> { bench.presences[uid] = .online }
        let front = try bench.connect(as: 1004)
        #expect(try bench.ask(front, "key space") == "done")
        #expect(bench.server.connectionCount == 1)
        #expect(try clients[0].received() == "")
    }

    @Test func aThousandConnectionsOfAStranger() throws {
        let bench = try Bench()
        for _ in 0..<1000 { #expect(try bench.connect(as: 4711).received() == AdmissionTests.rule) }
        #expect(bench.said.count == 1 && bench.made.isEmpty)
        bench.nowUsec += 60_000_000
        _ = try bench.connect(as: 4711)
        #expect(bench.said.count == 2)
        // Another's is another thing.
        _ = try bench.connect(as: 4712)
        #expect(bench.said.count == 3)
    }

    /// It dies with a key down: the devices go, and with them what is held; nothing of it comes up later.
    @Test func oneThatDies() throws {
        let bench = try Bench(times: .init(settlingUsec: 0, holdUsec: 1 << 60))
        var client: Bench.Client? = try bench.connect()
        for request in ["key space", "key tab"] { try client!.send(Array(request.utf8)) }
        try bench.settle()
        #expect(bench.pressed == ["keys [57] down"] && bench.present == ["PeekPop keys", "PeekPop buttons"])
        client = nil
        try bench.settle()
        #expect(bench.server.connectionCount == 0 && bench.present.isEmpty && bench.pressed.count == 1)
        let next = try bench.connect()
        #expect(bench.present.count == 2)
        #expect(try bench.ask(next, "key home") == "done")
        #expect(bench.pressed == ["keys [57] down", "keys [102] down"])
    }

    /// Its first request is there before it is turned away: it hears why, and no error.
    @Test func oneThatAsksAtOnce() throws {
        let bench = try Bench()
        bench.uid = 1001
        let client = Bench.Client(socket: try UnixSocket.connect(to: bench.path, .messages))
        for _ in 0..<3 { try client.send(Array("key space".utf8)) }
        try bench.settle()
        #expect(try client.received() == AdmissionTests.rule)
        #expect(try client.received() == "")
    }

    /// It connects and is gone before anybody has looked.
    @Test func oneThatIsGoneAtOnce() throws {
        let bench = try Bench()
        for _ in 0..<10 { _ = try UnixSocket.connect(to: bench.path, .messages) }
        try bench.settle()
        #expect(bench.server.connectionCount == 0 && bench.present.isEmpty)
    }

    @Test func devicesStayUntilTheLastHasGone() throws {
        let bench = try Bench()
        var first: Bench.Client? = try bench.connect()
        let second = try bench.connect()
        #expect(first != nil)
        first = nil
        try bench.settle()
        #expect(bench.present.count == 2 && bench.made.count == 2)
        #expect(try bench.ask(second, "key space") == "done")
    }

    @Test func endsWhenNobodyIsThere() throws {
        let bench = try Bench(idleExitUsec: 0)
        #expect(try bench.loop.run() == 0)
    }

    // MARK: Without a device

    @Test func noDevice() throws {
        let bench = try Bench()
        bench.makeFailure = SystemError("opening /dev/uinput", Errno(ENOENT))
        for _ in 0..<100 {
            let client = try bench.connect()
            #expect(try client.received() == "opening /dev/uinput: No such file or directory (modprobe uinput)")
            #expect(try client.received() == "")
        }
        #expect(bench.said == ["opening /dev/uinput: No such file or directory (modprobe uinput)"])
        bench.makeFailure = SystemError("opening /dev/uinput", Errno(EACCES))
        #expect(
            try bench.connect().received()
                == "opening /dev/uinput: Permission denied (the service is given it with setfacl, of package acl)")
        #expect(bench.said.count == 2)
        // And with one: no word of the past.
        bench.makeFailure = nil
        #expect(try bench.ask(try bench.connect(), "key space") == "done")
    }

    /// A device that takes no more goes, with what waited; the next request makes another.
    @Test func aDeviceThatRefuses() throws {
        let bench = try Bench()
        let client = try bench.connect()
        bench.writeFailure = SystemError("writing to /dev/uinput", Errno(ENODEV))
        for _ in 0..<100 {
            bench.nowUsec += 100_000
            #expect(try bench.ask(client, "key space") == "done")
            #expect(bench.present.isEmpty)
        }
        #expect(bench.said == ["writing to /dev/uinput: No such device"])
        bench.makeFailure = SystemError("making a device of /dev/uinput", Errno(ENOMEM))
        #expect(try bench.ask(client, "key space") == "making a device of /dev/uinput: Cannot allocate memory")
        bench.makeFailure = nil
        bench.writeFailure = nil
        #expect(try bench.ask(client, "key space") == "done")
        #expect(bench.pressed == ["keys [57] down", "keys [57] up"])
    }

    /// What the kernel says of nodes that are no /dev/uinput.
    @Test(arguments: [
        ("/dev/no-such-node", "opening /dev/no-such-node: No such file or directory"),
        ("/dev", "opening /dev: Is a directory"),
        ("/dev/null", "making a device of /dev/null: Inappropriate ioctl for device"),
    ])
    func nodes(node: String, message: String) {
        let error = #expect(throws: SystemError.self) {
            try VirtualDevice("test", codes: [57], isPointer: false, node: node)
        }
        #expect(error?.description == message)
    }
}
