/// Lines that stay and, on a terminal, one line below them that is drawn over and over.
final class LiveLines {
    private let output: Output
    private let isColoured: Bool
    /// The last line as it stands on the terminal.
    private var live: String?

    init(_ output: Output, isColoured: Bool) {
        self.output = output
        self.isColoured = isColoured
    }

    var isTerminal: Bool { output.isTerminal }
    var width: Int { output.width }

    /// A line that stays.
    func add(_ text: String, _ style: Style = .plain) throws {
        let line = AnsiText.styled(text, style, isColoured: isColoured)
        guard let live else { return try output.line(line) }
        // In one write, so that nothing flickers.
        try output.write("\r\u{1b}[K\(line)\n\(live)")
    }

    /// Replaces the last line; only for terminals.
    func show(_ grid: Grid) throws {
        let text = AnsiText.line(grid, 0, isColoured: isColoured)
        guard isTerminal, text != live else { return }
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
