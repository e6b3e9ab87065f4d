/// How a piece of the screen looks: a meaning, which the terminal turns into attributes as far as it has them.
enum Style: UInt8, CaseIterable {
    case plain
    case dim
    case strong
    case title
    /// Force below the hint.
    case touch
    case hint
    case peek
    case pop
    /// What went wrong.
    case bad
}

/// One column of one line.
struct Cell: Equatable {
    var scalar: Unicode.Scalar = " "
    var style = Style.plain
}

/// A screen as a value: drawing into it does no I/O, so what is drawn can be tested.
struct Grid: Equatable {
    let width: Int
    let height: Int
    private(set) var cells: [Cell]

    init(width: Int, height: Int) {
        self.width = max(0, width)
        self.height = max(0, height)
        cells = Array(repeating: Cell(), count: self.width * self.height)
    }

    /// Reading outside the grid gives a blank, writing there does nothing: everything is clipped.
    subscript(x: Int, y: Int) -> Cell {
        get { contains(x, y) ? cells[y * width + x] : Cell() }
        set { if contains(x, y) { cells[y * width + x] = newValue } }
    }

    private func contains(_ x: Int, _ y: Int) -> Bool { x >= 0 && x < width && y >= 0 && y < height }

    /// Writes a text of drawable scalars, cut at `limit` columns.
    ///
    /// - Returns: the column after it.
    @discardableResult
    mutating func put(_ text: String, _ x: Int, _ y: Int, _ style: Style = .plain, limit: Int = .max) -> Int {
        var column = x
        for scalar in text.unicodeScalars {
            if column - x >= limit { break }
            self[column, y] = Cell(scalar: scalar, style: style)
            column += 1
        }
        return column
    }

    /// Writes a text that ends before column `end`.
    mutating func put(_ text: String, endingAt end: Int, _ y: Int, _ style: Style = .plain) {
        put(text, end - text.unicodeScalars.count, y, style)
    }

    mutating func fill(_ scalar: Unicode.Scalar, _ x: Int, _ y: Int, count: Int, _ style: Style = .plain) {
        for column in 0..<max(0, count) { self[x + column, y] = Cell(scalar: scalar, style: style) }
    }

    /// One line in runs of one style.
    func runs(_ y: Int) -> [(text: String, style: Style)] {
        var runs: [(text: String, style: Style)] = []
        for x in 0..<width {
            let cell = self[x, y]
            if runs.last?.style != cell.style { runs.append(("", cell.style)) }
            runs[runs.count - 1].text.unicodeScalars.append(cell.scalar)
        }
        return runs
    }

    /// One line without its styles and without blanks at its end.
    func line(_ y: Int) -> String {
        var line = String.UnicodeScalarView()
        for x in 0..<width { line.append(self[x, y].scalar) }
        while line.last == " " { line.removeLast() }
        return String(line)
    }

    /// All lines, for tests.
    var text: String { (0..<height).map { line($0) + "\n" }.joined() }
}
