import FoundationEssentials
import Testing

@testable import Varlink

@Suite struct ValueDecoderTests {
    struct Everything: Codable, Equatable {
        enum Kind: String, Codable { case one, two }
        struct Inner: Codable, Equatable { var small: Int8? }
        var bool: Bool
        var byte: UInt8
        var wide: UInt64
        var float: Float
        var double: Double
        var string: String?
        var kind: Kind
        var inner: Inner
        var list: [Inner]
        var matrix: [[Int]]
        var table: [String: Int]
        var any: JSONValue
    }

    static let text = """
        {"bool":true,"byte":255,"wide":9223372036854775807,"float":0.5,"double":-2,"string":null,"kind":"two",
        "inner":{"small":-128},"list":[{},{"small":3}],"matrix":[[1,2],[]],"table":{"x":1},"any":[{"a":null},1.5,true]}
        """

    private func value(_ text: String) throws -> JSONValue {
        .object(
            Dictionary(uniqueKeysWithValues: try JSONText.members(of: Data(text.utf8)).map { ($0.key, $0.value) }))
    }

    @Test func agreesWithTheDecoder() throws {
        let expected = try JSONDecoder().decode(Everything.self, from: Data(Self.text.utf8))
        #expect(try Everything(from: ValueDecoder(try value(Self.text))) == expected)
    }

    @Test(arguments: [
        (#""byte":255"#, #""byte":256"#, "byte"), (#""byte":255"#, #""byte":-1"#, "byte"),
        (#""byte":255"#, #""byte":1.5"#, "byte"), (#""byte":255"#, #""byte":"1""#, "byte"),
        (#""byte":255"#, #""byte":null"#, "byte"), (#""byte":255"#, #""other":1"#, "byte"),
        (#""float":0.5"#, #""float":1e39"#, "float"), (#""double":-2"#, #""double":1e999"#, "double"),
        (#""kind":"two""#, #""kind":"three""#, "kind"), (#""small":-128"#, #""small":-129"#, "inner.small"),
        (#""small":3"#, #""small":300"#, "list.1.small"), ("[1,2]", #"[1,"2"]"#, "matrix.0.1"),
        (#"{"x":1}"#, #"{"x":true}"#, "table.x"), (#""bool":true"#, #""bool":1"#, "bool"),
    ])
    func saysWhere(from: String, to: String, path: String) throws {
        let changed = try value(Self.text.replacing(from, with: to))
        let error = #expect(throws: DecodingError.self) { try Everything(from: ValueDecoder(changed)) }
        switch error {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            #expect(context.codingPath.map(\.stringValue).joined(separator: ".") == path)
        case .keyNotFound(let key, let context):
            #expect((context.codingPath + [key]).map(\.stringValue).joined(separator: ".") == path)
        default: Issue.record("another error")
        }
    }
}
