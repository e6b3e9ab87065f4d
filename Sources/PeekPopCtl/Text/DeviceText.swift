import PeekPopWire
import Recognition

/// Pads as people read about them.
enum DeviceText {
    /// A paragraph of lines: what the pad is, what its pressure is worth and why, its levels.
    static func lines(_ device: Wire.Device) -> [String] {
        var lines = ["\(device.id)  \(device.name.drawable)"]
        // As wide as its longest label.
        let width = max(10, device.kind.rawValue.count + 1)
        func add(_ label: String, _ text: String) { lines.append("  " + label.left(width) + text) }
        var place = device.node.drawable
        if device.seat != "seat0" { place += ", \(device.seat.drawable)" }
        let size = "\(fixed(device.widthMm, 0)) × \(fixed(device.heightMm, 0)) mm"
        add(
            device.kind.rawValue,
            "\(place), \(size)\(device.open ? ", being read" : "")")
        add("class", "\(device.padClass.rawValue): \(device.reason.drawable)")
        if let pressure = device.pressure {
            let unit = pressure.resolution > 0 ? ", \(pressure.resolution) a gram" : ""
            add("pressure", "\(pressure.minimum) to \(pressure.maximum)\(unit)")
        }
        if let scale = device.scale {
            // A pen's tip has no click: the word is a measure there.
            let isPen = device.kind == .pen && scale.source == .classDefault
            var text =
                isPen
                ? "1 click is \(fixed(scale.clickPressure, 0)) (assumed: a pen has none)"
                : "clicks at \(fixed(scale.clickPressure, 0)) (\(words(scale.source)))"
            if let units = scale.unitsPerGram { text += ", \(fixed(units, 2)) units a gram" }
            add("scale", text + ", range ends at \(fixed(scale.topClicks, 2)) clicks")
        }
        if device.gestures, let levels = device.levels {
            add("presses", "hint \(level(levels.hint)), peek \(level(levels.peek)), pop \(level(levels.pop)) clicks")
        } else {
            add("presses", "off")
        }
        let how = device.hapticsReason.map { ": \($0)" } ?? ""
        add("haptics", ((device.haptics ? "yes" : "none") + how).drawable)
        if let problem = device.problem { add("problem", problem.drawable) }
        return lines
    }

    static func words(_ source: ScaleSource) -> String {
        switch source {
        case .calibration: "from its calibration"
        case .hardwareDatabase: "from the hardware database"
        case .learnedClicks: "learned from clicks"
        case .classDefault: "assumed, until it has been clicked"
        }
    }

    private static func level(_ clicks: Float) -> String { fixed(clicks, 2) }
}

extension PadSummary {
    init(_ device: Wire.Device) {
        self.init(
            id: device.id, name: device.name, padClass: device.padClass.rawValue,
            reason: device.problem ?? device.reason,
            levels: device.gestures
                ? device.levels.map { LevelMarks(hint: $0.hint, peek: $0.peek, pop: $0.pop) } : nil,
            topClicks: device.scale?.topClicks)
    }
}

extension ForceReading {
    init(_ sample: Wire.Sample) {
        self.init(
            clicks: sample.clicks, grams: sample.grams, raw: Float(sample.raw),
            fingers: sample.touching ? max(1, sample.fingers) : 0, x: sample.x, y: sample.y, button: sample.button)
    }
}
