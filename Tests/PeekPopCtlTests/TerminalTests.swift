import Testing

@testable import PeekPopCtl

@Suite struct TerminalTests {
    /// Terminal or not, `TERM`, `NO_COLOR`; whether lines are drawn over, whether there are colours.
    @Test(
        arguments: [
            (true, "xterm-256color", nil, true, true), (true, "linux", nil, true, true),
            (true, "screen", "", true, true),
            (true, "xterm-256color", "1", true, false), (true, "vt100", nil, true, false),
            (true, "xterm-mono", nil, true, false), (true, "linux-m", nil, true, false),
            (true, "dumb", nil, false, false), (true, "", nil, false, false), (true, nil, nil, false, false),
            (true, "unknown", nil, false, false), (false, "xterm-256color", nil, false, false),
        ] as [(Bool, String?, String?, Bool, Bool)])
    func traits(_ isTerminal: Bool, _ term: String?, _ noColor: String?, _ canRedraw: Bool, _ hasColours: Bool) {
        let traits = TerminalTraits(isTerminal: isTerminal, term: term, noColor: noColor)
        #expect(traits.canRedraw == canRedraw)
        #expect(traits.hasColours == hasColours)
    }
}
