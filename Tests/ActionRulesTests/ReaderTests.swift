import Testing

@testable import ActionRules

@Suite struct ReaderTests {
    func read(_ text: String) -> RulesReader.Result { RulesReader.parse(Array(text.utf8), file: "f") }

    @Test func ofManyMistakesTheFirstAreTold() {
        let mistakes = { (count: Int) in
            RulesReader.parse(Array(("[all]\n" + String(repeating: "peek = frob\n", count: count)).utf8), file: "f")
                .complaints
        }
        #expect(mistakes(0) == [])
        #expect(mistakes(20).count == 20)
        let many = mistakes(1_000)
        #expect(many.count == 21 && many[19].hasPrefix("f:21: ") && many[20] == "and 980 more")
    }

    /// What can be read, and will hardly do what was meant: by line.
    @Test(arguments: [
        ("run there {link}", []), ("run away", ["there is no program `away`"]),
        ("start 'a w' x", ["there is no program `a w`"]),
        ("show away", ["there is no program `away`"]), ("shell away", []), ("key space", []),
        ("shell echo ${selection} {selections} { selection }", []),
        ("shell echo '{selection}'", ["`{selection}` is no value in a shell line; write \"$PEEKPOP_SELECTION\""]),
        ("shell ${x}{x}", ["`{x}` is no value in a shell line; write \"$PEEKPOP_X\""]),
        (
            "shell open {file} {word}",
            ["file", "word"].map {
                "`{\($0)}` is no value in a shell line; `run PROGRAM {\($0)}` has it, or \"$PEEKPOP_SELECTION\" all that is"
                    + " selected"
            }
        ),
    ])
    func warnings(action: String, messages: [String]) {
        let result = read("[all]\nhint = none\n\npeek = \(action)\n")
        #expect(result.problems == [])
        #expect(result.rules.warnings { $0 == "there" }.map(\.description) == messages.map { "f:4: peek: \($0)" })
    }

    @Test func warningsOfPlaces() {
        let shows = Trigger.allCases.map { "\($0.rawValue) = show a\n" }.joined()
        let warnings = read("[selection]\ncommand = b\n[all]\n" + shows).rules.warnings { $0 == "a" }
        #expect(warnings.map(\.place.line) == [2, 7, 8, 9], "the reader, and the three ends of a press")
    }

    @Test func everything() throws {
        let result = read(
            """
            # comment
            ; comment
            [limits]
            at-once = 2
            started = 3
            timeout = 5
            output-lines = 0
            [selection]
            command = wl-paste -p "a b"
            [app org.gnome.*]
            peek = run a 'b c' {link}
            peek = notify "Sum" "Body; {clicks}"
            pop = none
            [all]
            hint = shell x=1; echo "$x" ; echo '# no comment'
            pop = key ctrl+t
            cancel = dbus org.example.A /a org.example.A.B su {word} 7
            release = button middle
            hint-cancel = preview-close
            """)
        #expect(result.problems == [])
        let rules = result.rules
        #expect(rules.limits.atOnce == 2 && rules.limits.started == 3)
        #expect(rules.limits.timeoutSec == 5 && rules.limits.outputLines == 0)
        #expect(rules.selectionCommand == ["wl-paste", "-p", "a b"])
        #expect(rules.groups.map(\.scope) == [.app("org.gnome.*"), .all])
        #expect(rules.groups.map(\.place.line) == [10, 14])
        #expect(rules.actions(.peek, app: "org.gnome.Maps").map(\.place.line) == [11, 12])
        #expect(rules.actions(.peek, app: nil) == [])
        #expect(rules.actions(.pop, app: "ORG.GNOME.X") == [], "`none` hides what holds for all")
        #expect(rules.actions(.pop, app: "foot").map(\.text) == ["key ctrl+t"])
        let shell = try #require(rules.actions(.hint, app: nil).first)
        #expect(shell.kind == .shell("x=1; echo \"$x\" ; echo '# no comment'"))
        #expect(rules.wantsFocus && rules.wantsInput)
        #expect(rules.allActions.count == 8)
    }

