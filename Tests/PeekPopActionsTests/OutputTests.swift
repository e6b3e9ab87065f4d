import ActionRules
import Linux
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
        ("a\r\nb", "'a\u{240a}b'"), ("\u{9b}31m", "'?31m'"), ("\u{202e}gpj.x", "'?gpj.x'"),
        ("\u{2067}a\u{2069}", "'?a?'"),
        ("\u{7f}\u{85}\u{2028}", "'?\u{240a}\u{240a}'"), ("שלום 例", "'שלום 例'"),
        ("\u{301}\u{1b}\u{301}", "'\u{301}?\u{301}'"),
    ])
    func quoting(text: String, quoted: String) {
        #expect(DryRun.quoted(text) == quoted)
    }

    /// Whatever others choose of what is shown: nothing of it steers the terminal, or makes a line.
    @Test(arguments: ["\u{1b}]0;x\u{7}", "a\nb", "\u{9b}2J", "\u{202e}x", "\u{2066}", "\r"])
    func dryRunOfAnything(text: String) throws {
        var values = PressValues(trigger: .peek)
        (values.app, values.title, values.selection, values.device) = (text, text, text, text)
        let rules = RulesReader.parse(
            Array(
                """
                [all]
                peek = run echo {app} {title} {selection} {device}
                peek = notify {title} {app}
                peek = dbus a.b / a.b.C s {title}
                peek = preview {selection}
                peek = run x\(text.replacing("\n", with: "").replacing("\r", with: "")) {link}
                peek = shell echo \(text.replacing("\n", with: "").replacing("\r", with: ""))
                """.utf8), file: "f")
        #expect(rules.problems == [])
        let lines = DryRun.lines(
            ActionQueue.Job(
                actions: rules.rules.actions(.peek, app: nil), values: values, press: PressKey(device: "", press: 1)))
        #expect(lines.count == 6)
        for line in lines { #expect(line.unicodeScalars.count { $0.steersTerminals } == 0, "\(line)") }
        #expect(
            DryRun.lines(ActionQueue.Job(actions: [], values: values, press: PressKey(device: "", press: 1))).count == 1
        )
    }

    @Test(arguments: [(Int32(0), Ending.status(0)), (3 << 8, .status(3)), (9, .signal(9)), (11 | 0x80, .signal(11))])
    func endings(status: Int32, ending: Ending) {
        #expect(Ending(waitStatus: status) == ending)
    }
}
