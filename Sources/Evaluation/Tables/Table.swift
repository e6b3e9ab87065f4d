/// A table of words and figures, printed as text or Markdown.
public struct Table: Equatable, Sendable {
    public var title: String
    /// A sentence or two on what is to be seen, below the title.
    public var note: String
    public var columns: [String]
    /// As many cells a row as there are columns; the first is what the row is about.
    public var rows: [[String]]

    public init(_ title: String, note: String = "", columns: [String], rows: [[String]] = []) {
        self.title = title
        self.note = note
        self.columns = columns
        self.rows = rows
    }

    /// For terminals: the first column to the left, the others to the right.
    public var text: String {
        let widths = columns.indices.map { column in
            ([columns] + rows).map { $0[column].count }.max() ?? 0
        }
        func line(_ cells: [String]) -> String {
            let padded = cells.indices.map { index -> String in
                let space = String(repeating: " ", count: widths[index] - cells[index].count)
                return index == 0 ? cells[index] + space : space + cells[index]
            }
            var line = padded.joined(separator: "  ")
            while line.last == " " { line.removeLast() }
            return line
        }
        var lines = [title, String(repeating: "=", count: title.count)]
        if !note.isEmpty { lines.append(note) }
        lines.append(line(columns))
        lines.append(widths.map { String(repeating: "-", count: $0) }.joined(separator: "  "))
        lines += rows.map(line)
        return lines.joined(separator: "\n") + "\n"
    }

    /// For documents, below a heading of the third level.
    public var markdown: String {
        func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }
        var lines = ["### \(title)", ""]
        if !note.isEmpty { lines += [note, ""] }
        lines.append(line(columns))
        lines.append("|" + columns.indices.map { $0 == 0 ? "---|" : "---:|" }.joined())
        lines += rows.map(line)
        return lines.joined(separator: "\n") + "\n"
    }
}
