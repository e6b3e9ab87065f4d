/// A picture: panels in rows and columns under a heading, as one SVG file that needs nothing beside it.
///
/// The same figure gives the same bytes on every machine.
public struct Figure: Sendable {
    /// What the picture is: for people who do not see it, and as a tool tip.
    public var title: String
    /// What it shows, in sentences, for people who do not see it.
    public var description: String
    /// Drawn at the top; nothing where empty.
    public var heading: String
    /// Below the heading.
    public var caption: String
    /// In pixels, 240 to 16000.
    public var width: Double
    public var theme: Theme
    /// Panels side by side, at least 1.
    public var columns: Int
    public var panels: [Panel]

    public init(
        title: String, description: String, heading: String = "", caption: String = "", width: Double = 800,
        theme: Theme = .automatic, columns: Int = 1, panels: [Panel]
    ) {
        self.title = title
        self.description = description
        self.heading = heading
        self.caption = caption
        self.width = width
        self.theme = theme
        self.columns = columns
        self.panels = panels
    }

    static let padding = 14.0
    static let columnGap = 20.0
    static let rowGap = 22.0

    /// The SVG document, ending in a line break.
    public func svg() -> String { render().svg }

    /// - Returns: the document, and for each panel how many callouts found no room.
    public func render() -> (svg: String, leftOut: [Int]) {
        let width = self.width.isFinite ? min(max(self.width, 240), 16_000) : 800
        let columns = max(1, min(self.columns, panels.count))
        let room = (width - 2 * Figure.padding - Figure.columnGap * Double(columns - 1)) / Double(columns)
        // Panels one above the other line up.
        let margins = (0..<columns).map { column in
            Margins(
                stride(from: column, to: panels.count, by: columns).map { panels[$0] }, room: room)
        }
        let layouts = panels.enumerated().map { index, panel in
            PanelLayout(panel, margins: margins[index % columns], width: room)
        }

        var writer = SVGWriter()
        // The height is known at the end; the paper has to come first.
        var y = Figure.padding
        var pieces: [(inout SVGWriter) -> Void] = []
        if !heading.isEmpty {
            let text = TextMetrics.fitted(heading, in: width - 2 * Figure.padding, size: 15, isStrong: true)
            let baseline = y + 14
            pieces.append {
                $0.element(
                    "text",
                    [
                        ("x", svgNumber(Figure.padding)), ("y", svgNumber(baseline)),
                        $0.style(fill: .ink, "heading"),
                    ], text: text)
            }
            y += 22
        }
        for line in TextMetrics.wrapped(caption, in: width - 2 * Figure.padding) {
            let baseline = y + 10
            pieces.append {
                $0.element(
                    "text", [("x", svgNumber(Figure.padding)), ("y", svgNumber(baseline)), $0.style(fill: .muted)],
                    text: line)
            }
            y += 15
        }
        if y > Figure.padding { y += 8 }
        var row = 0
        while row < layouts.count {
            let group = row..<min(row + columns, layouts.count)
            let header = layouts[group].map(\.headerHeight).max() ?? 0
            let below = layouts[group].map(\.bodyHeight).max() ?? 0
            for index in group {
                let x = Figure.padding + Double(index - row) * (room + Figure.columnGap)
                let top = y + header
                let layout = layouts[index]
                pieces.append { PanelDrawing(layout, x: x, top: top, header: header).draw(&$0) }
            }
            y += header + below
            row += columns
            if row < layouts.count { y += Figure.rowGap }
        }
        let height = y + Figure.padding
        writer.element(
            "rect",
            [
                ("width", svgNumber(width)), ("height", svgNumber(height)), ("rx", "6"),
                writer.style(fill: .paper),
            ])
        for piece in pieces { piece(&writer) }
        return (
            writer.document(width: width, height: height, title: title, description: description, theme: theme),
            layouts.map(\.leftOut)
        )
    }
}
