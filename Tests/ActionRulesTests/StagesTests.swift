import Testing

@testable import ActionRules

@Suite struct StagesTests {
    @Test(arguments: [
        (["began", "peeked", "popped", "ended"], [Trigger.hint, .peek, .pop, .release]),
        (["began", "peeked", "cancelled"], [.hint, .peek, .cancel]), (["began", "cancelled"], [.hint, .hintCancel]),
        (["began", "peeked", "popped", "cancelled"], [.hint, .peek, .pop, .release]),
        // A press whose beginning was not seen.
        (["popped", "ended"], []), (["peeked", "popped", "ended"], []), (["cancelled"], []),
        (["began", "changed", "unheard-of", "cancelled", "cancelled"], [.hint, .hintCancel]),
    ])
    func triggers(phases: [String], expected: [Trigger]) {
        var stages = PressStages()
        let triggers = phases.compactMap { stages.take(device: "a", press: 1, phase: $0) }
        #expect(triggers == expected)
    }

    @Test func padsAndPressesAreKeptApart() {
        var stages = PressStages()
        let events: [(String, UInt32, String)] = [
            ("a", 1, "began"), ("b", 1, "began"), ("a", 1, "peeked"), ("b", 1, "cancelled"), ("a", 2, "cancelled"),
            ("a", 1, "cancelled"),
        ]
        let triggers = events.map { stages.take(device: $0, press: $1, phase: $2) }
        #expect(triggers == [.hint, .hint, .peek, .hintCancel, nil, .cancel])
    }
}
