import Plotting
import Recognition

/// A trace as curves over the seconds of a window.
struct TraceCurves {
    /// The force while something touches. Between touches stand points that have a time and no value, so that all times are
    /// in order and can be searched.
    private(set) var force: [Point] = []
    private(set) var moved: [Point] = []
    private(set) var fingers: [Point] = []
    /// When any button was down, by whether it was the left one.
    private(set) var buttons: [(ClosedRange<Double>, Role)] = []

    /// A value that does not change is not reported. So a longer silence is a value that stood, and the change came in
    /// the last report's time.
    static let silence = 0.03
    static let report = 0.008

    init(_ trace: PadTrace, _ window: TimeWindow) {
        var down: (since: Double, role: Role)?
        var isTouched = false
        func role(_ buttons: Buttons) -> Role? {
            buttons.isEmpty ? nil : buttons.contains(.left) ? .button : .movement
        }
        // One frame before the window and one after it, so that the curves reach its edges.
        let samples = TraceCurves.inside(trace.samples, window)
        for sample in samples {
            let time = window.seconds(sample.usec)
            if let clicks = sample.clicks {
                hold(until: time, &force)
                hold(until: time, &moved)
                force.append(Point(time, clicks))
                moved.append(Point(time, sample.movedMm))
                isTouched = true
            } else if isTouched {
                for keyPath in [\TraceCurves.force, \TraceCurves.moved] {
                    if let last = self[keyPath: keyPath].last, last.y.isFinite, time > last.x {
                        self[keyPath: keyPath].append(Point(time, last.y))
                    }
                    self[keyPath: keyPath].append(Point(time, .nan))
                }
                isTouched = false
            }
            if fingers.last?.y != Double(sample.fingers) { fingers.append(Point(time, Double(sample.fingers))) }
            if down?.role != role(sample.buttons) {
                if let down { buttons.append((down.since...max(down.since, time), down.role)) }
                down = role(sample.buttons).map { (time, $0) }
            }
        }
        let end = samples.last.map { window.seconds($0.usec) } ?? window.end
        if let down { buttons.append((down.since...max(down.since, end), down.role)) }
        if let last = fingers.last, last.x < end { fingers.append(Point(end, last.y)) }
        force = TraceCurves.cut(force, window.start, window.end)
        moved = TraceCurves.cut(moved, window.start, window.end)
        fingers = TraceCurves.cut(fingers, window.start, window.end, isStep: true)
        buttons = buttons.compactMap { range, role in
            guard range.upperBound >= window.start, range.lowerBound <= window.end else { return nil }
            return (max(range.lowerBound, window.start)...min(range.upperBound, window.end), role)
        }
    }

    private func hold(until time: Double, _ curve: inout [Point]) {
        guard let last = curve.last, last.y.isFinite, time - last.x > TraceCurves.silence else { return }
        curve.append(Point(time - TraceCurves.report, last.y))
    }

    private static func inside(_ samples: [PadTrace.Sample], _ window: TimeWindow) -> ArraySlice<PadTrace.Sample> {
        let first = samples.prefixCount { window.seconds($0.usec) < window.start }
        let beyond = samples.prefixCount { window.seconds($0.usec) <= window.end }
        return samples[max(0, first - 1)..<max(max(0, first - 1), min(samples.count, beyond + 1))]
    }

    /// The part of a curve between two times, with points made where it is cut.
    ///
    /// - Parameter isStep: each value holds until the next point.
    static func cut(_ curve: [Point], _ from: Double, _ to: Double, isStep: Bool = false) -> [Point] {
        let first = curve.prefixCount { $0.x < from }
        let beyond = curve.prefixCount { $0.x <= to }
        guard first <= beyond else { return [] }
        func between(_ index: Int, _ time: Double) -> Point? {
            guard index > 0, index < curve.count else { return nil }
            let (a, b) = (curve[index - 1], curve[index])
            guard a.y.isFinite, isStep || b.y.isFinite, a.x < time, time < b.x else { return nil }
            return Point(time, isStep ? a.y : a.y + (b.y - a.y) * (time - a.x) / (b.x - a.x))
        }
        var result = Array(curve[first..<beyond])
        if let start = between(first, from) { result.insert(start, at: 0) }
        if to > from, let end = between(beyond, to) { result.append(end) }
        return result
    }

    /// The value of a curve at a time; `nil` where it has none.
    static func value(_ curve: [Point], _ time: Double) -> Double? {
        cut(curve, time, time).first { $0.y.isFinite }?.y
    }
}

extension Array {
    /// How many of the first elements `isBefore` holds for; it holds for none behind them.
    func prefixCount(_ isBefore: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
