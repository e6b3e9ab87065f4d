import Glibc
import Linux
import Testing

@testable import PeekPop

struct ConnectionTests {
    /// Connected, with what that told put aside.
    static func connected(
        _ change: (inout ConnectionOptions) -> Void = { _ in }
    ) throws -> (FakeService, Hearing) {
        let service = FakeService()
        var options = service.options
        change(&options)
        let hearing = try Hearing(options)
        hearing.connection.dispatch()
        service.accept()
        service.say(FakeService.ready)
        _ = try hearing.hear("available")
        return (service, hearing)
    }

    @Test func nothingHappensBeforeTheFirstDispatch() throws {
        let service = FakeService()
        let hearing = try Hearing(service.options)
        #expect(hearing.lines == [] && hearing.connection.state == .connecting)
        #expect(hearing.connection.capability == .unknown)
        // But it asks for one.
        var waiting = pollfd(fd: hearing.connection.fileDescriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&waiting, 1, 0) == 1)
    }

    @Test func whatIsAskedFor() throws {
        let service = FakeService()
        var options = service.options
        options.devices = ["a", "b"]
        options.phases = [.popped, .began]
        options.maxRateHz = 30
        let connection = try PressConnection(options)
        connection.dispatch()
        #expect(
            service.accept()
                == #"{"method":"org.peekpop.Gestures.Subscribe","more":true,"parameters":"#
                + #"{"devices":["a","b"],"maxRateHz":30,"phases":["began","popped"]}}"#)
    }

    @Test func connectsAndTellsThePads() throws {
        let service = FakeService()
        let hearing = try Hearing(service.options)
        hearing.connection.dispatch()
        service.accept()
        service.say(FakeService.ready)
        #expect(try hearing.hear("available") == ["connected", "ready [\"pad\"]", "available"])
        #expect(
            hearing.connection.pads == [
                ForcePad(
                    id: "pad", name: "Pad", reason: "known", levels: .init(hint: 1.4, peek: 1.85, pop: 2.85),
                    sizeMm: Size(width: 100.5, height: 60), hasHaptics: true)
            ])
    }

    @Test func aPressWithAllItsParts() throws {
        let (service, hearing) = try Self.connected()
        var heard: PressEvent?
        hearing.connection.onPress = { heard = $0 }
        hearing.connection.onLost = { _ in hearing.lines.append("lost") }
        service.say(
            FakeService.press("popped", 7, more: #","grams":250.5,"tool":{"kind":"eraser","serial":5,"id":6}"#))
        service.say(#"{"lost":1}"#)
        _ = try hearing.hear("lost")
        #expect(
            heard
                == PressEvent(
                    id: 1, device: "pad", phase: .popped, preview: 0.5, commit: 0.25, clicks: 1.5, grams: 250.5,
                    raw: 105, position: Point(x: 0.5, y: 0.25), translation: Point(x: 1, y: -2), button: true,
                    tool: PressTool(kind: "eraser", serial: 5, id: 6), timeUsec: 99, sequence: 7))
    }

    @Test func padsComeAndGo() throws {
        let (service, hearing) = try Self.connected()
        service.say(#"{"removed":"pad"}"#)
        #expect(try hearing.hear("unavailable") == ["removed pad", "unavailable"])
        #expect(hearing.connection.pads == [])
        service.say(#"{"added":{"id":"area","name":"Area","padClass":"area","gestures":false}}"#)
        #expect(try hearing.hear("added area") == ["added area"])
        // Calibrated: it has presses now.
        service.say(#"{"added":{"id":"area","name":"Area","padClass":"area","gestures":true}}"#)
        #expect(try hearing.hear("available") == ["added area", "available"])
        #expect(hearing.connection.pads.map(\.id) == ["area"])
        // Nobody may read it any more: its presses are not to be had.
        service.say(#"{"added":{"id":"area","name":"Area","padClass":"area","gestures":true,"problem":"no rights"}}"#)
        #expect(try hearing.hear("unavailable") == ["added area", "unavailable"])
    }

    @Test func aPadThatGoesTakesItsPressAlong() throws {
        let (service, hearing) = try Self.connected()
        service.say(FakeService.press("began", 1))
        service.say(FakeService.press("peeked", 2))
        service.say(#"{"removed":"pad"}"#)
        #expect(
            try hearing.hear("unavailable") == [
                "began 1", "peeked 1", "cancelled 1 gone", "removed pad", "unavailable",
            ])
    }

    // MARK: A service that goes and comes

    @Test func aServiceThatGoesInMidPress() throws {
        let (service, hearing) = try Self.connected()
        service.say(FakeService.press("began", 1))
        service.say(FakeService.press("peeked", 2))
        _ = try hearing.hear("peeked 1")
        service.stop()
        service.hangUp()
        #expect(try hearing.hear("unavailable") == ["cancelled 1 disconnected", "waiting", "unavailable"])
        #expect(hearing.connection.pads == [])
        guard case .waiting(_, let reason) = hearing.connection.state else {
            Issue.record("\(hearing.connection.state)")
            return
        }
        #expect(reason.contains("ended the stream"))
        let descriptor = hearing.connection.fileDescriptor

        // It appears: at once, not after the next wait.
        service.listen()
        _ = try hearing.hear("connecting")
        service.accept()
        service.say(FakeService.ready)
        #expect(try hearing.hear("available") == ["connected", "ready [\"pad\"]", "available"])
        #expect(hearing.connection.fileDescriptor == descriptor)
        service.say(FakeService.press("began", 1))
        #expect(try hearing.hear("began 1") == ["began 1"])
    }

    @Test func noServiceAtAll() throws {
        let service = FakeService(isListening: false)
        let hearing = try Hearing(service.options)
        hearing.connection.dispatch()
        #expect(hearing.lines == ["waiting", "unavailable"])
        guard case .waiting(let until, let reason) = hearing.connection.state else {
            Issue.record("\(hearing.connection.state)")
            return
        }
        #expect(until > 0 && reason.contains(service.path) && reason.contains("is PeekPop installed"))
        // It goes on trying, longer and longer.
        hearing.lines = []
        #expect(try hearing.hear("connecting") == ["connecting", "waiting"])
        service.listen()
        _ = try hearing.hear("connecting")
        service.accept()
        service.say(FakeService.ready)
        #expect(try hearing.hear("available").last == "available")
    }

    @Test func notEvenAFolder() throws {
        let hearing = try Hearing(ConnectionOptions(socketPath: "/nowhere/at/all"))
        hearing.connection.dispatch()
        #expect(hearing.lines == ["waiting", "unavailable"])
        let long = try Hearing(ConnectionOptions(socketPath: "/" + String(repeating: "x", count: 200)))
        long.connection.dispatch()
        #expect(long.lines == ["waiting", "unavailable"])
    }

    @Test func aServiceThatHangsUpAtOnce() throws {
        let service = FakeService()
        let hearing = try Hearing(service.options)
        hearing.connection.dispatch()
        service.accept()
        service.hangUp()
        #expect(try hearing.hear("waiting") == ["waiting", "unavailable"])
        _ = try hearing.hear("connecting")
        service.accept()
        service.say(FakeService.ready)
        #expect(try hearing.hear("available") == ["connected", "ready [\"pad\"]", "available"])
    }

    @Test func aServiceThatAcceptsAndSaysNothing() throws {
        let service = FakeService()
        var options = service.options
        options.patienceUsec = 50_000
        let hearing = try Hearing(options)
        #expect(try hearing.hear("unavailable") == ["waiting", "unavailable"])
        guard case .waiting(_, let reason) = hearing.connection.state else {
            Issue.record("\(hearing.connection.state)")
            return
        }
        #expect(reason.contains("no reply within"))
    }

    @Test func permissionDeniedIsToldOnce() throws {
        let service = FakeService()
        let hearing = try Hearing(service.options)
        hearing.connection.dispatch()
        service.accept()
        service.send(#"{"error":"org.varlink.service.PermissionDenied","parameters":{}}"#)
        service.hangUp()
        #expect(try hearing.hear("unavailable") == ["denied", "unavailable"])
        guard case .denied(let reason) = hearing.connection.state else {
            Issue.record("\(hearing.connection.state)")
            return
        }
        #expect(reason.contains("usermod -aG peekpop"))
        // The seat is ours by now: the next attempt, some seconds later, goes well. Nothing is told in between.
        while true {
            var waiting = pollfd(fd: hearing.connection.fileDescriptor, events: Int16(POLLIN), revents: 0)
            try #require(poll(&waiting, 1, 30_000) > 0)
            hearing.connection.dispatch()
            var pending = pollfd(fd: service.listeningDescriptor, events: Int16(POLLIN), revents: 0)
            if poll(&pending, 1, 0) > 0 { break }
        }
        #expect(hearing.lines == [])
        service.accept()
        service.say(FakeService.ready)
        #expect(try hearing.hear("available") == ["connected", "ready [\"pad\"]", "available"])
    }

    @Test func aSocketThatMayNotBeOpenedIsARefusal() throws {
        // The tests may run as root, who may open everything: the words for it are tried without a socket.
        #expect(Refusal.reason(.connecting(path: "/s", Errno(EACCES)))?.contains("usermod") == true)
        #expect(Refusal.reason(.connecting(path: "/s", Errno(ENOENT))) == nil)
        #expect(Refusal.words(.connecting(path: "/s", Errno(ECONNREFUSED))).contains("nobody listens"))
    }

    // MARK: A newer service, a strange one

    @Test func whatANewerServiceSaysIsPassedOver() throws {
        let (service, hearing) = try Self.connected()
        service.say(FakeService.press("began", 1, more: #","tilt":{"x":3}"#))
        service.say(FakeService.press("squeezed", 2))
        service.say(#"{"weather":"fine"}"#)
        service.say(#"{"press":{"id":"no number"}}"#)
        service.say(#"{}"#)
        #expect(try hearing.hear("changed 1") == ["began 1", "changed 1"])
        service.say(FakeService.press("cancelled", 3, more: #","reason":"bored""#))
        #expect(try hearing.hear("cancelled 1 bored") == ["cancelled 1 bored"])
        service.say(#"{"added":{"id":"new","name":"New","padClass":"grip","kind":"steeringWheel","gestures":true}}"#)
        _ = try hearing.hear("added new")
        #expect(hearing.connection.pads.last?.padClass == ForcePad.Class.none)
        #expect(hearing.connection.pads.last?.kind == .other)
    }

    /// Whoever does not hear how presses end is not told of ends made up, of presses that may be long over.
    @Test func withoutTheEndsNoneIsMadeUp() throws {
        let (service, hearing) = try Self.connected { $0.phases = [.peeked, .cancelled] }
        service.say(FakeService.press("peeked", 2))
        _ = try hearing.hear("peeked 1")
        service.stop()
        service.hangUp()
        #expect(try hearing.hear("unavailable") == ["waiting", "unavailable"])
    }

    @Test(arguments: ["{", "nonsense", #"{"continues":3}"#])
    func whatIsNoReplyEndsTheConnection(message: String) throws {
        let (service, hearing) = try Self.connected()
        service.say(FakeService.press("began", 1))
        service.send(message)
        #expect(
            try hearing.hear("waiting") == ["began 1", "cancelled 1 disconnected", "waiting", "unavailable"])
    }

    // MARK: Callbacks

    @Test func aLoopWithinALoopKeepsTheOrder() throws {
        let (service, hearing) = try Self.connected()
        hearing.connection.onPress = { [unowned hearing] press in
            hearing.lines.append("[")
            hearing.lines.append(Hearing.line(press))
            if press.phase == .began {
                // A dialog, say: reads on meanwhile.
                service.say(FakeService.press("cancelled", 3, more: #","reason":"released""#))
                while !hearing.lines.contains("cancelled 1 released") {
                    var waiting = pollfd(fd: hearing.connection.fileDescriptor, events: Int16(POLLIN), revents: 0)
                    guard poll(&waiting, 1, 30_000) > 0 else { return }
                    hearing.connection.dispatch()
                }
            }
            hearing.lines.append("]")
        }
        service.say(FakeService.press("began", 1))
        service.say(FakeService.press("changed", 2))
        #expect(
            try hearing.hear("]")
                == ["[", "began 1", "[", "changed 1", "]", "[", "cancelled 1 released", "]", "]"])
    }

    @Test func closingWithinACallback() throws {
        let (service, hearing) = try Self.connected()
        hearing.connection.onPress = { [unowned hearing] press in
            hearing.lines.append(Hearing.line(press))
            if press.phase == .began { hearing.connection.close() }
        }
        service.say(FakeService.press("began", 1))
        #expect(try hearing.hear("closed") == ["began 1", "cancelled 1 disconnected", "closed", "unavailable"])
        hearing.connection.close()
        hearing.connection.dispatch()
        #expect(hearing.lines == [])
        var waiting = pollfd(fd: hearing.connection.fileDescriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&waiting, 1, 0) == 0)
    }

    /// Whoever listens hears of the beginning before the end that the app makes of it.
    @Test func closingWithinACallbackKeepsTheOrderForListeners() throws {
        let (service, hearing) = try Self.connected()
        let scene = Scene()
        scene.window.pointerLocation = Point(x: 50, y: 50)
        hearing.connection.addListener(scene.previewer)
        hearing.connection.onPress = { [unowned hearing] in
            if $0.phase == .began { hearing.connection.close() }
        }
        service.say(FakeService.press("began", 1))
        _ = try hearing.hear("closed")
        #expect(
            scene.log.take() == [
                "ask row at 40.0,30.0", "begin row 0.0,0.0 200.0x60.0",
                "dismiss row press(PeekPop.CancelReason.disconnected)",
            ])
    }

    @Test func runEndsWithTheConnection() throws {
        let (service, hearing) = try Self.connected()
        hearing.connection.onPress = { [unowned hearing] _ in hearing.connection.close() }
        service.say(FakeService.press("began", 1))
        try hearing.connection.run()
        #expect(hearing.connection.state == .closed)
    }

    @Test func listenersAreHeldWeakly() throws {
        final class Listener: PressListener {
            var heard: [String] = []
            func pressDidChange(_ event: PressEvent, on pad: ForcePad?) {
                heard.append("\(event.phase) on \(pad?.name ?? "?")")
            }
            func capabilityDidChange(_ capability: ForceTouchCapability) { heard.append("\(capability)") }
        }
        let (service, hearing) = try Self.connected()
        let staying = Listener()
        var passing: Listener? = Listener()
        weak var seen: Listener?
        seen = passing
        for listener in [staying, staying, passing!] { hearing.connection.addListener(listener) }
        passing = nil
        #expect(seen == nil)
        service.say(FakeService.press("began", 1))
        service.hangUp()
        _ = try hearing.hear("unavailable")
        #expect(staying.heard == ["began on Pad", "cancelled on Pad", "unavailable"])
        hearing.connection.removeListener(staying)
    }

    // MARK: Feedback

    @Test func feedbackIsAskedForOneAfterTheOther() throws {
        let (service, hearing) = try Self.connected()
        for pattern in [FeedbackPattern.peek, .buzz, .click] {
            hearing.connection.playFeedback(pattern, on: "pad") { [unowned hearing] result in
                hearing.lines.append("\(pattern) \(result)")
            }
        }
        hearing.connection.dispatch()
        let asked = FakeFeedback(service)
        #expect(asked.take() == #"{"device":"pad","pattern":"peek"}"#)
        asked.answer(#"{"parameters":{}}"#)
        _ = try hearing.hear("peek success()")
        #expect(asked.take() == #"{"device":"pad","pattern":"buzz"}"#)
        asked.answer(
            #"{"error":"org.peekpop.Gestures.NotSupported","parameters":{"device":"pad","reason":"no motor"}}"#)
        _ = try hearing.hear(#"buzz failure(no motor)"#)
        #expect(asked.take() == #"{"device":"pad","pattern":"click"}"#)
        asked.hangUp()
        let last = try hearing.hear(
            "click failure(org.peekpop.Gestures.PlayFeedback: the service closed the connection before it had answered)"
        )
        #expect(last.count == 1)
        // The presses went on all the time.
        service.say(FakeService.press("began", 1))
        #expect(try hearing.hear("began 1") == ["began 1"])
    }

    static let refusals: [(String, FeedbackError)] = [
        (#""org.peekpop.Gestures.NoSuchDevice","parameters":{"device":"pad"}"#, FeedbackError.noSuchDevice),
        (
            #""org.peekpop.Gestures.DeviceUnavailable","parameters":{"device":"pad","reason":"busy"}"#,
            .unavailable("busy")
        ),
        (
            #""org.peekpop.Gestures.TooOften","parameters":{"device":"pad","retryUsec":5000}"#,
            .tooOften(retryUsec: 5000)
        ),
    ]

    @Test(arguments: refusals)
    func whyFeedbackWasNotPlayed(reply: String, error: FeedbackError) throws {
        let (service, hearing) = try Self.connected()
        hearing.connection.playFeedback(.click, on: "pad") { [unowned hearing] result in
            if case .failure(let why) = result { hearing.lines.append("\(why == error)") }
        }
        hearing.connection.dispatch()
        let asked = FakeFeedback(service)
        _ = asked.take()
        asked.answer(#"{"error":\#(reply)}"#)
        #expect(try hearing.hear("true") == ["true"])
    }

    @Test func aPreviewersFeedbackAtEachLevel() throws {
        let (service, hearing) = try Self.connected()
        let scene = Scene()
        let previewer = Previewer(
            window: scene.window, presenter: scene.presenter, connection: hearing.connection)
        previewer.registerForPreviewing(with: scene.delegate, sourceView: scene.row)
        #expect(previewer.means == .force)
        previewer.feedback = PreviewFeedback(hint: .click, pop: .buzz)
        service.say(FakeService.press("began", 1))
        _ = try hearing.hear("began 1")
        hearing.connection.dispatch()
        let first = FakeFeedback(service)
        #expect(first.take() == #"{"device":"pad","pattern":"click"}"#)
        first.answer(#"{"parameters":{}}"#)
        service.say(FakeService.press("peeked", 2))
        service.say(FakeService.press("popped", 3))
        _ = try hearing.hear("popped 1")
        hearing.connection.dispatch()
        // At the peek nothing is wanted. The connection of before may have been kept.
        let pattern = first.next() ?? FakeFeedback(service).take()
        #expect(pattern == #"{"device":"pad","pattern":"buzz"}"#)
    }

    @Test func aPreviewersMeansFollowTheConnection() throws {
        let service = FakeService()
        let hearing = try Hearing(service.options)
        let scene = Scene()
        let previewer = Previewer(
            window: scene.window, presenter: scene.presenter, connection: hearing.connection)
        previewer.onMeansChange = { [unowned hearing] in hearing.lines.append("means \($0)") }
        #expect(previewer.means == .longPress)
        hearing.connection.dispatch()
        service.accept()
        service.say(FakeService.ready)
        #expect(try hearing.hear("means force").last == "means force")
        service.stop()
        service.hangUp()
        #expect(try hearing.hear("means longPress").suffix(2) == ["unavailable", "means longPress"])
    }

    @Test func feedbackWithoutAService() throws {
        let service = FakeService(isListening: false)
        let hearing = try Hearing(service.options)
        var answers: [String] = []
        for _ in 0..<20 {
            hearing.connection.playFeedback(.click, on: "pad") { answers.append("\($0)") }
        }
        #expect(answers == [])
        hearing.connection.dispatch()
        #expect(answers.count == 20)
        #expect(answers.contains { $0.contains("16 feedbacks") } && answers.contains { $0.contains("No such file") })
        hearing.connection.close()
        hearing.connection.playFeedback(.click, on: "pad") { answers.append("\($0)") }
        hearing.connection.dispatch()
        #expect(answers.last?.contains("closed") == true)
    }
}

/// The connection on which feedback is asked for.
private final class FakeFeedback {
    private let descriptor: Int32
    private var isOpen = true

    init(_ service: FakeService) {
        descriptor = accept(service.listeningDescriptor, nil, nil)
        precondition(descriptor >= 0)
    }

    deinit {
        hangUp()
    }

    /// The parameters of the next call; `nil` where the client has left.
    func next() -> String? {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        var byte: UInt8 = 0
        guard poll(&waiting, 1, 30_000) == 1, recv(descriptor, &byte, 1, Int32(MSG_PEEK)) == 1 else {
            return nil
        }
        return take()
    }

    /// The parameters of the next call.
    func take() -> String {
        var bytes: [UInt8] = []
        while bytes.last != 0 {
            var byte: UInt8 = 0
            precondition(read(descriptor, &byte, 1) == 1)
            bytes.append(byte)
        }
        let call = String(decoding: bytes.dropLast(), as: UTF8.self)
        let start = call.firstRange(of: #""parameters":"#)!.upperBound
        return String(call[start...].dropLast())
    }

    func answer(_ message: String) {
        let bytes = Array(message.utf8) + [0]
        precondition(write(descriptor, bytes, bytes.count) == bytes.count)
    }

    func hangUp() {
        if isOpen { close(descriptor) }
        isOpen = false
    }
}
