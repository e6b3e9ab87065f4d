import FoundationEssentials
import Testing

@testable import Varlink

@Suite struct JSONTextTests {
    @Test(arguments: [
        "{}", " {} \n", #"{"a":1}"#, #"{"a":[1,-0,0.5,1e9,1E-9,-1.5e+3]}"#, #"{"a":[],"b":{},"c":[[]]}"#,
        #"{"a":"\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00 é 😀"}"#, #"{"a":true,"b":false,"c":null}"#, "{\t\"a\"\r:\n1 }",
        #"{"":""}"#,
    ])
    func valid(text: String) throws {
        _ = try JSONText.members(of: Data(text.utf8))
    }

    @Test(arguments: [
        "", " ", "{", "}", "{}}", "{} {}", "{,}", #"{"a":1,}"#, #"{"a"}"#, #"{"a":}"#, #"{a:1}"#, #"{'a':1}"#,
        #"{"a" 1}"#, #"{"a":1 "b":2}"#, #"{"a":[1,]}"#, #"{"a":[,1]}"#, #"{"a":[1 2]}"#, #"{"a":[1}"#, #"{"a":(1)}"#,
        #"{"a":01}"#, #"{"a":-}"#, #"{"a":1.}"#, #"{"a":.5}"#, #"{"a":+1}"#, #"{"a":1e}"#, #"{"a":0x1}"#, #"{"a":NaN}"#,
        #"{"a":Infinity}"#, #"{"a":tru}"#, #"{"a":TRUE}"#, #"{"a":nullx}"#, #"{"a":"}"#, #"{"a":"\x"}"#,
        #"{"a":"\u12"}"#,
        #"{"a":"\u12g4"}"#, #"{"a":"\ud83d"}"#, #"{"a":"\ude00"}"#, #"{"a":"\ud83d\u0041"}"#, "{\"a\":\"\n\"}",
        "{\"a\":\"\u{1}\"}", "{/**/}", "{}\u{0}", "\u{FEFF}{}", "{\"a\":1\u{A0}}",
    ])
    func invalid(text: String) {
        #expect(throws: JSONText.Flaw.syntax) { try JSONText.members(of: Data(text.utf8)) }
    }

    @Test func membersAsWritten() throws {
        let members = try JSONText.members(of: Data(#"{ "a" : [ 1 ] , "b\u0063":{"a":2}, "a":"}," }"#.utf8))
        #expect(members.map(\.key) == ["a", #"b\u0063"#, "a"])
        #expect(members.map(\.value) == [.array([.int(1)]), .object(["a": .int(2)]), .string("},")])
        #expect(members.map { String(decoding: $0.text, as: UTF8.self) } == ["[ 1 ]", #"{"a":2}"#, #""},""#])
    }

    @Test(
        arguments: [
            ("null", .null), ("true", .bool(true)), ("false", .bool(false)), ("0", .int(0)), ("-0", .int(0)),
            ("-17", .int(-17)), ("1.0", .int(1)), ("-0.0", .int(0)), ("1e2", .int(100)), ("1E+2", .int(100)),
            ("0.5", .float(0.5)), ("-25e-2", .float(-0.25)), ("9223372036854775807", .int(.max)),
            ("-9223372036854775808", .int(.min)), ("9223372036854775808", .float(0x1p63)), ("1e308", .float(1e308)),
            ("1e309", .hugeNumber), ("-1e999999999", .hugeNumber), ("1e-999999999", .int(0)),
            ("5e-324", .float(.leastNonzeroMagnitude)),
            (String(repeating: "9", count: 400), .hugeNumber), (#""""#, .string("")), (#""a b""#, .string("a b")),
            (#""\"\\\/\b\f\n\r\t""#, .string("\"\\/\u{8}\u{c}\n\r\t")), (#""\u0000x""#, .string("\0x")),
            (#""<\u00e9\u20AC>""#, .string("<é€>")), (#""\ud83d\ude00!""#, .string("😀!")),
            (#""\ud7ff\ue000""#, .string("\u{d7ff}\u{e000}")),
            ("[]", .array([])), ("{}", .object([:])),
            (#"[1,[2,"x"],{}]"#, .array([.int(1), .array([.int(2), .string("x")]), .object([:])])),
            (#"{"a":1,"b":{"c":null}}"#, .object(["a": .int(1), "b": .object(["c": .null])])),
            (#"{"\u0061":1}"#, .object(["a": .int(1)])),
        ] as [(String, JSONValue)])
    func values(text: String, expected: JSONValue) throws {
        #expect(try JSONText.members(of: Data("{\"x\":\(text)}".utf8)).map(\.value) == [expected])
    }

    /// Further in than at the top, where whoever asked decides; an escaped name is the same name.
    @Test(arguments: [
        (#"{"x":{"a":1,"a":1}}"#, "a"), (#"{"x":[{"b":{"c":1,"d":2,"c":3}}]}"#, "c"),
        (#"{"x":{"a":1,"\u0061":2}}"#, "a"),
        (#"{"x":{"":1,"":2}}"#, ""), (#"{"x":{"é":1,"e\u0301":2}}"#, "é"),
    ])
    func repeatedKeys(text: String, key: String) {
        #expect(throws: JSONText.Flaw.repeatedKey(key)) { try JSONText.members(of: Data(text.utf8)) }
    }

    @Test func repeatedAtTheTop() throws {
        #expect(try JSONText.members(of: Data(#"{"a":1,"a":2}"#.utf8)).map(\.value) == [.int(1), .int(2)])
        #expect(try JSONText.members(of: Data(#"{"a":{"b":1},"c":{"b":2}}"#.utf8)).count == 2)
    }

    /// The same as another reader makes of it.
    @Test(arguments: [
        #"{"a":[1,-0,0.5,1e9,1E-9,-1.5e+3],"b":"\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00 é 😀"}"#, ValueDecoderTests.text,
    ])
    func agreesWithTheDecoder(text: String) throws {
        let members = try JSONText.members(of: Data(text.utf8)).map { ($0.key, $0.value) }
        let value = JSONValue.object(Dictionary(uniqueKeysWithValues: members))
        #expect(try value == JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)))
    }

    @Test(arguments: [("[", "]"), (#"{"x":"#, "}")])
    func depth(open: String, close: String) throws {
        func nested(_ depth: Int) -> Data {
            let inner = String(repeating: open, count: depth - 1) + "1" + String(repeating: close, count: depth - 1)
            return Data(#"{"x":\#(inner)}"#.utf8)
        }
        #expect(try JSONText.members(of: nested(JSONText.deepest)).count == 1)
        for depth in [JSONText.deepest + 1, 10_000, 30_000] {
            #expect(throws: JSONText.Flaw.tooDeep) { try JSONText.members(of: nested(depth)) }
        }
    }

    /// As many values as a message holds, as deep as they may lie: read in no more passes than one. (Where each value costs
    /// the depth as well, this takes minutes.)
    @Test(arguments: ["1,", "1e999,", "null,", "[],", "{},", #""","#])
    func manyDeepValues(_ value: String) throws {
        let depth = JSONText.deepest - 2
        let many = String(repeating: value, count: 64_000 / value.utf8.count)
        let inner = String(repeating: "[", count: depth) + many + "0" + String(repeating: "]", count: depth)
        for _ in 0..<20 {
            #expect(try JSONText.members(of: Data(#"{"x":\#(inner)}"#.utf8)).count == 1)
        }
    }
}
