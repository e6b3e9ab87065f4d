import Calibrating
import Plotting
import Recognition

/// A calibration as a picture: how hard each stage was pressed, and the levels between.
enum CalibrationFigure {
    /// Draws it into a file; an SVG that is there is replaced.
    static func write(_ outcome: CalibrationOutcome, name: String, id: String, to path: String) throws {
        let svg = figure(outcome, name: name, id: id).svg()
        try OutputFile.write(svg, to: path, kind: "an SVG", isOurs: PlotCommand.isSVG)
    }

    /// - Parameters:
    ///   - name: the pad's.
    ///   - id: the pad's.
    static func figure(_ outcome: CalibrationOutcome, name: String, id: String) -> Figure {
        let forces: [StageForces]
        var levels: [(value: Double, role: Role, name: String, lower: Double)] = []
        let heading: String
        switch outcome {
        case .fit(let fit):
            forces = fit.forces
            heading = "Calibration of \(name.drawable)"
            if let hint = fit.calibration.hint, let peek = fit.calibration.peek, let pop = fit.calibration.pop {
                let pairs = Levels(hint: hint, peek: peek, pop: pop)
                levels = [
                    (Double(hint), .hint, "hint", Double(pairs.hint.up)),
                    (Double(peek), .peek, "peek", Double(pairs.peek.up)),
                    (Double(pop), .pop, "pop", Double(pairs.pop.up)),
                ]
            }
        case .refusal(let refusal):
            forces = refusal.forces
            heading = "No calibration of \(name.drawable)"
        }
        let all = forces.flatMap { $0.clicks + $0.outliers } + levels.map(\.value)
        let top = max(all.max() ?? 0, 0.5) * 1.08
        let width = top / 40
        var marks: [Mark] = []
        var legend: [LegendEntry] = []
        var most = 1.0
        // Stages stand on each other where they meet, so that none hides another.
        var heights = Array(repeating: 0.0, count: 41)
        for stage in forces {
            var counts = Array(repeating: 0, count: 41)
            for force in stage.clicks where force.isFinite { counts[min(max(0, Int(force / width)), 40)] += 1 }
            let bars = counts.indices.filter { counts[$0] > 0 }.map { index -> Bar in
                let base = heights[index]
                heights[index] += Double(counts[index])
                return Bar(
                    from: Double(index) * width, to: Double(index + 1) * width, height: heights[index], base: base)
            }
            most = max(most, heights.max() ?? 0)
            marks.append(.bars(bars, role(stage.stage)))
            legend.append(LegendEntry(role(stage.stage), stage.stage.title.lowercased()))
        }
        let panel = Panel(
            height: 170, x: Plotting.Axis(0...top, title: "force in clicks"),
            y: Plotting.Axis(0...(most * 1.1), title: "touches", isCount: true), marks: marks,
            rules: levels.map {
                Rule(.horizontal, $0.value, $0.role, label: $0.name, detail: fixed($0.value, 2), lower: $0.lower)
            },
            legend: legend, notes: CalibrationReport.lines(outcome))
        return Figure(
            title: heading,
            description: CalibrationReport.lines(outcome).joined(separator: " "), heading: heading,
            caption: id.drawable, width: 800, panels: [panel])
    }

    private static func role(_ stage: CalibrationStage) -> Role {
        switch stage {
        case .rest, .touches: .touch
        case .clicks: .button
        case .presses: .peek
        case .hardPresses: .pop
        }
    }
}
