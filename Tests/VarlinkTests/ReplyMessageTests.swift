import FoundationEssentials
import Testing

@testable import Varlink

@Suite struct ReplyMessageTests {
    @Test(
        arguments: [
            ("{}", "{}", false, nil), (#"{"parameters":null,"error":null,"continues":null}"#, "{}", false, nil),
            (#"{"parameters":{"a":1},"continues":true}"#, #"{"a":1}"#, true, nil),
            (#"{"error":"a.b.C","parameters":{}}"#, "{}", false, "a.b.C"), (#"{"later":{}}"#, "{}", false, nil),
        ] as [(String, String, Bool, String?)])
    func reads(text: String, parameters: String, continues: Bool, error: String?) throws {
        let reply = try ReplyMessage(Data(text.utf8))
        #expect(String(decoding: reply.parameters, as: UTF8.self) == parameters)
        #expect(reply.continues == continues && reply.error == error)
    }

    @Test(
        arguments: [
            ("", .notJSON), ("[]", .notJSON), ("nonsense", .notJSON),
            (#"{"continues":1}"#, .wrongType(key: "continues")),
            (#"{"error":{}}"#, .wrongType(key: "error")), (#"{"parameters":[]}"#, .wrongType(key: "parameters")),
        ] as [(String, MalformedReply)])
    func refuses(text: String, expected: MalformedReply) {
        #expect(throws: expected) { try ReplyMessage(Data(text.utf8)) }
    }

    @Test func written() throws {
        func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
        #expect(text(try MessageWriter.call("a.b.C", NoParameters())) == #"{"method":"a.b.C","parameters":{}}"# + "\0")
        #expect(
            text(try MessageWriter.call("a.b.C", ["path": "a/b"], more: true))
                == #"{"method":"a.b.C","more":true,"parameters":{"path":"a/b"}}"# + "\0")
        #expect(text(try MessageWriter.reply(NoParameters())) == #"{"parameters":{}}"# + "\0")
        #expect(
            text(try MessageWriter.reply(["a": 1], continues: true)) == #"{"continues":true,"parameters":{"a":1}}"#
                + "\0")
        #expect(
            text(try MessageWriter.failure(.invalidParameter("x")))
                == #"{"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":"x"}}"# + "\0")
    }
}
