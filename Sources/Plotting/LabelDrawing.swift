/// Draws the names: of levels across in the strip at the right, of upright levels and of callouts above the axes.
struct LabelDrawing {
    private let layout: PanelLayout
    private var panel: Panel { layout.panel }

    init(_ layout: PanelLayout) {
        self.layout = layout
    }

    func draw(_ writer: inout SVGWriter) {
        drawLevels(&writer)
        for placed in layout.uprights {
            let rule = placed.rule
            let y = layout.rowY(placed.slot.row)
            tie(
                Pixel(x: layout.x(rule.value), y: 0), up: y, role: rule.role,
                isDirect: placed.slot.row == 0 && !layout.hasVerticalTitle, &writer)
            text(
                rule.label, rule.detail, x: placed.slot.x, y: y, anchor: "middle", &writer)
        }
        // Ties first, so that none crosses a text.
        for placed in layout.callouts {
            let point = placed.callout.point
            tie(
                Pixel(x: layout.x(point.x), y: layout.y(point.y) - 2), up: layout.rowY(placed.slot.row), role: .frame,
                &writer)
        }
        for placed in layout.callouts {
            let y = layout.rowY(placed.slot.row)
            var x = placed.slot.x - placed.width / 2
            if let role = placed.callout.role {
                writer.element(
                    "rect",
                    [
                        ("x", svgNumber(x)), ("y", svgNumber(y - 3.5)), ("width", "7"), ("height", "7"), ("rx", "1.5"),
                        writer.style(fill: role),
                    ])
                x += 10
            }
            text(placed.callout.label, placed.callout.detail, x: x, y: y, anchor: "start", &writer)
        }
    }

    private func drawLevels(_ writer: inout SVGWriter) {
        let rules = panel.rules.filter { $0.axis == .vertical && !$0.label.isEmpty && $0.value.isFinite && isOpen($0) }
        let wanted = rules.map { layout.y($0.value) }
        let places = LabelPlacement.spread(wanted, size: 13, in: -6...(panel.height + 6))
        let x = layout.dataRight + 10
        for (index, rule) in rules.enumerated() {
            var path = PathData()
            path.polyline([
                Pixel(x: layout.dataRight, y: wanted[index]), Pixel(x: layout.dataRight + 7, y: places[index]),
            ])
            writer.element(
                "path", [("d", path.text), ("stroke-width", "1.25"), writer.style(stroke: rule.role, "line")])
            text(
                rule.label, layout.margins.hasDetails ? rule.detail : "", x: x, y: places[index], anchor: "start",
                &writer)
        }
    }

    /// Whether it reaches the strip at the right.
    private func isOpen(_ rule: Rule) -> Bool {
        rule.extent.map { layout.x($0.upperBound) >= layout.dataRight - 0.5 } ?? true
    }

    /// An upright line from a point to just below its text.
    private func tie(
        _ from: Pixel, up y: Double, role: Role, isDirect: Bool = false, _ writer: inout SVGWriter
    ) {
        guard !isDirect else { return }
        var path = PathData()
        path.polyline([from, Pixel(x: from.x, y: y + 6)])
        writer.element(
            "path",
            [("d", path.text), ("stroke-width", "0.75"), ("opacity", "0.7"), writer.style(stroke: role, "line")])
    }

    private func text(
        _ label: String, _ detail: String, x: Double, y: Double, anchor: String,
        _ writer: inout SVGWriter
    ) {
        var parts = [(label, writer.style(fill: .ink, "strong"))]
        if !detail.isEmpty { parts.append((detail, writer.style(fill: .muted))) }
        writer.text(
            [
                ("x", svgNumber(x)), ("y", svgNumber(y + 4)), ("text-anchor", anchor),
                writer.style(stroke: .paper, "halo"),
            ], parts: parts)
    }
}
