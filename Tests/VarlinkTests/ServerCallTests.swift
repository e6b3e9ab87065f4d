import Glibc
import Testing

@testable import Varlink

/// What a peer says and what it hears, over a real socket.
@Suite struct ServerCallTests {
    static let invalid = "org.varlink.service.InvalidParameter"

    @Test(arguments: [
        (#"{"method":"org.example.test.Echo","parameters":{"text":"hä"}}"#, #"{"parameters":{"text":"hä"}}"#),
        (#"{"method":"org.example.test.Echo","parameters":{"text":"x"},"more":true}"#, #"{"parameters":{"text":"x"}}"#),
        (
            #"{"method":"org.example.test.Echo"}"#,
            #"{"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":"text"}}"#
        ),
        (
            #"{"method":"org.example.test.Echo","parameters":{"text":"x","extra":1}}"#,
            #"{"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":"extra"}}"#
        ),
        (
            #"{"method":"org.example.test.Echo","parameters":{"text":5}}"#,
            #"{"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":"text"}}"#
        ),
        // In range for the interface's int, not for what the method makes of it.
        (
            #"{"method":"org.example.test.Narrow","parameters":{"byte":256}}"#,
            #"{"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":"byte"}}"#
        ),
        (
            #"{"method":"org.example.test.Narrow","parameters":{"byte":1,"inner":{"kind":"one","level":1e300}}}"#,
            #"{"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":"inner.level"}}"#
        ),
        (
            #"{"method":"org.example.test.Narrow","parameters":{"byte":1,"list":["one","three"]}}"#,
            #"{"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":"list[1]"}}"#
        ),
        (#"{"method":"org.example.test.Narrow","parameters":{"byte":1,"list":["one","two"]}}"#, #"{"parameters":{}}"#),
        (
            #"{"method":"org.example.test.Watch"}"#, #"{"error":"org.varlink.service.ExpectedMore","parameters":{}}"#
        ),
        (
            #"{"method":"org.example.test.Never"}"#,
            #"{"error":"org.varlink.service.MethodNotImplemented","parameters":{"method":"org.example.test.Never"}}"#
        ),
        (
            #"{"method":"org.example.test.Echo","parameters":{"text":"x"},"upgrade":true}"#,
            #"{"error":"org.varlink.service.MethodNotImplemented","parameters":{"method":"org.example.test.Echo"}}"#
        ),
        (
            #"{"method":"org.example.test.None"}"#,
            #"{"error":"org.varlink.service.MethodNotFound","parameters":{"method":"org.example.test.None"}}"#
        ),
        (
            #"{"method":"org.example.none.Echo"}"#,
            #"{"error":"org.varlink.service.InterfaceNotFound","parameters":{"interface":"org.example.none"}}"#
        ),
        (
            #"{"method":"Echo"}"#, #"{"error":"org.varlink.service.MethodNotFound","parameters":{"method":"Echo"}}"#
        ),
        (
            #"{"method":"."}"#, #"{"error":"org.varlink.service.InterfaceNotFound","parameters":{"interface":""}}"#
        ),
        (
            #"{"method":"org.example.test.Fails"}"#,
            #"{"error":"org.example.test.Failed","parameters":{"why":"because"}}"#
        ),
        (
            #"{"method":"org.varlink.service.GetInfo"}"#,
            #"{"parameters":{"interfaces":["org.varlink.service","org.example.test"],"product":"Test","#
                + #""url":"https://example.org/","vendor":"Example","version":"1"}}"#
        ),
        (
            #"{"method":"org.varlink.service.GetInfo","parameters":{"x":1}}"#,
            #"{"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":"x"}}"#
        ),
        (
            #"{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"a.b"}}"#,
            #"{"error":"org.varlink.service.InterfaceNotFound","parameters":{"interface":"a.b"}}"#
        ),
    ])
    func answers(call: String, reply: String) throws {
        let bench = try Bench()
        let peer = try bench.connect()
        let heard = try bench.exchange(peer, call)
        #expect(heard == [reply])
        // The connection goes on.
        #expect(try bench.exchange(peer, #"{"method":"org.example.test.Fails"}"#).count == 1)
    }

    @Test(arguments: ["org.example.test", "org.varlink.service"])
    func describesItsInterfaces(name: String) throws {
        let bench = try Bench()
        let peer = try bench.connect()
        let reply = try bench.exchange(
            peer, #"{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"\#(name)"}}"#)
        #expect(reply.count == 1 && reply[0].contains(#""description":""#) && reply[0].contains("interface \(name)"))
    }

    @Test(
        arguments: [
            ("nonsense", .malformed(.notJSON)), ("", .malformed(.notJSON)),
            (#"{"method":"a.b.C","x":1}"#, .malformed(.unknownKey("x"))),
            (#"{"method":"a.b.C","parameters":[]}"#, .malformed(.wrongType(key: "parameters"))),
            (#"{"method":"a.b.C","more":true,"oneway":true}"#, .malformed(.contradictory)),
            (String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000), .malformed(.notJSON)),
            (String(repeating: " ", count: 65_536), .malformed(.notJSON)),
            (String(repeating: " ", count: 65_537), .framing(.tooLong(limit: 65_536))),
        ] as [(String, CloseReason)])
    func closesOnWhatIsNoCall(message: String, reason: CloseReason) throws {
        let bench = try Bench()
        let bystander = try bench.connect()
        let peer = try bench.connect()
        // A good call before it is still answered.
        peer.say(#"{"method":"org.example.test.Fails"}"#)
        #expect(try bench.exchange(peer, message).count == 1)
        #expect(peer.isClosed)
        #expect(bench.closings == [reason])
        #expect(reason.isMisbehaviour)
        #expect(try bench.exchange(bystander, #"{"method":"org.example.test.Fails"}"#).count == 1)
        #expect(bench.server.connectionCount == 1)
    }

    @Test func invalidUTF8Closes() throws {
        let bench = try Bench()
        let peer = try bench.connect()
        peer.send(Array(#"{"method":""#.utf8) + [0xFF, 0xFE] + Array(#""}"#.utf8) + [0])
        try bench.settle()
        #expect(try peer.hear() == [])
        #expect(bench.closings == [.malformed(.notJSON)])
    }

    @Test func aCallOfExactlyTheLimitIsAnswered() throws {
        let bench = try Bench()
        let peer = try bench.connect()
        let frame = #"{"method":"org.example.test.Echo","parameters":{"text":""}}"#
        let text = String(repeating: "x", count: MessageFramer.serverLimit - frame.utf8.count)
        peer.say(frame.replacing(#""text":"""#, with: #""text":"\#(text)""#))
        try bench.settle()
        #expect(try peer.hear() == [#"{"parameters":{"text":"\#(text)"}}"#])
    }

    @Test func tooLongWithoutAnEndCloses() throws {
        let bench = try Bench()
        let peer = try bench.connect()
        peer.send(repeatElement(UInt8(ascii: "x"), count: MessageFramer.serverLimit + 1))
        try bench.settle()
        #expect(bench.closings == [.framing(.tooLong(limit: MessageFramer.serverLimit))])
    }

    @Test func halfAMessageWaits() throws {
        let bench = try Bench()
        let patient = try bench.connect()
        let other = try bench.connect()
        patient.send(#"{"method":"org.example.te"#.utf8)
        try bench.settle()
        #expect(try bench.exchange(other, #"{"method":"org.example.test.Fails"}"#).count == 1)
        #expect(bench.server.connectionCount == 2)
        patient.say(#"st.Fails"}"#)
        try bench.settle()
        #expect(try patient.hear().count == 1)
        patient.send(#"{"method":"#.utf8)
        patient.closeSending()
        try bench.settle()
        #expect(bench.closings == [.truncated])
    }

    @Test func onewayGetsNoReply() throws {
        let bench = try Bench()
        let peer = try bench.connect()
        peer.say(#"{"method":"org.example.test.Echo","parameters":{"text":"silent"},"oneway":true}"#)
        peer.say(#"{"method":"org.example.test.None","oneway":true}"#)
        peer.say(#"{"method":"org.example.test.Watch","oneway":true}"#)
        #expect(
            try bench.exchange(peer, #"{"method":"org.example.test.Echo","parameters":{"text":"loud"}}"#)
                == [#"{"parameters":{"text":"loud"}}"#])
        #expect(bench.echoes == 2 && bench.open.isEmpty)
    }

    @Test func pipelinedCallsAreAnsweredInOrder() throws {
        let bench = try Bench()
        let peer = try bench.connect()
        let texts = (0..<300).map { "n\($0)" }
        peer.send(texts.flatMap { #"{"method":"org.example.test.Echo","parameters":{"text":"\#($0)"}}"#.utf8 + [0] })
        // More replies than a socket holds: the rest follows as the peer reads.
        var heard: [String] = []
        while true {
            try bench.settle()
            let batch = try peer.hear()
            if batch.isEmpty { break }
            heard += batch
        }
        #expect(heard == texts.map { #"{"parameters":{"text":"\#($0)"}}"# })
    }

    @Test func callsAndAClosedSideAreAnsweredToTheEnd() throws {
        let bench = try Bench()
        let peer = try bench.connect()
        for _ in 0..<20 { peer.say(#"{"method":"org.example.test.Fails"}"#) }
        peer.closeSending()
        try bench.settle()
        #expect(try peer.hear().count == 20)
        #expect(peer.isClosed && bench.closings == [.peerClosed])
    }

    static let denied = #"{"error":"org.varlink.service.PermissionDenied","parameters":{}}"#

    @Test func whoIsNotAllowedIsToldSoAndDisconnected() throws {
        let bench = try Bench()
        var asked: [PeerCredentials] = []
        var allowed = true
        bench.server.authorise = {
            asked.append($0)
            return allowed
        }
        let peer = try bench.connect()
        #expect(try bench.exchange(peer, #"{"method":"org.example.test.Fails"}"#) != [Self.denied])
        allowed = false
        // Asked anew at each call; what stands behind a refused call is not answered.
        peer.say(#"{"method":"org.varlink.service.GetInfo"}"#)
        #expect(try bench.exchange(peer, #"{"method":"org.example.test.Fails"}"#) == [Self.denied])
        #expect(peer.isClosed && bench.closings == [.denied] && bench.server.connectionCount == 0)
        #expect(asked.count == 2)
        #expect(asked[0].uid == getuid() && asked[0].pid == getpid())
    }

    @Test func refusedWithoutAnAnswerIsDisconnectedAllTheSame() throws {
        let bench = try Bench()
        bench.server.authorise = { _ in false }
        let peer = try bench.connect()
        #expect(try bench.exchange(peer, #"{"method":"org.example.test.Fails","oneway":true}"#) == [])
        #expect(peer.isClosed && bench.closings == [.denied])
    }

    /// A call that was allowed and is refused later: its session is not the active one any more, for example.
    @Test func aRefusedStreamIsDisconnected() throws {
        let bench = try Bench()
        let peer = try bench.connect()
        #expect(try bench.exchange(peer, #"{"method":"org.example.test.Watch","more":true}"#) == [])
        bench.open[0].fail(.permissionDenied)
        try bench.settle()
        #expect(try peer.hear() == [Self.denied])
        #expect(peer.isClosed && bench.closings == [.denied])
    }

    @Test func aReplyThatIsNoJSONClosesItsConnectionAlone() throws {
        let bench = try Bench()
        let bystander = try bench.connect()
        let peer = try bench.connect()
        #expect(try bench.exchange(peer, #"{"method":"org.example.test.Broken"}"#) == [])
        #expect(peer.isClosed)
        #expect(try bench.exchange(bystander, #"{"method":"org.example.test.Fails"}"#).count == 1)
    }
}