    /// Each mistake by its line, all of them at once.
    @Test(arguments: [
        ("[all]\npeek = fly away", 2, "unknown action `fly`"),
        ("[all]\npeek = ", 2, "there is no action"),
        ("[all]\npress = none", 2, "`press` is nothing a press does"),
        ("[everywhere]\n", 1, "unknown section [everywhere]"),
        ("[app ]\npeek = none", 1, "unknown section [app ]"),
        ("peek = none", 1, "before the first [section]"),
        ("[all]\n\nno equals sign", 3, "neither a [section] nor"),
        ("[all]\npeek = run", 2, "wants a program"),
        ("[all]\npeek = run {link}", 2, "the program itself"),
        ("[all]\npeek = run a 'b", 2, "' is not closed"),
        ("[all]\npeek = run a \"b", 2, "\" is not closed"),
        ("[all]\npeek = run a \\", 2, "backslash ends the line"),
        ("[all]\npeek = run a {nothing}", 2, "`{nothing}` is no value"),
        ("[all]\npeek = run a {link", 2, "`{` is not closed"),
        ("[all]\npeek = run a }", 2, "`}` closes nothing"),
        ("[all]\npeek = shell", 2, "wants a command line"),
        ("[all]\npeek = key a", 2, "no text is typed"),
        ("[all]\npeek = key ctrl+a ctrl+c", 2, "wants a key"),
        ("[all]\npeek = button wheel", 2, "no button"),
        ("[all]\npeek = notify a b c", 2, "`notify` wants"),
        ("[all]\npeek = preview", 2, "wants a file"),
        ("[all]\npeek = preview-close now", 2, "nothing may follow"),
        ("[all]\npeek = dbus a.b /a", 2, "a call is"),
        ("[all]\npeek = dbus nobody /a a.b.C", 2, "no name on a bus"),
        ("[all]\npeek = dbus a.b a a.b.C", 2, "no object path"),
        ("[all]\npeek = dbus a.b /a/ a.b.C", 2, "no object path"),
        ("[all]\npeek = dbus a.b /a C", 2, "no INTERFACE.MEMBER"),
        ("[all]\npeek = dbus a.b /a a.b.C as x", 2, "`a` is no type"),
        ("[all]\npeek = dbus a.b /a a.b.C ss x", 2, "wants 2 arguments"),
        ("[all]\npeek = dbus a.b /a a.b.C y 256", 2, "from 0 to 255"),
        ("[all]\npeek = dbus a.b /a a.b.C b maybe", 2, "neither true nor false"),
        ("[all]\npeek = dbus a.b /a a.b.C d x", 2, "no number"),
        ("[all]\n[al]", 2, "unknown section [al]"),
        ("  [al]\npeek = none", 1, "unknown section [al]"),
        ("[]\npeek = none", 1, "unknown section []"),
        ("[all] peek = none", 1, "is not read"),
        ("[limits]\nat-once = 0", 2, "from 1 to 64"),
        ("[limits]\ntimeout = 10s", 2, "in seconds"),
        ("[limits]\nspeed = 1", 2, "unknown key `speed`"),
        ("[limits]\nat-once = 1\nat-once = 2", 3, "the first is in line 2"),
        ("[selection]\nprogram = x", 2, "unknown key `program`"),
        ("[selection]\ncommand = ", 2, "there is no command"),
        ("[all]\npeek = run \0", 2, "NUL byte"),
    ])
    func mistakes(text: String, line: Int, why: String) {
        let problems = read(text).problems
        #expect(problems.count == 1, "\(problems)")
        #expect(problems.first?.place == Place(file: "f", line: line))
        #expect(problems.first?.message.contains(why) == true, "\(problems)")
    }

    @Test func notUTF8() {
        let result = RulesReader.parse(Array("[all]\npeek = run ".utf8) + [0xff, 0x0a], file: "f")
        #expect(result.problems.map(\.description) == ["f:2: the line is not UTF-8"])
    }

    @Test func allMistakesInOrder() {
        let lines = read("[x]\n[all]\npeek = fly\npop = none\nhint = sink\n").problems.map(\.place.line)
        #expect(lines == [1, 3, 5])
        #expect(read("one\n[all]\ntwo\nthree\n").problems.map(\.place.line) == [1, 3, 4])
    }

    @Test func indentedLinesGoOn() {
        let result = read("[all]\npeek = run a\n  b 'c\n    d'\n\n\tpop = e\nhint = shell echo 1;\n  echo 2\n")
        #expect(result.problems == [])
        #expect(result.rules.actions(.peek, app: nil).map(\.text) == ["run a b 'c d' pop = e"])
        #expect(result.rules.actions(.hint, app: nil).map(\.text) == ["shell echo 1; echo 2"])
    }

    /// libinih keeps 49 bytes of it.
    @Test func longNames() {
        let app = "org.example." + String(repeating: "long", count: 30)
        let rules = read("[app \(app)]\npeek = none\n[app \(app).more]\npop = none\n").rules
        #expect(rules.groups.map(\.scope) == [.app(app), .app(app + ".more")])
    }

    @Test func longLines() {
        let fits = "[all]\npeek = run \(String(repeating: "x", count: 198 - 11))"
        #expect(read(fits).problems == [])
        #expect(read(fits + "\n").problems == [])
        let problems = read(fits + "yz\n").problems.map(\.message)
        #expect(problems.count == 1 && problems[0].contains("longer than 198 bytes"), "\(problems)")
    }

    /// The user's section goes before the preset's, and an application's before all.
    @Test func order() {
        let rules = read(
            """
            [all]
            peek = run mine
            [app foot]
            pop = run footpop
            [all]
            peek = run preset
            pop = run presetpop
            [app foo*]
            pop = run late
            cancel = run footcancel
            """
        ).rules
        #expect(rules.actions(.peek, app: "foot").map(\.text) == ["run mine"])
        #expect(rules.actions(.pop, app: "foot").map(\.text) == ["run footpop"])
        #expect(rules.actions(.cancel, app: "foot").map(\.text) == ["run footcancel"])
        #expect(rules.actions(.pop, app: "").map(\.text) == ["run presetpop"])
        #expect(rules.actions(.cancel, app: "bar") == [])
    }

    @Test func missingIsNoMistake() {
        let result = RulesReader.read("/nowhere/actions.conf")
        #expect(result.isMissing && result.problems == [] && result.rules == Rules())
    }

    @Test(arguments: [
        ("/", "/: reading it: Is a directory"),
        ("/dev/zero", "/dev/zero: reading it: it is a device, and has to be a file"),
    ])
    func whatIsNoFile(path: String, problem: String) {
        #expect(RulesReader.read(path).problems.map(\.description) == [problem])
    }

    @Test(arguments: [
        ("foot", "foot", true), ("foot", "Foot", true), ("foot", "footclient", false), ("foot*", "footclient", true),
        ("*", "x", true), ("org.*.Nautilus", "org.gnome.Nautilus", true), ("?oot", "foot", true), ("?", "ab", false),
        ("*a*b", "xaxxb", true), ("*a*b", "xaxxbc", false), ("**", "", true), ("a*", "", false),
    ])
    func patterns(pattern: String, name: String, fits: Bool) {
        #expect(Pattern.fits(pattern, name) == fits)
    }
}
