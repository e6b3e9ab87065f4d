import Testing

@testable import ActionRules

@Suite struct ValueTests {
    func filled(_ template: String, selection: String?) throws -> String {
        var values = PressValues(trigger: .peek)
        values.selection = selection
        values.app = "foot"
        values.clicks = 1.8664
        return try Template(template).filled(values)
    }

    @Test(arguments: [
        ("{selection}", "a b\n", "a b\n"), ("<{word}>", "  «don’t-stop», he said", "<don’t-stop>"),
        ("{word}", "-- x2 --", "x2"), ("{link}", "see https://a.b/c?d=e#f, ok", "https://a.b/c?d=e#f"),
        ("{link}", "(HTTP://A.b/)", "HTTP://A.b/"), ("{link}", "http://a/(b)", "http://a/(b)"),
        // Letters whose small forms are longer, and a mark that clings to what follows.
        ("{link}", "ȺİKK\u{0600}HTTPS://a.b/İ", "HTTPS://a.b/İ"),
        ("{link}", "x\"https://a.b/c\"y", "https://a.b/c"), ("{file}", "/etc/passwd\n", "/etc/passwd"),
        ("{file}", "\n  file:///a%20b%C3%A4\nmore", "/a bä"), ("{file}", "file://localhost/x", "/x"),
        ("{uri}", "/a b/ä%", "file:///a%20b/%C3%A4%25"), ("{app} {clicks} {grams}{{}}", "", "foot 1.866 {}"),
    ])
    func values(template: String, selection: String, expected: String) throws {
        #expect(try filled(template, selection: selection) == expected)
    }

    /// Nothing that belongs to an address is cut off, for what is left leads elsewhere; nothing of the sentence is taken.
    @Test(arguments: [
        "https://münchen.de/x", "https://de.wikipedia.org/wiki/Köln", "http://例え.テスト/ページ?検索=語#節",
        "https://пример.рф/путь", "https://a.b/e\u{301}te\u{301}", "https://i❤️.ws/👩\u{200d}🚀",
        "https://a.b/نامه\u{200c}ها",
        "https://en.wikipedia.org/wiki/Bose–Einstein_condensate", "https://fr.wikipedia.org/wiki/L’Équipe",
        "https://ca.wikipedia.org/wiki/Col·lecció", "https://a.b/１２/Ａ", "https://a.b/a_(b)", "https://[::1]:80/x",
        "https://a.b/%C3%A4?x=[1]", "https://a.b", "https://ja.wikipedia.org/wiki/々〇ー", "https://a.b/№5/½/x²",
    ])
    func wholeAddresses(link: String) throws {
        let around = [
            ("", ""), ("(", ")"), ("[", "]"), ("<", ">"), ("«", "»"), ("»", "«"), ("„", "“"), ("“", "”."), ("‘", "’,"),
            ("‹", "›"),
            ("「", "」"), ("『", "』。"), ("（", "）"), ("＜", "＞"), ("【", "】"), ("《", "》"), ("［", "］"), ("｛", "｝"),
            ("読む：", "。次"), ("看", "，好"), ("", "、"), ("", "！"), ("", "？"), ("", "；"), ("", "…"), ("", " – so"),
            ("a ", "\u{a0}b"), ("a ", "\u{3000}b"), ("\u{2067}", "\u{2069}"), ("", "\u{200b}"), ("\u{feff}", "\n"),
            ("no http:// but ", "."),
        ]
        for (before, after) in around {
            #expect(try filled("{link}", selection: before + link + after) == link, "\(before)…\(after)")
        }
        let upper = link.replacing("http", with: "HTTP")
        #expect(try filled("{link}", selection: upper + " http://second.example") == upper)
    }

    /// A host has neither dashes nor quotes that are not ASCII's.
    @Test(arguments: [("https://a.b—which", "https://a.b"), ("see http://a,https://b", "http://a,https://b")])
    func ends(text: String, link: String) throws {
        #expect(try filled("{link}", selection: text) == link)
    }

    @Test(arguments: [
        ("{selection}", "  \n", "nothing is selected"), ("{link}", "no link", "has no link"),
        ("{link}", "https://", "has no link"),
        ("{file}", "relative/path", "has no file"), ("{file}", "file://elsewhere/x", "has no file"),
        ("{file}", "file:///a%2", "has no file"), ("{file}", "file:///a%00b", "has no file"),
        ("{file}", "file:///a%ff", "has no file"), ("{word}", "...", "has no word"),
        ("{uri}", "https://a", "has no uri"),
    ])
    func missing(template: String, selection: String, why: String) {
        #expect {
            try filled(template, selection: selection)
        } throws: {
            "\($0)".contains(why)
        }
    }

    /// What the author wrote stays markup; what a page or a window wrote is shown as it is.
    @Test func bodies() throws {
        var values = PressValues(trigger: .peek)
        values.selection = "<a href=\"x\">Tom & Jerry</a>"
        let body = try Template("<b>{selection}</b> &amp; {{}}").body(values)
        #expect(body.plain == "<b><a href=\"x\">Tom & Jerry</a></b> &amp; {}")
        #expect(body.markup == "<b>&lt;a href=\"x\"&gt;Tom &amp; Jerry&lt;/a&gt;</b> &amp; {}")
    }

    @Test func nobodyReadTheSelection() {
        #expect(throws: Template.Mistake(description: "nothing is selected")) { try filled("{word}", selection: nil) }
    }

    @Test(arguments: [
        (0, "0"), (1.5, "1.5"), (0.0004, "0"), (-0.25, "-0.25"), (2.9996, "3"), (1.05, "1.05"), (.infinity, "0"),
        (.nan, "0"),
    ])
    func numbers(value: Double, text: String) {
        #expect(decimals(value) == text)
    }

    @Test func environment() {
        var values = PressValues(trigger: .cancel)
        values.reason = "released"
        values.grams = 350.25
        let environment = Dictionary(uniqueKeysWithValues: values.environment.map { ($0.name, $0.value) })
        #expect(environment["PEEKPOP_TRIGGER"] == "cancel")
        #expect(environment["PEEKPOP_REASON"] == "released")
        #expect(environment["PEEKPOP_GRAMS"] == "350.25")
        #expect(environment["PEEKPOP_SELECTION"] == nil)
        values.selection = "x"
        #expect(values.environment.contains { $0 == ("PEEKPOP_SELECTION", "x") })
    }

    @Test(arguments: [
        ("a b  c", ["a", "b", "c"]), ("", []), ("''", [""]), ("a'b c'd", ["ab cd"]), (#""a\"b\\c\d""#, [#"a"b\c\d"#]),
        (#"a\ b \'"#, ["a b", "'"]), ("\ta\t", ["a"]), ("'$HOME' *", ["$HOME", "*"]),
    ])
    func words(line: String, words: [String]) throws {
        #expect(try Words.split(line) == words)
    }
}
