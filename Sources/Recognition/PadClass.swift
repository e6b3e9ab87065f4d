/// What a pad's pressure is worth.
public enum PadClass: String, Sendable, CaseIterable {
    /// True force, in a known scale.
    case grams
    /// True force, scale unknown: gestures in clicks.
    case force
    /// Contact size; gestures are off until a calibration has shown that this pad can tell a press from a touch.
    case area
    /// No usable pressure.
    case none
}

/// A device's class, with the reason in words.
public struct Classification: Equatable, Sendable {
    public let padClass: PadClass
    /// One sentence for people, without a full stop: shown by `peekpopctl devices`.
    public let reason: String

    public init(padClass: PadClass, reason: String) {
        self.padClass = padClass
        self.reason = reason
    }
}

extension PadDescription {
    /// The pressure range to reckon with: the hardware database's end where the announced one is wrong.
    var pressureRange: ClosedRange<Int32>? {
        guard let pressure else { return nil }
        let maximum = knowledge.pressureMaximum ?? pressure.maximum
        return pressure.minimum < maximum ? pressure.minimum...maximum : nil
    }

    /// Units per gram, where the device or the hardware database tells.
    var unitsPerGram: Float? {
        if let known = knowledge.unitsPerGram, known > 0 { return known }
        guard let pressure, pressure.resolution > 0 else { return nil }
        return Float(pressure.resolution)
    }

    /// What this device's pressure is worth, and why.
    public var classification: Classification {
        func none(_ reason: String) -> Classification { Classification(padClass: .none, reason: reason) }

        switch kind {
        case .other: return none("it is no touchpad and no touchscreen")
        case .pen:
            guard pressureAxis == .tip else {
                return none(
                    "it is a pen: its tip pressure is drawing force, not a press (the libinput source has presses of pens)"
                )
            }
            return Classification(
                padClass: .force, reason: "it is a pen: libinput tells its tip's pressure, without a scale")
        case .touchpad, .touchscreen: break
        }
        guard let pressure else { return none("it announces no pressure axis") }
        guard pressureRange != nil else {
            return none("it announces a broken pressure range (\(pressure.minimum) to \(pressure.maximum))")
        }
        if let known = knowledge.padClass {
            return Classification(padClass: known, reason: "the hardware database knows this model")
        }
        if knowledge.unitsPerGram != nil {
            return Classification(padClass: .grams, reason: "the hardware database gives its scale")
        }
        if pressure.resolution > 0 {
            let units = pressure.resolution == 1 ? "1 unit" : "\(pressure.resolution) units"
            return Classification(padClass: .grams, reason: "its pressure axis announces \(units) a gram")
        }
        if isPressurePad {
            return Classification(padClass: .force, reason: "the kernel marks it as a pressure pad, without a scale")
        }
        return Classification(
            padClass: .area,
            reason: "its pressure axis has no force unit and nothing marks a pressure pad: contact size")
    }
}
