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
        #expect(
            members == [
                .init(key: "a", value: Data("[ 1 ]".utf8)), .init(key: #"b\u0063"#, value: Data(#"{"a":2}"#.utf8)),
                .init(key: "a", value: Data(#""},""#.utf8)),
            ])
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

    /// What passes here, the decoder reads too.
    @Test func theDecoderTakesTheDeepest() throws {
        let inner =
            String(repeating: "[", count: JSONText.deepest - 1) + String(repeating: "]", count: JSONText.deepest - 1)
        let text = Data(#"{"x":\#(inner)}"#.utf8)
        _ = try JSONText.members(of: text)
        _ = try JSONDecoder().decode(JSONValue.self, from: text)
    }
}
