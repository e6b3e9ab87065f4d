/// Draws a panel at its place.
struct PanelDrawing {
    let layout: PanelLayout
    /// Of the panel's left edge, and of the top of its axes.
    let originX: Double
    let originY: Double
    /// The height above the axes: that of the tallest header in the row, so that titles are in line too.
    let header: Double

    var panel: Panel { layout.panel }

    init(_ layout: PanelLayout, x: Double, top: Double, header: Double) {
        self.layout = layout
        self.header = header
        originX = x
        originY = top
    }

    func draw(_ writer: inout SVGWriter) {
        writer.begin("g", [("transform", "translate(\(svgNumber(originX)) \(svgNumber(originY)))")])
        drawHeader(&writer)
        drawGrid(&writer)
        drawRules(&writer)
        for mark in panel.marks { MarkDrawing(layout).draw(mark, &writer) }
        drawFrame(&writer)
        LaneDrawing(layout).draw(&writer)
        drawHorizontalAxis(&writer)
        LabelDrawing(layout).draw(&writer)
        drawNotes(&writer)
        writer.end()
    }

    private func drawHeader(_ writer: inout SVGWriter) {
        var y = -header
        if !layout.title.isEmpty {
            writer.element(
                "text", [("x", "0"), ("y", svgNumber(y + 12)), writer.style(fill: .ink, "title")], text: layout.title)
            y += PanelLayout.titleHeight
        }
        for line in layout.subtitle {
            writer.element("text", [("x", "0"), ("y", svgNumber(y + 10)), writer.style(fill: .muted)], text: line)
            y += PanelLayout.lineHeight
        }
        for row in layout.legendRows {
            var x = layout.dataLeft
            for entry in row {
                if entry.isLine {
                    writer.element(
                        "path",
                        [
                            ("d", "M\(svgNumber(x)) \(svgNumber(y + 6))h12"), ("stroke-width", "2"),
                            writer.style(stroke: entry.role, "line"),
                        ])
                } else {
                    writer.element(
                        "rect",
                        [
                            ("x", svgNumber(x)), ("y", svgNumber(y + 1.5)), ("width", "10"), ("height", "9"),
                            ("rx", "1.5"), writer.style(fill: entry.role),
                        ])
                }
                writer.element(
                    "text", [("x", svgNumber(x + 16)), ("y", svgNumber(y + 10)), writer.style(fill: .ink)],
                    text: entry.text)
                x += PanelLayout.legendWidth(entry)
            }
            y += PanelLayout.lineHeight
        }
        let titleY = svgNumber(-10)
        if !panel.y.title.isEmpty {
            writer.element(
                "text", [("x", "0"), ("y", titleY), writer.style(fill: .muted)], text: panel.y.title)
        }
        if let title = panel.secondary?.title, !title.isEmpty {
            writer.element(
                "text",
                [
                    ("x", svgNumber(layout.width)), ("y", titleY), ("text-anchor", "end"),
                    writer.style(fill: .muted),
                ], text: title)
        }
    }

    private func drawGrid(_ writer: inout SVGWriter) {
        let ticks = panel.y.ticks(atMost: PanelLayout.verticalTicks(panel))
        var path = PathData()
        for value in ticks.values where layout.y(value) < panel.height - 0.5 {
            for piece in layout.x.pieces {
                path.polyline([Pixel(x: piece.start, y: layout.y(value)), Pixel(x: piece.end, y: layout.y(value))])
            }
        }
        if !path.isEmpty { writer.element("path", [("d", path.text), writer.style(stroke: .grid, "line")]) }
        for (value, label) in zip(ticks.values, ticks.labels) {
            writer.element(
                "text",
                [
                    ("x", svgNumber(layout.dataLeft - Margins.tickGap)), ("y", svgNumber(layout.y(value) + 4)),
                    ("text-anchor", "end"), writer.style(fill: .muted),
                ], text: label)
        }
    }

    /// Shades and lines of the levels; their names come later, above everything.
    private func drawRules(_ writer: inout SVGWriter) {
        for rule in panel.rules where rule.value.isFinite {
            let isAcross = rule.axis == .vertical
            let scale = isAcross ? layout.y : layout.x
            let value = scale(rule.value)
            let along = isAcross ? layout.x : layout.y
            var from = isAcross ? layout.dataLeft : panel.height
            var to = isAcross ? layout.dataRight : 0
            if let extent = rule.extent {
                from = along(extent.lowerBound)
                to = along(extent.upperBound)
            }
            if let lower = rule.lower, lower.isFinite {
                var shade = PathData()
                let other = scale(lower)
                if isAcross {
                    shade.rectangle(x: from, y: value, width: to - from, height: other - value)
                } else {
                    shade.rectangle(x: other, y: to, width: value - other, height: from - to)
                }
                if !shade.isEmpty {
                    writer.element("path", [("d", shade.text), ("opacity", "0.16"), writer.style(fill: rule.role)])
                }
            }
            var line = PathData()
            line.polyline(
                isAcross
                    ? [Pixel(x: from, y: value), Pixel(x: to, y: value)]
                    : [Pixel(x: value, y: from), Pixel(x: value, y: to)])
            writer.element(
                "path", [("d", line.text), ("stroke-width", "1.25"), writer.style(stroke: rule.role, "line")])
        }
    }

    private func drawFrame(_ writer: inout SVGWriter) {
        var path = PathData()
        for piece in layout.x.pieces {
            path.polyline([Pixel(x: piece.start, y: panel.height), Pixel(x: piece.end, y: panel.height)])
        }
        if let axis = panel.secondary {
            let edge = layout.width - layout.margins.right
            let scale = AxisScale([axis.ranges.first ?? 0...1], from: panel.height, to: 0)
            let ticks = axis.ticks(atMost: PanelLayout.verticalTicks(panel))
            path.polyline([Pixel(x: edge, y: 0), Pixel(x: edge, y: panel.height)])
            for (value, label) in zip(ticks.values, ticks.labels) {
                path.polyline([Pixel(x: edge - 3, y: scale(value)), Pixel(x: edge, y: scale(value))])
                writer.element(
                    "text",
                    [
                        ("x", svgNumber(layout.width)), ("y", svgNumber(scale(value) + 4)), ("text-anchor", "end"),
                        writer.style(fill: .muted),
                    ], text: label)
            }
        }
        writer.element("path", [("d", path.text), writer.style(stroke: .frame, "line")])
    }

    private func drawHorizontalAxis(_ writer: inout SVGWriter) {
        HorizontalAxisDrawing(layout).draw(&writer)
        guard layout.isTitleBelow else { return }
        writer.element(
            "text",
            [
                ("x", svgNumber((layout.dataLeft + layout.dataRight) / 2)),
                ("y", svgNumber(layout.axisBottom + 16 + PanelLayout.lineHeight)), ("text-anchor", "middle"),
                writer.style(fill: .muted),
            ], text: panel.x.title)
    }

    private func drawNotes(_ writer: inout SVGWriter) {
        var y = layout.axisBottom + 32 + (layout.isTitleBelow ? PanelLayout.lineHeight : 0)
        for line in layout.notes {
            writer.element(
                "text", [("x", svgNumber(layout.dataLeft)), ("y", svgNumber(y)), writer.style(fill: .muted)], text: line
            )
            y += PanelLayout.lineHeight
        }
    }
}
