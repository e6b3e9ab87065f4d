import Plotting
import Recognition

/// A trace as a panel of a figure.
struct TracePanel {
    let trace: PadTrace
    let window: TimeWindow
    let curves: TraceCurves
    /// The presses that reach into the window.
    let presses: [PadTrace.Press]

    init(_ trace: PadTrace, _ window: TimeWindow) {
        self.trace = trace
        self.window = window
        curves = TraceCurves(trace, window)
        presses = trace.presses.filter {
            window.seconds($0.endedUsec) >= window.start && window.seconds($0.beganUsec) <= window.end
        }
    }

    /// The largest force to be seen, in clicks.
    var peak: Double { largest(curves.force) }

    /// Up to where the axis of the force has to reach: the pop as well, where presses are on.
    var top: Double { max(peak, trace.levels.map { Double($0.pop.down) } ?? 0) }

    private func largest(_ curve: [Point]) -> Double { curve.reduce(0) { $1.y.isFinite ? max($0, $1.y) : $0 } }

    /// - Parameters:
    ///   - top: where the force's axis ends, in clicks.
    ///   - title: the pad's name, or the file's among several.
    func panel(title: String, subtitle: String, top: Double, height: Double) -> Panel {
        Panel(
            title: title, subtitle: subtitle, height: height,
            x: Plotting.Axis(window.ranges, title: "s", folds: window.folds),
            y: Plotting.Axis(0...top, title: "clicks"),
            secondary: secondary(top), marks: marks, rules: rules, callouts: presses.map(callout), lanes: lanes,
            notes: notes)
    }

    // MARK: The force

    private var marks: [Mark] {
        let force = curves.force
        var marks: [Mark] = [.area(force, .touch)]
        for (role, spans) in spans {
            var parts: [Point] = []
            for span in spans { parts += TraceCurves.cut(force, span.lowerBound, span.upperBound) + [.gap] }
            marks.append(.area(parts, role))
        }
        let touches = force.reduce(0) { $1.y.isFinite ? $0 : $0 + 1 }
        // Thousands of touches would make a wall of a line of the usual width.
        marks.append(.line(force, .force, width: touches > 150 ? 0.75 : 1.5))
        let cancelled = presses.filter { $0.reason != nil && $0.reason != .released }
        let places = cancelled.map { press in
            let time = window.seconds(press.endedUsec)
            return Point(time, TraceCurves.value(force, time) ?? .nan)
        }
        marks.append(.markers(places, .ink, .cross))
        return marks
    }

    /// When a press was at which stage, in seconds.
    private var spans: [(Role, [ClosedRange<Double>])] {
        var hints: [ClosedRange<Double>] = []
        var peeks: [ClosedRange<Double>] = []
        var pops: [ClosedRange<Double>] = []
        for press in presses {
            func span(_ from: UInt64?, _ to: UInt64, _ list: inout [ClosedRange<Double>]) {
                guard let from else { return }
                let start = max(window.seconds(from), window.start)
                let end = min(window.seconds(to), window.end)
                if start <= end { list.append(start...end) }
            }
            span(press.beganUsec, press.peekedUsec ?? press.endedUsec, &hints)
            span(press.peekedUsec, press.poppedUsec ?? press.endedUsec, &peeks)
            span(press.poppedUsec, press.endedUsec, &pops)
        }
        return [(.hint, hints), (.peek, peeks), (.pop, pops)]
    }

    private func callout(_ press: PadTrace.Press) -> Callout {
        let (start, end) = (window.seconds(press.beganUsec), window.seconds(press.endedUsec))
        var peak = Point.gap
        for point in TraceCurves.cut(curves.force, start, end) where point.y.isFinite {
            if !peak.y.isFinite || point.y > peak.y { peak = point }
        }
        let (stage, role, rank): (String, Role, Int) =
            press.poppedUsec != nil
            ? ("pop", .pop, 4) : press.peekedUsec != nil ? ("peek", .peek, 2) : ("hint", .hint, 0)
        let isDisturbed = press.reason != nil && press.reason != .released
        return Callout(
            peak, stage, detail: press.reason.map { "\($0.rawValue)" } ?? "", role: role,
            rank: rank + (isDisturbed ? 1 : 0))
    }

