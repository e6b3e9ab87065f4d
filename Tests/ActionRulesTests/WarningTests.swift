import Testing

@testable import ActionRules

@Suite struct WarningTests {
    func warnings(_ action: String) -> [String] {
        let result = RulesReader.parse(Array("[all]\npeek = \(action)\n".utf8), file: "f")
        #expect(result.problems == [])
        return result.rules.warnings { _ in true }.map { String($0.message.dropFirst("peek: ".count)) }
    }

    /// A value in a program's code: whoever wrote it could run anything.
    @Test(arguments: [
        ("run sh -c \"echo {selection}\"", "`shell … \"$PEEKPOP_SELECTION\"`"),
        ("start /bin/bash -lc 'echo {title}'", "`shell … \"$PEEKPOP_TITLE\"`"),
        ("show dash -c {app}", "`shell … \"$PEEKPOP_APP\"`"), ("run zsh -o extendedglob -c x{selection}", "`shell …"),
        ("run sh -ec 'cat {file}'", "`sh -c '… \"$1\"' sh {file}`"),
        ("run env -i A=b sh -c 'echo {word}'", "`sh -c '… \"$1\"' sh {word}`"),
        ("run timeout 5 ksh -c 'echo {uri}'", "`ksh -c"),
        ("run fish -c 'echo {link}'", "`fish -c '… $argv[1]' {link}`"),
        ("run fish --command='echo {link}'", "`fish -c"), ("run fish --command 'echo {link}'", "`fish -c"),
        ("run python3 -c 'print(\"{selection}\")'", "`python3 -c '… sys.argv[1]' {selection}`"),
        ("run python3.11 -Ic 'print(\"{link}\")'", "`python3.11 -c"), ("run python3 -c'print({link})'", "`python3 -c"),
        ("run perl -ne 'print {selection}'", "`perl -e '… $ARGV[0]' {selection}`"),
        ("run perl -MTime::Local -E '{word}'", "`perl -e"), ("run ruby -e 'p {word}'", "`ruby -e"),
        ("run node --eval '{word}'", "`node -e"), ("run php -r '{word};'", "`php -r"),
    ])
    func valuesInCode(action: String, remedy: String) {
        let told = warnings(action)
        #expect(told.count == 1, "\(told)")
        #expect(told.first?.contains("would become a part of the commands") == true)
        #expect(told.first?.contains("write \(remedy)") == true, "\(told)")
    }

    /// Where a value is an argument, or a shell's variable, or nobody else's choice.
    @Test(arguments: [
        "run sh -c 'echo \"$1\"' sh {selection}", "run sh -c 'echo \"$PEEKPOP_SELECTION\"'",
        "run bash tool -c {selection}",
        "run python3 tool.py -c {file}", "run python3 -m tool -c {file}", "run python3 -c 'print(1)' {selection}",
        "run perl -e 'print @ARGV' {selection}", "run sh -c 'echo {clicks}'", "run xdg-open {link}",
        "run grep -e {word} a",
        "shell sh -c 'echo \"$PEEKPOP_SELECTION\"'", "shell echo \"$PEEKPOP_SELECTION\" | sh -c 'cat'",
        "shell eval 'echo \"$PEEKPOP_SELECTION\"'", "shell eval \"$(ssh-agent)\"; echo \"$PEEKPOP_SELECTION\"",
        "shell a=$(printf %s \"$PEEKPOP_SELECTION\"); [ -n \"$a\" ] && echo \"$a\"",
        "shell sh -c x sh \"$PEEKPOP_SELECTION\"",
        "run echo 'a | b' \"c > d\" '*' '~' '$HOME' \\$x \\* https://a/?b=c&d=e a;b x~ 5",
        "run sh -c 'ls *.txt | wc > x'",
        "run sh -c \"echo $HOME\"", "run echo ${{ $5", "preview {file}", "preview /a/{word}", "preview file:///a",
        "preview {uri}",
        "shell ls *.txt | wc > ~/x && echo $HOME", "preview smb://a/b",
    ])
    func noWarnings(action: String) {
        #expect(warnings(action) == [])
    }

