/// What may be sent to standard output besides the text itself.
struct TerminalTraits: Equatable {
    /// A line can be drawn over: carriage return, and "erase to the end of the line".
    let canRedraw: Bool
    /// Colours, and bold and dim with them.
    let hasColours: Bool

    /// - Parameters:
    ///   - term: `TERM`. Without one, and with those that say so, no escape sequence is understood.
    ///   - noColor: `NO_COLOR`, which switches colours off where it is set and not empty (no-color.org).
    init(isTerminal: Bool, term: String?, noColor: String?) {
        let term = term ?? ""
        canRedraw = isTerminal && !["", "dumb", "unknown"].contains(term)
        // DEC's terminals and those that describe themselves as monochrome.
        let isMonochrome = term.hasPrefix("vt") || term.hasSuffix("-m") || term.hasSuffix("-mono")
        hasColours = canRedraw && !isMonochrome && (noColor ?? "").isEmpty
    }
}
