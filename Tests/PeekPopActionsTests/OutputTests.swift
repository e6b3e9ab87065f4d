import ActionRules
import Testing

@testable import PeekPopActions

@Suite struct OutputTests {
    func lines(_ pieces: [String], limit: Int) -> (lines: [String], leftOut: Int) {
        var output = OutputLines(limit: limit)
        var lines: [String] = []
        for piece in pieces { Array(piece.utf8).withUnsafeBytes { lines += output.take($0) } }
        lines += output.finish()
        return (lines, output.leftOut)
    }

    @Test func wholeLines() {
        #expect(lines(["a\nb", "c\n", "d"], limit: 20) == (["a", "bc", "d"], 0))
        #expect(lines([], limit: 20) == ([], 0))
    }

    @Test func limits() {
        #expect(lines(["1\n2\n3\n4\n", "5\n"], limit: 2) == (["1", "2"], 6))
        #expect(lines(["abc\n"], limit: 0) == ([], 4))
        let long = lines([String(repeating: "x", count: 1000) + "\ny\n"], limit: 5)
        #expect(long.lines.map(\.count) == [400, 1] && long.leftOut == 600)
    }

    @Test(arguments: [
        ("plain-1.5", "plain-1.5"), ("a b", "'a b'"), ("", "''"), ("it's", "'it'\\''s'"), ("a\nb", "'a\u{240a}b'"),
        ("\u{1b}[m", "'?[m'"),
    ])
    func quoting(text: String, quoted: String) {
        #expect(DryRun.quoted(text) == quoted)
    }

    @Test(arguments: [(Int32(0), Ending.status(0)), (3 << 8, .status(3)), (9, .signal(9)), (11 | 0x80, .signal(11))])
    func endings(status: Int32, ending: Ending) {
        #expect(Ending(waitStatus: status) == ending)
    }
}
