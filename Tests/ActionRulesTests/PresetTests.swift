import Testing

@testable import ActionRules

@Suite struct PresetTests {
    static let own = ["", "[all]\npeek = none\n", "# mine\n\n\n[app x]\npop = key space", "\n\n"]

    /// In and out again, whatever else is in the file, leaves that byte for byte.
    @Test(arguments: own)
    func ownRulesStay(own: String) throws {
        var text = own
        for preset in Preset.all {
            text = try PresetBlock.replace(in: text, with: preset)
            #expect(text.hasPrefix(own))
            #expect(try PresetBlock.name(in: text) == preset.name)
            #expect(text.components(of: "# >>> preset") == 2)
            #expect(RulesReader.parse(Array(text.utf8), file: "f").problems == [])
            #expect(try PresetBlock.replace(in: text, with: preset) == text, "a second time changes nothing")
        }
        let without = try PresetBlock.replace(in: text, with: nil)
        #expect(without == own || without == own + "\n")
    }

    /// Rules behind the block are somebody's as well.
    @Test func rulesBehind() throws {
        let quicklook = try #require(Preset.named("quicklook"))
        let middle = try #require(Preset.named("middle-click"))
        let text = try PresetBlock.replace(in: "[all]\nhint = none\n", with: quicklook) + "[app y]\npop = none\n"
        let after = try PresetBlock.replace(in: text, with: middle)
        #expect(after.hasPrefix("[all]\nhint = none\n"))
        #expect(after.contains("[app y]\npop = none\n"))
        #expect(!after.contains("quicklook"))
    }

    @Test(arguments: [
        ("# >>> preset a\n[all]\n", 1), ("x\n# >>> preset a\n# <<< preset\n# >>> preset b\n# <<< preset\n", 4),
        ("# >>> preset a\n# >>> preset b\n# <<< preset\n", 2),
    ])
    func brokenMarks(text: String, line: Int) {
        #expect {
            try PresetBlock.replace(in: text, with: Preset.quicklook)
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
