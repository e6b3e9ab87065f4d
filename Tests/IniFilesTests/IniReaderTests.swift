import Testing

@testable import IniFiles

@Suite struct IniReaderTests {
    /// Lines with their numbers, in short.
    private func lines(_ bytes: [UInt8], comments: Bool = false, joins: Bool = false) -> [String] {
        var lines: [String] = []
        IniReader.read(bytes, .init(hasCommentsAfterValues: comments, joinsIndentedLines: joins)) { line, content in
            switch content {
            case .section(let name): lines.append("\(line) [\(name)]")
            case .key(let name, let value): lines.append("\(line) \(name)=\(value)")
            case .more(let value): lines.append("\(line) +\(value)")
            case .mistake(let words): lines.append("\(line) !\(words)")
            }
        }
        return lines
    }

    static let nonsense = "!neither a [section] nor a `key = value`"

    @Test(arguments: [
        ("", []), ("\n\n", []), ("# a\n; b\n  # c\n", []),
        ("[a]", ["1 [a]"]), ("[a]\n[b]\n", ["1 [a]", "2 [b]"]), (" [a b]  # x\n", ["1 [a b]"]), ("[]\n", ["1 []"]),
        ("\r\n[a]\r\nb = c\r\n", ["2 [a]", "3 b=c"]),
        ("k=v", ["1 k=v"]), ("k : v ", ["1 k=v"]), ("k =", ["1 k="]), (" = v", ["1 =v"]), ("k = a = b", ["1 k=a = b"]),
        ("k\n", ["1 \(nonsense)"]), ("k\nl\n\nm = 1\nn", ["1 \(nonsense)", "2 \(nonsense)", "4 m=1", "5 \(nonsense)"]),
        ("[a\nk = v\n", ["1 !there is no `]` after `[`", "2 k=v"]),
        (
            "[a] k = v\n",
            ["1 [a]", "1 !what follows on the line of a [section] is not read: put it on a line of its own"]
        ),
        ("\u{feff}[a]\n", ["1 [a]"]), ("[ä]\nö = ü\n", ["1 [ä]", "2 ö=ü"]),
    ])
    func inAnyDialect(text: String, expected: [String]) {
        for comments in [false, true] {
            for joins in [false, true] {
                #expect(lines(Array(text.utf8), comments: comments, joins: joins) == expected)
            }
        }
    }

    @Test(arguments: [
        ("k = a ; b", "1 k=a", "1 k=a ; b"), ("k = a;b", "1 k=a;b", "1 k=a;b"), ("k = ;b", "1 k=", "1 k=;b"),
    ])
    func commentsAfterValues(text: String, with: String, without: String) {
        #expect(lines(Array(text.utf8), comments: true) == [with])
        #expect(lines(Array(text.utf8), comments: false) == [without])
    }

    @Test func indentedIsAsAnyOther() {
        #expect(lines(Array("k = a\n  b = c\n  d\n".utf8)) == ["1 k=a", "2 b=c", "3 \(Self.nonsense)"])
    }

    /// There has to be a key above, in the same section.
    @Test func indentedGoesOn() {
        let text = "  k = a\n\tb ; c\n\n # d\n e\n[s]\n  l = f\n  g\n[t]\n  h\n"
        #expect(
            lines(Array(text.utf8), joins: true) == [
                "1 k=a", "2 +b ; c", "5 +e", "6 [s]", "7 l=f", "8 +g", "9 [t]", "10 \(Self.nonsense)",
            ])
    }

    @Test(
        arguments: [
            ([0x6b, 0x3d, 0x00, 0x76], "1 !the line holds a NUL byte: is this a text file?"),
            ([0x23, 0x00], "1 !the line holds a NUL byte: is this a text file?"),
            ([0x6b, 0x3d, 0xff], "1 !the line is not UTF-8"), ([0x5b, 0xff, 0x5d], "1 !the line is not UTF-8"),
            ([0x6b, 0x3d, 0x1f], "1 !the line holds the byte 0x1f, which is no text"),
        ] as [([UInt8], String)])
    func noText(bytes: [UInt8], mistake: String) {
        #expect(lines(bytes) == [mistake])
        // What follows is read.
        #expect(lines(bytes + Array("\n[a]\nk = v".utf8)) == [mistake, "2 [a]", "3 k=v"])
    }

    @Test func commentsMayBeAnything() {
        #expect(
            lines([0x23, 0xff, 0x0a] + Array("; \(String(repeating: "x", count: 5_000))\nk = v".utf8)) == ["3 k=v"])
    }

    @Test func long() {
        let name = String(repeating: "n", count: 120)
        #expect(lines(Array("[\(name)]\n\(name) = v".utf8)) == ["1 [\(name)]", "2 \(name)=v"])
        let line = "k = " + String(repeating: "x", count: 194)
        #expect(lines(Array((line + "\n").utf8)) == ["1 k=" + line.dropFirst(4)])
        for ending in ["", "\n", "\nl = 1\n"] {
            let rest = ending.count > 1 ? ["2 l=1"] : []
            #expect(lines(Array((line + "x" + ending).utf8)) == ["1 !the line is longer than 198 bytes"] + rest)
        }
        let joined = lines(Array((" " + line).utf8), joins: true)
        #expect(joined == ["1 !the line is longer than 198 bytes; an indented line goes on with the one above"])
    }

    /// Any bytes: each line says at most two things, and none twice.
    @Test func anyBytes() {
        var generator = SystemRandomNumberGenerator()
        let alphabet = Array("[]=:;# \t\r\n\nab\u{1f}".utf8) + [0, 0xff, 0xc3, 0xa4]
        for _ in 0..<2_000 {
            let bytes = (0..<Int.random(in: 0..<120)).map { _ in alphabet.randomElement(using: &generator)! }
            let breaks = bytes.count { $0 == 0x0a } + 1
            for joins in [false, true] {
                let numbers = lines(bytes, joins: joins).map { Int($0.prefix { $0.isNumber })! }
                #expect(
                    numbers == numbers.sorted() && (numbers.last ?? 1) <= breaks && numbers.count <= 2 * breaks,
                    "\(bytes)")
            }
        }
    }
}
