/// The x axis below the last lane: ticks, labels, the unit behind the last of them, and folds.
struct HorizontalAxisDrawing {
    private let layout: PanelLayout
    private var panel: Panel { layout.panel }

    /// A label, with the room it takes around it.
    private static let labelGap = 12.0

    init(_ layout: PanelLayout) {
        self.layout = layout
    }

    func draw(_ writer: inout SVGWriter) {
        let base = layout.axisBottom
        var path = PathData()
        var labels: [(x: Double, text: String)] = []
        var end = -Double.infinity
        let unit = layout.isTitleBelow || panel.x.title.isEmpty ? "" : " " + panel.x.title
        for (value, label) in ticks {
            let x = layout.x(value)
            path.polyline([Pixel(x: x, y: base), Pixel(x: x, y: base + 4)])
            let half = TextMetrics.width(label) / 2
            guard x - half - HorizontalAxisDrawing.labelGap >= end else { continue }
            end = x + half
            labels.append((x, label))
        }
        if !path.isEmpty { writer.element("path", [("d", path.text), writer.style(stroke: .frame, "line")]) }
        for (index, label) in labels.enumerated() {
            let isLast = index == labels.count - 1
            writer.element(
                "text",
                [
                    // The unit hangs behind the number, which stays under its tick.
                    ("x", svgNumber(label.x + (isLast ? TextMetrics.width(unit) / 2 : 0))),
                    ("y", svgNumber(base + 15)), ("text-anchor", "middle"), writer.style(fill: .muted),
                ], text: label.text + (isLast ? unit : ""))
        }
        drawFolds(&writer)
    }

    /// The same distance in all pieces; a piece too short for it gets finer ones, so that no piece is without a time.
    private var ticks: [(Double, String)] {
        let pieces = layout.x.pieces
        let total = pieces.reduce(0) { $0 + ($1.values.upperBound - $1.values.lowerBound) }
        let room = layout.dataRight - layout.dataLeft
        // Labels grow with their numbers: try, look how wide they are, and take as many as fit.
        var count = max(2, Int(room / 50))
        let reach = pieces[0].values.lowerBound...(pieces[0].values.lowerBound + total)
        let widest = Ticks(reach, atMost: count).labels.map { TextMetrics.width($0) }.max() ?? 0
        count = max(2, min(count, Int(room / (widest + 2 * HorizontalAxisDrawing.labelGap))))
        let common = panel.x.isCount ? panel.x.ticks(atMost: count) : Ticks(reach, atMost: count)
        return pieces.flatMap { piece in
            var ticks = Ticks(piece.values, unit: common.unit, exponent: common.exponent)
            for _ in 0..<4 where ticks.values.isEmpty { ticks = ticks.finer(over: piece.values) }
            return Array(zip(ticks.values, ticks.labels))
        }
    }

    /// Two slanted strokes through the axis and through the lanes' foot, and how much is left out.
    private func drawFolds(_ writer: inout SVGWriter) {
        let pieces = layout.x.pieces
        guard pieces.count > 1 else { return }
        var strokes = PathData()
        for (index, piece) in pieces.dropLast().enumerated() {
            let middle = (piece.end + pieces[index + 1].start) / 2
            for foot in Set([panel.height, layout.axisBottom]).sorted() {
                for shift in [-2.5, 2.5] {
                    strokes.polyline([
                        Pixel(x: middle + shift - 2, y: foot + 4), Pixel(x: middle + shift + 2, y: foot - 4),
                    ])
                }
            }
            guard index < panel.x.folds.count else { continue }
            writer.element(
                "text",
                [
                    ("transform", "translate(\(svgNumber(middle + 3.5)) \(svgNumber(panel.height - 10))) rotate(-90)"),
                    writer.style(fill: .muted),
                ], text: panel.x.folds[index])
        }
        writer.element("path", [("d", strokes.text), writer.style(stroke: .frame, "line")])
    }
}
