import Testing

@testable import ActionRules

@Suite struct PresetTests {
    /// Line breaks of both kinds and lone ones, a last line without, nothing at all, what Swift takes for equal.
    static let own = [
        "", "[all]\npeek = none\n", "# mine\n\n\n[app x]\npop = key space", "\n", "\n\n", "\r\n", "\r", "\r\r\n\r",
        "[all]\r\npeek = none\r\n", "[all]\r\npeek = none", "[all]\r\npeek = none\npop = none\r\n", "a = b\r",
        "[all]\r\npeek = none\n", "[all]\npeek = none\r\n\n", "# e\u{301}\n", "# \u{e9}\n", "\u{feff}[all]\n",
        "\u{feff}", "\u{feff}\n", " ",
        "#\u{0}\n",
        "\n\u{301}\n",
    ]

    static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    static func checkRoundTrip(_ own: [UInt8]) throws {
        var file = own
        for preset in Preset.all {
            file = try PresetBlock.replace(in: file, with: preset)
            #expect(file.starts(with: own))
            let found = try #require(try PresetBlock.find(in: file))
            #expect(found.name == preset.name && found.isPristine)
            #expect(String(decoding: file, as: UTF8.self).components(of: "# >>> preset") == 2)
            #expect(try PresetBlock.replace(in: file, with: preset) == file, "a second time changes nothing")
        }
        #expect(try PresetBlock.replace(in: file, with: nil) == own)
    }

    /// In and out again, whatever else is in the file, leaves that byte for byte.
    @Test(arguments: own)
    func ownRulesStay(own: String) throws {
        try Self.checkRoundTrip(Self.bytes(own))
    }

    /// A byte order mark before the first mark, as some editors put it on saving, hides no preset.
    @Test func behindAByteOrderMark() throws {
        let mark: [UInt8] = [0xef, 0xbb, 0xbf]
        let file = mark + (try PresetBlock.replace(in: [], with: .links))
        let found = try #require(try PresetBlock.find(in: file))
        #expect(found.name == "links" && found.isPristine)
        #expect(try PresetBlock.replace(in: file, with: .links) == file)
        let other = try PresetBlock.replace(in: file, with: .lookup)
        #expect(other == mark + (try PresetBlock.replace(in: [], with: .lookup)))
        #expect(try PresetBlock.replace(in: file, with: nil) == mark)
    }

    @Test func anyFileStays() throws {
        var random = SystemRandomNumberGenerator()
        let pieces = [
            "\u{feff}", "\n", "\r\n", "\r", "[all]", "peek = none", "# \u{e4}", " ", "\t", "\u{301}", "# >>", "\n\n",
        ]
        for _ in 0..<2_000 {
            let own = (0..<Int.random(in: 0...8, using: &random)).map { _ in pieces.randomElement(using: &random)! }
            try Self.checkRoundTrip(Self.bytes(own.joined()))
        }
    }

    /// What a preset's rules mean is the same with either line break.
    @Test func rulesWithEitherLineBreak() throws {
        for preset in Preset.all {
            let rules = try ["[limits]\ntimeout = 5\n", "[limits]\r\ntimeout = 5\r\n"].map { own in
                let result = RulesReader.parse(try PresetBlock.replace(in: Self.bytes(own), with: preset), file: "f")
                #expect(result.problems == [])
                return result.rules
            }
            #expect(rules[0] == rules[1] && rules[0].limits.timeoutSec == 5 && !rules[0].allActions.isEmpty)
        }
    }

    /// Rules behind the block are somebody's as well.
    @Test(arguments: ["\n", "\r\n"])
    func rulesBehind(lineBreak: String) throws {
        let broken = { (text: String) in
            Self.bytes(String(text.flatMap { $0 == "\n" ? Array(lineBreak) : [$0] }))
        }
        for own in ["[all]\nhint = none\n", "[all]\nhint = none", ""] {
            let behind = broken("[app y]\npop = none\n")
            let file = try PresetBlock.replace(in: broken(own), with: .quicklook) + behind
            let without = try PresetBlock.replace(in: file, with: nil)
            let ended = own.isEmpty || own.hasSuffix("\n") ? own : own + "\n"
            #expect(without == broken(ended) + behind)
            let after = try PresetBlock.replace(in: file, with: .middleClick)
            #expect(after.starts(with: without) && !String(decoding: after, as: UTF8.self).contains("quicklook"))
        }
    }

    /// What somebody has changed in a block is theirs.
    @Test func whoHasWrittenIt() throws {
        for own in ["", "[all]\r\nhint = none\r\n"] {
            let file = try PresetBlock.replace(in: Self.bytes(own), with: .links)
            let text = String(decoding: file, as: UTF8.self)
            let pristine = { (text: String) in try PresetBlock.find(in: Self.bytes(text))?.isPristine }
            #expect(try pristine(text) == true)
            let ending = own.isEmpty ? 1 : 2
            #expect(try PresetBlock.find(in: Array(file.dropLast(ending)))?.isPristine == true, "no last line break")
            #expect(try pristine(text.replacing("epiphany", with: "firefox")) == false)
            #expect(try pristine(text.replacing("# <<< preset", with: "# mine\n# <<< preset")) == false)
            #expect(try pristine(text.replacing("# >>> preset links", with: "# >>> preset of-mine")) == false)
        }
    }

    @Test(arguments: [
        ("# >>> preset a\n[all]\n", 1), ("x\n# >>> preset a\n# <<< preset\n# >>> preset b\n# <<< preset\n", 4),
        ("# >>> preset a\n# >>> preset b\n# <<< preset\n", 2),
    ])
    func brokenMarks(text: String, line: Int) {
        #expect {
            try PresetBlock.replace(in: Self.bytes(text), with: Preset.quicklook)
        } throws: {
            ($0 as? PresetBlock.Mistake)?.line == line
        }
    }

    @Test func presetsAreSound() {
        for preset in Preset.all {
            let result = RulesReader.parse(Array(preset.text.utf8), file: "f")
            #expect(result.problems == [] && !result.rules.groups.isEmpty)
            #expect(preset.summary.first?.isLowercase == true && preset.summary.last != ".")
        }
        #expect(Set(Preset.all.map(\.name)).count == Preset.all.count)
    }
}

extension String {
    /// How many pieces a text is cut into by another.
    func components(of separator: String) -> Int {
        var count = 1
        var rest = self[...]
        while let found = rest.firstRange(of: separator) {
            count += 1
            rest = rest[found.upperBound...]
        }
        return count
    }
}
