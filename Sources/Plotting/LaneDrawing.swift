/// Draws the slim rows below the axes.
struct LaneDrawing {
    private let layout: PanelLayout

    init(_ layout: PanelLayout) {
        self.layout = layout
    }

    func draw(_ writer: inout SVGWriter) {
        var top = layout.panel.height
        for lane in layout.panel.lanes {
            top += PanelLayout.laneGap
            let bottom = top + lane.height
            let middle = svgNumber((top + bottom) / 2 + 4)
            writer.element(
                "text",
                [
                    ("x", svgNumber(layout.dataLeft - Margins.tickGap)), ("y", middle), ("text-anchor", "end"),
                    writer.style(fill: .muted),
                ], text: lane.label)
            if !lane.topLabel.isEmpty {
                writer.element(
                    "text", [("x", svgNumber(layout.dataRight + 8)), ("y", middle), writer.style(fill: .muted)],
                    text: lane.topLabel)
            }
            drawContent(lane, top, bottom, &writer)
            var foot = PathData()
            for piece in layout.x.pieces {
                foot.polyline([Pixel(x: piece.start, y: bottom), Pixel(x: piece.end, y: bottom)])
            }
            writer.element("path", [("d", foot.text), writer.style(stroke: .grid, "line")])
            top = bottom
        }
    }

    private func drawContent(_ lane: Lane, _ top: Double, _ bottom: Double, _ writer: inout SVGWriter) {
        switch lane.content {
        case .spans(let spans):
            for role in Role.allCases {
                var path = PathData()
                for (range, its) in spans where its == role {
                    let from = layout.x(range.lowerBound)
                    // What is too short to see is still shown.
                    let width = max(layout.x(range.upperBound) - from, 1)
                    path.rectangle(x: from, y: top, width: width, height: bottom - top)
                }
                if !path.isEmpty { writer.element("path", [("d", path.text), writer.style(fill: role)]) }
            }
        case .profile(let points, let role, let joining, let limit):
            let scale = AxisScale([0...(limit > 0 && limit.isFinite ? limit : 1)], from: bottom, to: top)
            var path = PathData()
            for run in Run.all(points, joining, layout.x, scale) { path.area(run, base: bottom) }
            if !path.isEmpty { writer.element("path", [("d", path.text), writer.style(fill: role)]) }
        }
    }
}
