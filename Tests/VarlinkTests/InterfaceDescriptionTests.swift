import FoundationEssentials
import Testing

@testable import Varlink

@Suite struct InterfaceDescriptionTests {
    @Test func readsEveryForm() throws {
        let interface = try InterfaceDescription(
            """
            # A comment.
            interface com.example-one.x9

            type Enum (one, two_b, three3)
            type T (a: bool, b: ?int, c: []float, d: [string]string, e: ?[](f: object), g: Enum, h: (x, y))
            # Words.
            # [Requires 'more' flag]
            method Stream() -> (t: T)
            method Plain(a: int,
              b: ?string) -> ()
            error Bad (why: string)
            error Worse ()
            """)
        #expect(interface.name == "com.example-one.x9")
        #expect(interface.types["Enum"] == .enumeration(["one", "two_b", "three3"]))
        #expect(
            interface.types["T"]
                == .structure([
                    .init(name: "a", type: .bool), .init(name: "b", type: .nullable(.int)),
                    .init(name: "c", type: .array(.float)), .init(name: "d", type: .dictionary(.string)),
                    .init(name: "e", type: .nullable(.array(.structure([.init(name: "f", type: .object)])))),
                    .init(name: "g", type: .named("Enum")), .init(name: "h", type: .enumeration(["x", "y"])),
                ]))
        #expect(interface.methods["Stream"]?.requiresMore == true)
        #expect(interface.methods["Plain"]?.requiresMore == false)
        #expect(interface.methods["Plain"]?.input.map(\.name) == ["a", "b"])
        #expect(interface.errors["Bad"]?.count == 1 && interface.errors["Worse"] == [])
    }

    @Test(arguments: [
        ("", 1), ("interface x", 1), ("interface 9a.b", 1), ("interface a..b", 1), ("interface a.b-", 1),
        ("interface a.b\ntype t ()", 2), ("interface a.b\ntype T (A_: int)", 2),
        ("interface a.b\ntype T (a__b: int)", 2),
        ("interface a.b\ntype T (a: int, b)", 2), ("interface a.b\ntype T (a: int, a: int)", 2),
        ("interface a.b\ntype T (a: ??int)", 2), ("interface a.b\ntype T (a: Missing)", 2),
        ("interface a.b\ntype T (a: int)\ntype T (a: int)", 3), ("interface a.b\nmethod M()", 2),
        ("interface a.b\nmethod M() -> (x)", 2), ("interface a.b\ntype T (a: int", 2), ("interface a.b\nnonsense", 2),
        ("interface a.b\ntype T (a: int;)", 2), ("interface a.b\ntype T (a: [int]int)", 2),
        ("interface a.b\n\n\ntype T (ä: int)", 4),
    ])
    func refuses(text: String, line: Int) {
        let error = #expect(throws: InterfaceSyntaxError.self) { try InterfaceDescription(text) }
        #expect(error?.line == line, "\(error?.description ?? "")")
    }

    static let checked = """
        interface a.b
        type E (one, two)
        type S (e: E, n: ?int)
        method M(b: ?bool, i: ?int, f: ?float, s: ?string, o: ?object, e: ?E, t: ?S, a: ?[]S, d: ?[string]int) -> ()
        method R(must: int) -> ()
        """

    @Test(
        arguments: [
            ("M", "{}", nil), ("M", #"{"b":null,"t":null}"#, nil),
            ("M", #"{"b":true,"i":1,"f":1,"s":"","o":{"x":1}}"#, nil),
            ("M", #"{"f":1.5,"e":"two","t":{"e":"one"},"a":[{"e":"one","n":3}],"d":{"x":1}}"#, nil),
            ("M", #"{"b":1}"#, "b"),
            ("M", #"{"i":1.5}"#, "i"), ("M", #"{"i":"1"}"#, "i"), ("M", #"{"i":true}"#, "i"),
            ("M", #"{"i":1e99}"#, "i"),
            ("M", #"{"i":9223372036854775808}"#, "i"), ("M", #"{"f":"1"}"#, "f"), ("M", #"{"f":1e999}"#, "f"),
            ("M", #"{"s":1}"#, "s"), ("M", #"{"o":[]}"#, "o"), ("M", #"{"e":"three"}"#, "e"), ("M", #"{"e":1}"#, "e"),
            ("M", #"{"t":{}}"#, "t.e"), ("M", #"{"t":{"e":"one","x":1}}"#, "t.x"),
            ("M", #"{"t":{"e":"one","n":"x"}}"#, "t.n"),
            ("M", #"{"a":[{"e":"one"},{"e":"x"}]}"#, "a[1].e"), ("M", #"{"a":{}}"#, "a"),
            ("M", #"{"d":{"x":"y"}}"#, "d.x"),
            ("M", #"{"zz":1,"z":1}"#, "z"), ("R", "{}", "must"), ("R", #"{"must":null}"#, "must"),
            ("R", #"{"must":1}"#, nil),
        ] as [(String, String, String?)])
    func misfits(method: String, text: String, expected: String?) throws {
        let interface = try InterfaceDescription(Self.checked)
        guard case .object(let members) = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)) else {
            Issue.record("not an object")
            return
        }
        #expect(interface.misfit(of: members, in: interface.methods[method]!.input) == expected)
    }

    @Test func theServiceInterfaceIsTheNorms() throws {
        let interface = try InterfaceDescription(ServiceInterface.text)
        #expect(interface.methods.keys.sorted() == ["GetInfo", "GetInterfaceDescription"])
        #expect(
            interface.errors.keys.sorted() == [
                "ExpectedMore", "InterfaceNotFound", "InvalidParameter", "MethodNotFound", "MethodNotImplemented",
                "PermissionDenied",
            ])
    }

    /// Of 128 types the last lies within 127 others.
    @Test(arguments: [("[]", ""), ("[string]", ""), ("?[]", ""), ("(a: ", ")")])
    func typesNestOnlySoDeep(open: String, close: String) throws {
        let levels = open == "?[]" ? 2 : 1
        func text(_ depth: Int) -> String {
            let count = (depth - 1) / levels
            return "interface a.b\ntype T (x: " + String(repeating: open, count: count) + "int"
                + String(repeating: close, count: count) + ")\n"
        }
        #expect(try InterfaceDescription(text(127)).types.count == 1)
        for depth in [131, 100_001] {
            #expect(throws: InterfaceSyntaxError(line: 2, problem: "types nest more than 128 deep")) {
                try InterfaceDescription(text(depth))
            }
        }
    }
}
