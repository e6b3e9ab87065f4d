@testable import Plotting

/// Figures that together use everything there is.
enum Figures {
    /// Presses of somebody's hand by stage, with the levels upright.
    static func histogram(_ theme: Theme = .automatic, width: Double = 800) -> Figure {
        func bars(_ centre: Double, _ spread: Double, _ height: Double) -> [Bar] {
            (0..<40).compactMap { index in
                let from = Double(index) * 0.1
                let distance = (from + 0.05 - centre) / spread
                let count = (height / (1 + distance * distance * distance * distance)).rounded()
                return count > 0 ? Bar(from: from, to: from + 0.1, height: count) : nil
            }
        }
        let panel = Panel(
            height: 160, x: Axis(0...4, title: "force in clicks"),
            y: Axis.fromZero([24], title: "times", isCount: true),
            marks: [
                .bars(bars(0.4, 0.15, 24), .touch), .bars(bars(1.0, 0.08, 12), .button, opacity: 0.8),
                .bars(bars(2.2, 0.2, 9), .peek, opacity: 0.8), .bars(bars(3.3, 0.3, 7), .pop, opacity: 0.8),
            ],
            rules: [
                Rule(.horizontal, 1.35, .hint, label: "hint", detail: "1.35", lower: 1.15),
                Rule(.horizontal, 1.5, .peek, label: "peek", detail: "1.50", lower: 1.2),
                Rule(.horizontal, 2.75, .pop, label: "pop", detail: "2.75", lower: 2.2),
            ],
            legend: [
                LegendEntry(.touch, "light touches"), LegendEntry(.button, "clicks"),
                LegendEntry(.peek, "firm presses"), LegendEntry(.pop, "hardest comfortable presses"),
            ], notes: ["One firm press in 400 is expected to stay below the peek."])
        return Figure(
            title: "Calibration", description: "How hard each stage was pressed.", heading: "Calibration of a pad",
            caption: "40 touches, 20 clicks, 20 presses", width: width, theme: theme, panels: [panel])
    }

    /// A press with everything around it, a fold, a second axis.
    static func trace(_ theme: Theme = .automatic, width: Double = 800, name: String = "A pad") -> Figure {
        let force = (0...900).map { index -> Point in
            let time = Double(index) / 300
            let force = time < 0.3 ? time * 3 : time < 1.5 ? 0.9 + (time - 0.3) * 1.8 : 3.06 - (time - 1.5) * 2
            return Point(time, max(force, 0))
        }
        let panel = Panel(
            title: name, subtitle: "force: the kernel marks it as a pressure pad; clicks at 77 (learned)", height: 200,
            x: Axis([-0.2...3.2, 15...16], title: "s", folds: ["12 s"]), y: Axis.fromZero([3.06], title: "clicks"),
            secondary: Axis(0...(3.06 * 1.06 * 200), title: "g"),
            marks: [
                .area(force, .touch), .area(force.filter { (0.6...2.0).contains($0.x) }, .hint),
                .area(force.filter { (0.8...2.0).contains($0.x) }, .peek),
                .area(force.filter { (1.3...2.0).contains($0.x) }, .pop),
                .line(force + [.gap, Point(15.2, 1), Point(15.4, 1)], .force),
                .markers([Point(1.5, 3.06)], .button, .pointer), .markers([Point(2, 2)], .ink, .cross),
                .markers([Point(2.5, 1)], .ink, .dot),
            ],
            rules: [
                Rule(.vertical, 1.35, .hint, label: "hint 1.35", detail: "/ 1.15", lower: 1.15),
                Rule(.vertical, 1.4, .peek, label: "peek 1.40", detail: "/ 1.20", lower: 1.2),
                Rule(.vertical, 2.75, .pop, label: "pop 2.75", detail: "/ 2.20", lower: 2.2, extent: 0...16),
            ],
            callouts: [
                Callout(Point(1.5, 3.06), "pop", role: .pop, rank: 2),
                Callout(Point(1.6, 2.8), "peek", detail: "released", role: .peek, rank: 1),
                Callout(Point(15.2, 1), "hint", detail: "moved", role: .hint),
            ],
            lanes: [
                Lane("button", height: 8, .spans([(0.5...1.9, .button), (15.2...15.2, .button)])),
                Lane("moved", height: 16, .profile(force, .movement, .straight, top: 4), topLabel: "4 mm"),
                Lane(
                    "fingers", height: 10, .profile([Point(0, 1), Point(1, 2), Point(2, 0)], .movement, .step, top: 2),
                    topLabel: "2"),
            ])
        return Figure(title: name, description: "One press.", width: width, theme: theme, panels: [panel])
    }
}