    @Test(arguments: [
        ("shell eval echo $PEEKPOP_SELECTION", "commands of `eval`"),
        ("shell eval \"$PEEKPOP_TITLE\"", "commands of `eval`"),
        ("shell sh -c \"echo $PEEKPOP_SELECTION\"", "commands of `sh`"),
        ("shell bash -c $PEEKPOP_APP", "commands of `bash`"),
        ("shell true && \"$PEEKPOP_SELECTION\"", "itself be run"), ("shell ${PEEKPOP_SELECTION}", "itself be run"),
        ("shell echo $($PEEKPOP_SELECTION)", "itself be run"),
        ("run bash -c 'eval \"$1\"' x {selection}", "`eval` takes"),
    ])
    func variablesAsCommands(action: String, part: String) {
        let told = warnings(action)
        #expect(told.count == 1 && told[0].contains(part), "\(told)")
    }

    /// What only a shell knows.
    @Test(arguments: [
        ("run ls *.txt | wc", ["`*.txt` stands for no files", "`|` is an argument"]),
        ("run ls > x", ["`>` is an argument, and no file"]), ("start a 2>&1", ["`2>&1` is an argument"]),
        ("show a &>/dev/null", ["`&>/dev/null` is"]), ("run a < b", ["`<` is an argument"]),
        ("run a && b", ["`&&` is"]),
        ("run a ; b", ["`;` is an argument"]), ("run a; b", ["`;` is a part of the word before"]),
        ("run a &", ["`&` is"]),
        ("run cat ~/x", ["`~/x` is not looked for in your home"]), ("run a $HOME/x", ["`$HOME` is no variable"]),
        ("run a \"${{HOME}}\"", ["`$HOME` is no variable"]),
        ("run a \"$PEEKPOP_SELECTION\"", ["`$PEEKPOP_SELECTION` is no"]),
        ("run a $(date)", ["`$(date)` runs no command"]), ("run a | b | c", ["`|` is an argument"]),
        ("preview foo.txt", ["`foo.txt` is no file from / on"]),
        ("preview ~/x.txt", ["`~/x.txt` is no file from / on"]),
        ("preview x/{word}", ["`x/` is no file"]),
    ])
    func shellWords(action: String, parts: [String]) {
        let told = warnings(action)
        #expect(told.count == parts.count, "\(told)")
        for (message, part) in zip(told, parts) { #expect(message.contains(part)) }
    }

    /// Sections that come too late.
    @Test(arguments: [
        ("[all]\npeek = none\n[all]\npeek = none\npop = none", [4]),
        ("[app a]\npeek = none\n[app A]\npeek = none", [4]),
        ("[app a*]\npeek = none\n[app ab]\npeek = none\n[app b]\npeek = none", [4]),
        ("[app a*]\npeek = none\n[app ab*]\npeek = none", [4]), ("[app a?]\npeek = none\n[app a*]\npeek = none", []),
        ("[app ab]\npeek = none\n[app a*]\npeek = none", []), ("[all]\npeek = none\n[app a]\npeek = none", []),
        ("[app *]\npeek = none\n[all]\npeek = none", []), ("[all]\npeek = none\npeek = none\n[all]\npop = none", []),
    ])
    func hidden(text: String, lines: [Int]) {
        let told = RulesReader.parse(Array(text.utf8), file: "f").rules.warnings { _ in true }
        #expect(told.map(\.place.line) == lines)
        #expect(
            told.allSatisfy {
                $0.message.hasPrefix("peek: never done: that of [a") && $0.message.contains("in line 2 ")
            })
    }

    /// Whoever writes rules of their own before a preset means them to go before it; after it they come too late.
    @Test func ownRulesBesideAPreset() throws {
        let own = "[all]\npeek = none\n"
        let before = try PresetBlock.replace(in: Array(own.utf8), with: .quicklook)
        #expect(RulesReader.parse(before, file: "f").rules.warnings { _ in true } == [])
        let after = RulesReader.parse(Array(PresetBlock.block(.quicklook).utf8) + Array(own.utf8), file: "f")
        #expect(after.rules.warnings { _ in true }.map(\.message).filter { $0.contains("never done") }.count == 1)
    }

    /// What is ready to be used does what is meant.
    @Test func presetsHaveNone() {
        for preset in Preset.all {
            #expect(RulesReader.parse(Array(preset.text.utf8), file: "f").rules.warnings { _ in true } == [])
        }
    }
}
