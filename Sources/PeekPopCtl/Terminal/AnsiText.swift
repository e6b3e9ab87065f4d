/// A line of a grid with the escape sequences of ECMA-48, for terminals that are written to line by line.
enum AnsiText {
    /// - Parameter isColoured: without it, the bare text.
    static func line(_ grid: Grid, _ y: Int, isColoured: Bool) -> String {
        guard isColoured else { return grid.line(y) }
        var runs = grid.runs(y)
        // Blanks at the end of a line would wrap on a narrower terminal.
        while let last = runs.last, last.style == .plain, last.text.allSatisfy({ $0 == " " }) { runs.removeLast() }
        return runs.map { styled($0.text, $0.style, isColoured: true) }.joined()
    }

    static func styled(_ text: String, _ style: Style, isColoured: Bool) -> String {
        guard isColoured, let code = code(style) else { return text }
        return "\u{1b}[\(code)m\(text)\u{1b}[0m"
    }

    private static func code(_ style: Style) -> String? {
        switch style {
        case .plain: nil
        case .dim: "2"
        case .strong: "1"
        case .title: "7"
        case .touch: "32"
        case .hint: "36"
        case .peek: "33"
        case .pop: "35"
        case .bad: "31"
        }
    }
}
