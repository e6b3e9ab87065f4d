/// Lines that stay and, on a terminal that can, one line below them that is drawn over and over.
final class LiveLines {
    private let output: Output
    private let traits: TerminalTraits
    /// The last line as it stands on the terminal.
    private var live: String?

    init(_ output: Output, _ traits: TerminalTraits) {
        self.output = output
        self.traits = traits
    }

    /// Whether ``show(_:)`` shows anything.
    var canRedraw: Bool { traits.canRedraw }
    var width: Int { output.width }

    /// A line that stays.
    func add(_ text: String, _ style: Style = .plain) throws {
        let line = AnsiText.styled(text, style, isColoured: traits.hasColours)
        guard let live else { return try output.line(line) }
        // In one write, so that nothing flickers.
        try output.write("\r\u{1b}[K\(line)\n\(live)")
    }

    /// Replaces the last line, where that can be.
    func show(_ grid: Grid) throws {
        guard canRedraw else { return }
        let text = AnsiText.line(grid, 0, isColoured: traits.hasColours)
        guard text != live else { return }
        live = text
        try output.write("\r\(text)\u{1b}[K")
    }

    /// Takes the last line away, so that what comes next begins at the margin.
    func end() {
        guard live != nil else { return }
        live = nil
        try? output.write("\r\u{1b}[K")
    }
}
