import CommandLineTable
import Testing

@Suite struct ParserTests {
    let ctl = PeekpopctlTable.program
    let daemon = PeekpopdTable.program

    @Test(arguments: [
        ["listen", "--device", "a", "--device=b", "-dc", "--json", "-n", "3"],
        ["--socket", "/s", "listen", "--json", "-da", "-d", "b", "-d", "c", "--count=3"],
        ["listen", "-n3", "--socket=/s", "--json", "-d", "a", "-d", "b", "-d", "c"],
    ])
    func spellings(_ arguments: [String]) throws {
        let invocation = try ctl.parse(arguments)
        #expect(invocation.command == PeekpopctlTable.listen)
        #expect(invocation.values(PeekpopctlTable.device) == ["a", "b", "c"])
        #expect(invocation.has(PeekpopctlTable.json))
        #expect(invocation.integer(PeekpopctlTable.count) == 3)
        #expect(invocation.value(PeekpopctlTable.timeout) == nil)
    }

    @Test func operands() throws {
        #expect(try ctl.parse(["replay", "-"]).operands == ["-"])
        #expect(try ctl.parse(["replay", "--", "--json"]).operands == ["--json"])
        #expect(try ctl.parse(["replay", "a", "--json"]).operands == ["a"])
        #expect(try ctl.parse(["config", "show"]).operands == ["show"])
        #expect(try ctl.parse(["plot", "a", "-o", "x", "b", "-"]).operands == ["a", "b", "-"])
    }

    @Test(
        arguments: [
            (["help"], nil), (["help", "listen"], "listen"), (["help", "help"], "help"),
            (["help", "generate"], "generate"),
            (["--socket", "/s", "help", "status"], "status"), (["help", "--help"], "help"),
            (["listen", "--help"], "listen"),
        ] as [([String], String?)])
    func helpAsACommand(_ arguments: [String], _ command: String?) throws {
        let invocation = try ctl.parse(arguments)
        #expect(invocation.action == .help)
        #expect(invocation.command?.name == command)
        #expect(invocation.operands == [])
    }

    /// A program without commands has none for help either.
    @Test func helpIsNoWordOfTheDaemon() {
        #expect { try daemon.parse(["help"]) } throws: { ($0 as? UsageError)?.message == "unexpected argument 'help'" }
    }

    @Test(arguments: [["--help"], ["-h"], ["--help", "nonsense"], ["listen", "-h"], ["replay", "--help"]])
    func helpNeedsNothingElse(_ arguments: [String]) throws {
        #expect(try ctl.parse(arguments).action == .help)
    }

    @Test func version() throws {
        #expect(try ctl.parse(["--version"]).action == .version)
        #expect(ctl.versionText == "peekpopctl \(peekPopVersion)\n")
    }

    /// Command line, then what is said about it.
    @Test(arguments: [
        ("", "no command given"),
        ("lisen", "unknown command 'lisen' (did you mean 'listen'?)"),
        ("fly", "unknown command 'fly'"),
        ("help lisen", "unknown command 'lisen' (did you mean 'listen'?)"),
        ("help fly", "unknown command 'fly'"),
        ("help listen status", "unexpected argument 'status'"),
        ("help --json", "unknown option '--json'"),
        ("listen --jsn", "unknown option '--jsn' (did you mean '--json'?)"),
        ("listen --", ""),
        ("listen -x", "unknown option '-x'"),
        ("listen --json=yes", "--json takes no value"),
        ("listen --count", "--count needs a value: --count N"),
        ("listen --count 0", "--count is '0', and has to be a whole number from 1 to 1000000000"),
        ("listen --count 1e3", "--count is '1e3', and has to be a whole number from 1 to 1000000000"),
        ("listen --count 1 --count 2", "--count is given twice"),
        ("listen --timeout nan", "--timeout is 'nan', and has to be a number from 0.001 to 1000000000"),
        (
            "listen --phase peeke",
            "--phase is 'peeke', and has to be 'began', 'changed', 'peeked', 'popped', 'ended' or 'cancelled'"
                + " (did you mean 'peeked'?)"
        ),
        ("listen --device=", "--device is empty"),
        ("listen extra", "unexpected argument 'extra'"),
        ("replay", "FILE is missing"),
        ("replay a b", "unexpected argument 'b'"),
        ("plot", "FILE is missing"),
        ("plot a --theme blue", "--theme is 'blue', and has to be 'auto', 'light' or 'dark'"),
        ("plot a --width 20", "--width is '20', and has to be a whole number from 240 to 4000"),
        ("replay --socket /s f", "unknown option '--socket'"),
        ("config", "ACTION is missing"),
        ("config edit", "ACTION is 'edit', and has to be 'show' or 'check'"),
    ])
    func mistakes(_ line: String, _ message: String) {
        let arguments = line.split(separator: " ").map(String.init)
        if message.isEmpty {
            #expect(throws: Never.self) { try ctl.parse(arguments) }
            return
        }
        #expect { try ctl.parse(arguments) } throws: { ($0 as? UsageError)?.message == message }
    }

    @Test func errorsCarryTheUsageLineOfTheirCommand() throws {
        let error = try #require(throws: UsageError.self) { try ctl.parse(["status", "-q"]) }
        #expect(
            error.description == "peekpopctl: unknown option '-q'\nusage: peekpopctl status [--json]\n"
                + "Try 'peekpopctl status --help' for more information.\n")
        let other = try #require(throws: UsageError.self) { try ctl.parse([]) }
        #expect(
            other.description
                == "peekpopctl: no command given\nusage: peekpopctl [--socket PATH] COMMAND [ARGUMENT]…\n"
                + "Try 'peekpopctl --help' for more information.\n")
    }

    @Test(arguments: [
        ("--source demo", true), ("--source evdev", true), ("--source recording:a b", true),
        ("--source recording:", false), ("--source libinput", true), ("--source libinput:/dev/input/event5", true),
        ("--source libinput:", false), ("--source usb", false), ("--speed max", true), ("--speed 0.5", true),
        ("--speed 0", false), ("--speed -1", false), ("--speed fast", false), ("operand", false),
    ])
    func daemonValues(_ line: String, _ isRight: Bool) {
        let arguments = line.split(separator: " ", maxSplits: 1).map(String.init)
        let invocation = try? daemon.parse(arguments)
        #expect((invocation != nil) == isRight)
    }
}
