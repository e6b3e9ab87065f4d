import FoundationEssentials
import Testing
import Varlink

@Suite struct CallMessageTests {
    @Test(arguments: [
        (#"{"method":"a.b.C"}"#, "{}", false, false, false),
        (
            #" { "method" : "a.b.C" , "parameters" : { "x" : [1,{"y":"}"}] } } "#, #"{ "x" : [1,{"y":"}"}] }"#, false,
            false, false
        ),
        (#"{"parameters":{},"more":true,"method":"a.b.C"}"#, "{}", true, false, false),
        (#"{"method":"a.b.C","oneway":true,"more":false}"#, "{}", false, true, false),
        (#"{"method":"a.b.C","upgrade":true}"#, "{}", false, false, true),
        (#"{"method":"a.b.C","parameters":null,"more":null,"oneway":null,"upgrade":null}"#, "{}", false, false, false),
        (
            #"{"method":"a.b.C","parameters":{"parameters":{"a":"\"}"},"method":1}}"#,
            #"{"parameters":{"a":"\"}"},"method":1}"#, false, false, false
        ),
    ])
    func reads(text: String, parameters: String, more: Bool, oneway: Bool, upgrade: Bool) throws {
        let call = try CallMessage(Data(text.utf8))
        #expect(call.method == "a.b.C")
        #expect(
            try JSONValue.object(call.parameters) == JSONDecoder().decode(JSONValue.self, from: Data(parameters.utf8)))
        #expect(call.more == more && call.oneway == oneway && call.upgrade == upgrade)
    }

    @Test(
        arguments: [
            ("", .notJSON), ("x", .notJSON), ("{", .notJSON), (#"{"method":"a.b.C"} x"#, .notJSON),
            (#"{"method":"a.b.C",}"#, .notJSON), (#"{'method':'a'}"#, .notJSON), ("[]", .notAnObject),
            ("1", .notAnObject), ("null", .notAnObject), (#""text""#, .notAnObject), ("{}", .noMethod),
            (#"{"method":""}"#, .noMethod), (#"{"more":true}"#, .noMethod),
            (#"{"method":1}"#, .wrongType(key: "method")), (#"{"method":null}"#, .wrongType(key: "method")),
            (#"{"method":"a.b.C","parameters":[]}"#, .wrongType(key: "parameters")),
            (#"{"method":"a.b.C","parameters":"x"}"#, .wrongType(key: "parameters")),
            (#"{"method":"a.b.C","more":1}"#, .wrongType(key: "more")),
            (#"{"method":"a.b.C","oneway":"true"}"#, .wrongType(key: "oneway")),
            (#"{"method":"a.b.C","upgrade":[]}"#, .wrongType(key: "upgrade")),
            (#"{"method":"a.b.C","extra":1}"#, .unknownKey("extra")),
            (#"{"method":"a.b.C","More":true}"#, .unknownKey("More")),
            (#"{"method":"a.b.C","more":true,"oneway":true}"#, .contradictory),
            (#"{"method":"a.b.C","upgrade":true,"oneway":true}"#, .contradictory),
            // As written: no decoder has to agree on what an escaped key means.
            (#"{"method":"a.b.C","parameter\u0073":{"x":1}}"#, .unknownKey(#"parameter\u0073"#)),
            (#"{"method":"a.b.C","method":"a.b.D"}"#, .repeatedKey("method")),
            (#"{"method":"a.b.C","parameters":{},"parameters":{"x":1}}"#, .repeatedKey("parameters")),
            (#"{"method":"a.b.C","parameters":{"x":1,"x":1}}"#, .repeatedKey("x")),
            (#"{"method":"a.b.C","parameters":{"x":[{"y":1,"y":2}]}}"#, .repeatedKey("y")),
        ] as [(String, MalformedCall)])
    func refuses(text: String, expected: MalformedCall) {
        #expect(throws: expected) { try CallMessage(Data(text.utf8)) }
    }

    @Test(
        arguments: [
            [0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0xE2, 0x82, 0x22],
        ] as [[UInt8]])
    func invalidUTF8(string: [UInt8]) {
        let text = Array(#"{"method":"a.b.C","parameters":{"x":"#.utf8) + string + Array("}}".utf8)
        #expect(throws: MalformedCall.notJSON) { try CallMessage(Data(text)) }
    }

    @Test(arguments: [("[", "]"), (#"{"x":"#, "}")])
    func nestedTenThousandDeep(open: String, close: String) {
        let deep = String(repeating: open, count: 10_000) + "1" + String(repeating: close, count: 10_000)
        #expect(throws: MalformedCall.notJSON) {
            try CallMessage(Data(#"{"method":"a.b.C","parameters":{"x":\#(deep)}}"#.utf8))
        }
        #expect(throws: MalformedCall.notJSON) { try CallMessage(Data(deep.utf8)) }
    }
}