    // MARK: The levels

    private var rules: [Rule] {
        // A scale learned meanwhile does not move the levels, which are in clicks, unless they no longer fit the range.
        var steps: [(from: Double, levels: Levels?)] = []
        for scaling in trace.scalings {
            let from = max(window.seconds(scaling.usec), window.start)
            var levels: Levels?
            if case .on(let its) = scaling.levels { levels = its }
            if let last = steps.last, last.from >= from { steps.removeLast() }
            if steps.last?.levels != levels || steps.isEmpty { steps.append((from, levels)) }
        }
        var rules: [Rule] = []
        for (index, step) in steps.enumerated() where step.from <= window.end {
            let end = index + 1 < steps.count ? min(steps[index + 1].from, window.end) : window.end
            guard let levels = step.levels else { continue }
            let named: [(String, ForceLevel, Role)] = [
                ("hint", levels.hint, .hint), ("peek", levels.peek, .peek), ("pop", levels.pop, .pop),
            ]
            for (name, level, role) in named {
                rules.append(
                    Rule(
                        .vertical, Double(level.down), role, label: "\(name) \(fixed(level.down, 2))",
                        detail: "/ \(fixed(level.up, 2))", lower: Double(level.up), extent: step.from...end))
            }
        }
        return rules
    }

    /// Grams, or the pad's own units.
    private func secondary(_ top: Double) -> Plotting.Axis? {
        guard let scale = trace.scale, scale.click > scale.zero else { return nil }
        let (zero, span) = (Double(scale.zero), Double(scale.click - scale.zero))
        if let units = scale.unitsPerGram, units > 0 {
            return Plotting.Axis(0...(top * span / Double(units)), title: "g")
        }
        return Plotting.Axis(zero...(zero + top * span), title: "raw")
    }

    // MARK: Below

    private var lanes: [Lane] {
        let moved = largest(curves.moved)
        let fingers = largest(curves.fingers)
        var lanes: [Lane] = []
        if !presses.isEmpty {
            lanes.append(Lane("press", height: 7, .spans(spans.flatMap { role, list in list.map { ($0, role) } })))
        }
        if !curves.buttons.isEmpty { lanes.append(Lane("button", height: 7, .spans(curves.buttons))) }
        // Below a millimetre it is the sensor's noise.
        lanes.append(
            Lane(
                "moved", height: 16, .profile(curves.moved, .movement, .straight, top: max(moved, 1)),
                topLabel: moved < 9.95 ? fixed(moved, 1) + " mm" : fixed(moved, 0) + " mm"))
        lanes.append(
            Lane(
                "fingers", height: 5 + 3 * min(max(fingers, 1), 5),
                .profile(curves.fingers, .movement, .step, top: max(fingers, 1)), topLabel: fixed(fingers, 0)))
        return lanes
    }

    private var notes: [String] {
        var notes: [String] = []
        if peak == 0 { notes.append("The touches carry no pressure: the pad never told any.") }
        if case .off(let why) = trace.scalings[trace.scalings.count - 1].levels {
            notes.append("Presses are off: \(why).")
        }
        for (before, after) in zip(trace.scalings, trace.scalings.dropFirst()) {
            guard let old = before.scale, let new = after.scale, old.click != new.click, new.source != old.source else {
                continue
            }
            let time = window.seconds(after.usec)
            guard time > window.start, time < window.end else { continue }
            notes.append(
                "Until \(fixed(time, 1)) s a click at \(fixed(old.click, 0)) was assumed, then it was learned from clicks;"
                    + " the right axis is that of the end.")
        }
        if window.originUsec > 0 {
            notes.append("Times count from \(seconds(window.originUsec)) s of the recording's own clock.")
        }
        return notes
    }
}
