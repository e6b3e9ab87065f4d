/// Draws what lies inside the axes.
struct MarkDrawing {
    private let layout: PanelLayout
    private let x: AxisScale
    private let y: AxisScale
    private let height: Double

    init(_ layout: PanelLayout) {
        self.layout = layout
        x = layout.x
        y = layout.y
        height = layout.panel.height
    }

    func draw(_ mark: Mark, _ writer: inout SVGWriter) {
        switch mark {
        case .line(let points, let role, let joining, let width):
            var path = PathData()
            for run in Run.all(points, joining, x, y) { path.polyline(run) }
            guard !path.isEmpty else { return }
            writer.element(
                "path", [("d", path.text), ("stroke-width", svgNumber(width)), writer.style(stroke: role, "line")])
        case .area(let points, let role, let joining, let opacity):
            var path = PathData()
            for run in Run.all(points, joining, x, y) { path.area(run, base: y(0)) }
            fill(path, role, opacity, &writer)
        case .band(let direction, let range, let role, let opacity):
            var path = PathData()
            switch direction {
            case .horizontal:
                let from = x(range.lowerBound)
                path.rectangle(x: from, y: 0, width: x(range.upperBound) - from, height: height)
            case .vertical:
                let top = y(range.upperBound)
                path.rectangle(
                    x: layout.dataLeft, y: top, width: layout.dataRight - layout.dataLeft,
                    height: y(range.lowerBound) - top)
            }
            fill(path, role, opacity, &writer)
        case .bars(let bars, let role, let opacity):
            var path = PathData()
            for bar in bars where bar.from.isFinite && bar.to.isFinite && bar.height.isFinite && bar.base.isFinite {
                let from = x(bar.from)
                let width = x(bar.to) - from
                let top = y(bar.base + bar.height)
                // Columns wide enough are set apart by a line of paper.
                let gap = width > 4 ? 0.5 : 0
                path.rectangle(x: from + gap, y: top, width: width - 2 * gap, height: y(bar.base) - top)
            }
            fill(path, role, opacity, &writer)
        case .markers(let points, let role, let shape):
            for point in points where point.isFinite {
                MarkerDrawing.draw(shape, at: Pixel(x: x(point.x), y: y(point.y)), role, &writer)
            }
        }
    }

    private func fill(_ path: PathData, _ role: Role, _ opacity: Double, _ writer: inout SVGWriter) {
        guard !path.isEmpty else { return }
        var attributes: SVGWriter.Attributes = [("d", path.text)]
        if opacity < 1 { attributes.append(("opacity", svgNumber(max(0, opacity)))) }
        attributes.append(writer.style(fill: role))
        writer.element("path", attributes)
    }
}

enum MarkerDrawing {
    static func draw(_ shape: MarkerShape, at place: Pixel, _ role: Role, _ writer: inout SVGWriter) {
        let (x, y) = (svgNumber(place.x), svgNumber(place.y))
        switch shape {
        case .dot:
            writer.element("circle", [("cx", x), ("cy", y), ("r", "3"), writer.style(fill: role)])
        case .cross:
            writer.element(
                "path",
                [("d", "M\(x) \(y)m-3-3l6 6m0-6l-6 6"), ("stroke-width", "1.5"), writer.style(stroke: role, "line")])
        case .pointer:
            writer.element("path", [("d", "M\(x) \(y)l-3.5-6h7z"), writer.style(fill: role)])
        }
    }
}

/// A part of a line without a gap, in pixels, reduced to what can be seen.
///
/// A gap narrower than a pixel is none: thousands of touches in one picture would make thousands of runs.
enum Run {
    static func all(_ points: [Point], _ joining: Joining, _ x: AxisScale, _ y: AxisScale) -> [[Pixel]] {
        var runs: [[Pixel]] = []
        for points in points.split(whereSeparator: { !$0.isFinite }) {
            guard let first = points.first else { continue }
            var run: [Pixel] = []
            if let end = runs.last?.last, x(first.x) - end.x < 1 { run = runs.removeLast() }
            for point in points {
                let place = Pixel(x: x(point.x), y: y(point.y))
                if joining == .step, let last = run.last, last.y != place.y { run.append(Pixel(x: place.x, y: last.y)) }
                run.append(place)
            }
            runs.append(run)
        }
        return runs.map(Reduction.perColumn)
    }
}

extension PathData {
    /// A run filled down to `base`.
    mutating func area(_ run: [Pixel], base: Double) {
        guard let first = run.first, let last = run.last else { return }
        move(to: Pixel(x: first.x, y: base))
        for place in run { line(to: place) }
        line(to: Pixel(x: last.x, y: base))
        close()
    }
}
