import Calibrating
import PeekPopWire
import Recognition

/// Stored calibrations as people read about them.
enum CalibrationText {
    /// A paragraph of lines: for which pad, since when, what it says, what it rests on.
    static func lines(_ calibration: Wire.Calibration, of pad: Wire.Device) -> [String] {
        var lines = ["\(pad.id.drawable)  \(pad.name.drawable)"]
        func add(_ label: String, _ text: String) { lines.append("  " + label.left(10) + text.drawable) }
        if let provenance = calibration.provenance {
            add("made", "\(provenance.created), \(words(provenance.method)), by \(provenance.program)")
        } else {
            add("made", "it does not tell when, nor how")
        }
        let levels = [("hint", calibration.hint), ("peek", calibration.peek), ("pop", calibration.pop)]
            .compactMap { name, level in level.map { "\(name) \(fixed($0, 2))" } }
        add("levels", levels.isEmpty ? "the defaults" : levels.joined(separator: ", ") + " clicks")
        add("scale", scale(calibration))
        if let resting = calibration.restingPressure {
            add("contact", "each touch against its own beginning; a resting finger is \(fixed(resting, 0))")
        }
        if let enabled = calibration.gesturesEnabled { add("presses", enabled ? "on" : "off") }
        if let figures = calibration.provenance?.figures.map(figures), !figures.isEmpty {
            add("expect", figures[0])
            for line in figures.dropFirst() { add("", line) }
        }
        if let counts = calibration.provenance?.counts.map(counts), !counts.isEmpty { add("rests on", counts) }
        if pad.gestures, let inForce = pad.levels, differs(inForce, calibration) {
            add(
                "in force",
                "hint \(fixed(inForce.hint, 2)), peek \(fixed(inForce.peek, 2)), pop \(fixed(inForce.pop, 2)) clicks:"
                    + " the configuration has a say as well")
        }
        return lines
    }

    private static func words(_ method: Wire.Provenance.Method) -> String {
        switch method {
        case .guided: "guided"
        case .recordings: "from recordings"
        case .manual: "by hand"
        }
    }

    private static func scale(_ calibration: Wire.Calibration) -> String {
        var parts: [String] = []
        if let click = calibration.clickPressure { parts.append("clicks at \(fixed(click, 0))") }
        if let zero = calibration.zeroPressure { parts.append("zero is \(fixed(zero, 0))") }
        if let units = calibration.unitsPerGram { parts.append("\(fixed(units, 2)) units a gram") }
        return parts.isEmpty ? "as without it" : parts.joined(separator: ", ")
    }

    private static func figures(_ figures: Wire.Figures) -> [String] {
        var lines: [String] = []
        if let perDay = figures.falsePeeksPerDay, perDay.isFinite {
            lines.append("a false peek \(Words.perDay(perDay)) of ordinary use")
        }
        func share(_ value: Double?, _ high: Double?, _ what: String) {
            guard let value, value.isFinite else { return }
            let expected = Words.percent(value)
            let bound = high.map(Words.percent).flatMap { $0 == expected ? nil : ", at most \($0)" } ?? ""
            lines.append("\(expected) \(what)\(bound)")
        }
        share(figures.missedPeek, figures.missedPeekHigh, "of peeks missed")
        share(figures.falsePop, figures.falsePopHigh, "of peeks that pop")
        share(figures.missedPop, figures.missedPopHigh, "of pops missed")
        return lines
    }

    private static func counts(_ counts: Wire.Counts) -> String {
        func count(_ number: Int?, _ one: String, _ many: String) -> String? {
            number.map { "\($0) \($0 == 1 ? one : many)" }
        }
        return [
            count(counts.touches, "touch", "touches"), count(counts.clicks, "click", "clicks"),
            count(counts.presses, "firm press", "firm presses"),
            count(counts.hardPresses, "hard press", "hard presses"),
            counts.discarded.map { "\($0) left out" },
        ].compactMap { $0 }.joined(separator: ", ")
    }

    private static func differs(_ levels: Wire.Levels, _ calibration: Wire.Calibration) -> Bool {
        zip([levels.hint, levels.peek, levels.pop], [calibration.hint, calibration.peek, calibration.pop]).contains {
            inForce, stored in stored.map { abs($0 - inForce) > 0.01 * max($0, inForce) } ?? false
        }
    }
}
