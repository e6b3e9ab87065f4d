import InputSources
import PeekPopWire
import Recognition

/// libinput takes high pressure for a palm, unless it knows a pad as a pressure pad: a deep press then freezes the
/// pointer until the finger lifts.
public enum PalmTrap: Equatable, Sendable {
    /// It cannot happen, and why: words that follow "libinput".
    case safe(String)
    case trap(Trap)
    /// Nobody could read the axis, which decides it: its unit exempts a pad.
    case unknown

    public struct Trap: Equatable, Sendable {
        /// Raw pressure from which libinput sees a palm.
        public var threshold: Int32
        public var reach: Reach
        public var remedy: LibinputOverride
    }

    /// Which presses get there.
    public enum Reach: Equatable, Sendable {
        /// Those of this level and above: the lowest whose raw pressure is at or above the threshold.
        case level(Level)
        /// Only presses harder than a pop.
        case beyondPop
        /// The pad's levels are not known.
        case unknown
    }

    public enum Level: String, Sendable {
        case hint, peek, pop
    }

    /// libinput's own, in raw units, whatever the pad's range.
    static let usualThreshold: Int32 = 130
    /// From here on INPUT_PROP_PRESSUREPAD tells libinput.
    static let knowsProperty = LibinputVersion(1, 31)
    /// From here on `ModelPressurePad` does.
    static let knowsModel = LibinputVersion(1, 23)

    /// Works it out for a pad.
    ///
    /// - Parameters:
    ///   - device: the daemon's word about it: its levels, and its axis where this user may not open the node.
    ///   - version: of libinput.
    ///   - quirks: as that version reads them.
    init(_ pad: FoundPad, device: Wire.Device?, version: LibinputVersion, quirks: QuirksReading) {
        let facts = pad.facts
        guard facts.kind == .touchpad, pad.hasContactPressure else {
            self = .safe("does not look at its pressure")
            return
        }
        let settings = quirks.settings(for: facts)
        let axis = pad.pressure(device)
        if let axis, axis.resolution != 0 {
            self = .safe("knows by its units that it feels force")
            return
        }
        if let file = PalmTrap.silence(settings) {
            self = .safe("is told not to look at its pressure (\(file))")
            return
        }
        let isMarked = facts.properties.contains(7)
        let mark = settings["AttrInputProp"].flatMap { setting in
            setting.value.split(separator: ";").contains {
                ["+INPUT_PROP_PRESSUREPAD", "+7", "+0x7"].contains($0)
            } ? setting.file : nil
        }
        if version >= PalmTrap.knowsProperty, isMarked || mark != nil {
            self = .safe("knows that it is a pressure pad" + (isMarked ? "" : " (\(mark ?? ""))"))
            return
        }
        if version >= PalmTrap.knowsModel, version < PalmTrap.knowsProperty,
            let model = settings["ModelPressurePad"], model.value == "1"
        {
            self = .safe("knows that it is a pressure pad (\(model.file))")
            return
        }
        let quirk = settings["AttrPalmPressureThreshold"]
        let threshold =
            quirk.flatMap { QuirksValue.count($0.value) }.map { Int32(truncatingIfNeeded: $0) }
            ?? PalmTrap.usualThreshold
        guard threshold > 0 else {
            self = .safe("never takes its pressure for a palm (\(quirk?.file ?? ""))")
            return
        }
        if let maximum = axis?.maximum, maximum > 0, threshold > maximum {
            self = .safe("takes \(threshold) for a palm, which this pad never reaches")
            return
        }
        let padClass = device?.padClass ?? pad.classification?.padClass
        let isForce = padClass == .grams || padClass == .force
        guard axis != nil || padClass == .area || padClass == PadClass.none else {
            self = .unknown
            return
        }
        guard isForce || device?.gestures == true else {
            self = .safe("takes \(threshold) for a palm, which is right for contact size")
            return
        }
        self = .trap(
            Trap(
                threshold: threshold, reach: device.map { PalmTrap.reach($0, threshold) } ?? .unknown,
                remedy: LibinputOverride(facts, version: version, isForce: isForce)))
    }

    /// The file that takes its pressure away from libinput.
    private static func silence(_ settings: [String: (value: String, file: String)]) -> String? {
        func takesAway(_ key: String, _ sign: String) -> String? {
            guard let setting = settings[key] else { return nil }
            let codes = setting.value.split(separator: ";")
            let isMeant = codes.contains {
                $0 == sign + "ABS_MT_PRESSURE" || $0 == sign + "EV_ABS" || $0.lowercased() == sign + "ev_abs:0x3a"
            }
            return isMeant ? setting.file : nil
        }
        return takesAway("AttrEventCode", "-") ?? takesAway("AttrEventCodeDisable", "")
    }

    private static func reach(_ device: Wire.Device, _ threshold: Int32) -> Reach {
        guard let scale = device.scale, let levels = device.levels else { return .unknown }
        func raw(_ clicks: Float) -> Float { scale.zeroPressure + clicks * (scale.clickPressure - scale.zeroPressure) }
        let all: [(Level, Float)] = [(.hint, levels.hint), (.peek, levels.peek), (.pop, levels.pop)]
        return all.first { raw($0.1) >= Float(threshold) }.map { .level($0.0) } ?? .beyondPop
    }
}
