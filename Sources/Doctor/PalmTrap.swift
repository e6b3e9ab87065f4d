import InputSources
import PeekPopWire
import Recognition

/// libinput takes high pressure for a palm, unless it knows a pad as a pressure pad: a deep press then freezes the
/// pointer until the finger lifts.
public enum PalmTrap: Equatable, Sendable {
    /// It cannot happen, and why: words that follow "libinput".
    case safe(String)
    case trap(Trap)

    public struct Trap: Equatable, Sendable {
        /// Raw pressure from which libinput sees a palm.
        public var threshold: Int32
        /// The lowest of the three levels at or above which that is, and its raw pressure; `nil`: beyond the pop.
        public var level: Level?
        public var remedy: LibinputOverride
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
    ///   - device: the daemon's word about it, for its levels, and for its range where the pad could not be opened.
    ///   - version: of libinput; `nil` where it is not known: what any version could know is believed.
    public init(_ pad: FoundPad, device: Wire.Device?, version: LibinputVersion, quirks: LibinputQuirks) {
        let facts = pad.facts
        guard facts.kind == .touchpad, pad.hasContactPressure else {
            self = .safe("does not look at its pressure")
            return
        }
        let settings = quirks.settings(for: facts)
        // Most users may not open the node; then the daemon knows the range, as the kernel told it.
        var pressure = facts.axes[0x3a]
        if !pad.hasRanges, let told = device?.pressure {
            pressure = Axis(minimum: told.minimum, maximum: told.maximum, resolution: told.resolution)
        }
        if let resolution = pressure?.resolution, resolution != 0 {
            self = .safe("knows by its units that it feels force")
            return
        }
        if let codes = settings["AttrEventCode"], codes.value.contains("-ABS_MT_PRESSURE") {
            self = .safe("is told not to look at its pressure (\(codes.file))")
            return
        }
        let isMarked = facts.properties.contains(7)
        let mark = settings["AttrInputProp"].flatMap { $0.value.contains("+INPUT_PROP_PRESSUREPAD") ? $0.file : nil }
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
        let threshold = quirk.flatMap { Int32($0.value) } ?? PalmTrap.usualThreshold
        guard threshold > 0 else {
            self = .safe("never takes its pressure for a palm (\(quirk?.file ?? ""))")
            return
        }
        if let maximum = pressure?.maximum, maximum > 0, threshold > maximum {
            self = .safe("takes \(threshold) for a palm, which this pad never reaches")
            return
        }
        let isForce: Bool
        switch device?.padClass ?? pad.classification?.padClass {
        case .grams, .force: isForce = true
        case .area, .none?, nil: isForce = false
        }
        guard isForce || device?.gestures == true else {
            self = .safe("takes \(threshold) for a palm, which is right for contact size")
            return
        }
        self = .trap(
            Trap(
                threshold: threshold, level: device.flatMap { PalmTrap.level($0, threshold) },
                remedy: LibinputOverride(facts, version: version, isForce: isForce)))
    }

    private static func level(_ device: Wire.Device, _ threshold: Int32) -> Level? {
        guard let scale = device.scale, let levels = device.levels else { return nil }
        func raw(_ clicks: Float) -> Float { scale.zeroPressure + clicks * (scale.clickPressure - scale.zeroPressure) }
        let all: [(Level, Float)] = [(.hint, levels.hint), (.peek, levels.peek), (.pop, levels.pop)]
        return all.first { raw($0.1) >= Float(threshold) }?.0
    }
}

/// A section of `/etc/libinput/local-overrides.quirks` that takes a pad out of the trap.
public struct LibinputOverride: Equatable, Sendable {
    /// Sections of ours begin with this, and no others.
    static let mark = "[PeekPop "

    public var lines: [String]

    /// - Parameters:
    ///   - version: of the libinput that will read it.
    ///   - isForce: whether its pressure is force, so that nothing else of it should be read as contact size either.
    init(_ facts: DeviceFacts, version: LibinputVersion, isForce: Bool) {
        func hex(_ number: UInt16) -> String {
            let digits = String(number, radix: 16, uppercase: true)
            return "0x" + String(repeating: "0", count: 4 - digits.count) + digits
        }
        // What a name could do to the file: nothing.
        let name = String(
            facts.name.map { $0.isASCII && ($0.isLetter || $0.isNumber || " :._-/".contains($0)) ? $0 : "?" })
        var lines = [LibinputOverride.mark + name + "]", "MatchUdevType=touchpad"]
        if let bus = LibinputQuirks.buses.first(where: { $0.value == facts.bus })?.key {
            lines.append("MatchBus=\(bus)")
        }
        if facts.vendor == 0, facts.product == 0 {
            lines.append("MatchName=\(name)")
        } else {
            lines += ["MatchVendor=\(hex(facts.vendor))", "MatchProduct=\(hex(facts.product))"]
        }
        // A key that a libinput does not know costs it all its quirks. `ModelPressurePad` is known from 1.23 to 1.30 alone,
        // and would do that with the next upgrade; the threshold is known to all of them.
        let isKnown = isForce && version >= PalmTrap.knowsProperty && !version.isLeast
        lines.append(isKnown ? "AttrInputProp=+INPUT_PROP_PRESSUREPAD" : "AttrPalmPressureThreshold=0")
        self.lines = lines
    }

    /// The text of the overrides file with these sections: what is there stays as it is, but for earlier ones of ours.
    public static func merged(_ overrides: [LibinputOverride], into existing: String?) -> String {
        var text = others(existing ?? "")
        if !text.isEmpty, !text.hasSuffix("\n") { text += "\n" }
        for override in overrides {
            if !text.isEmpty { text += "\n" }
            text += note + "\n" + override.lines.joined(separator: "\n") + "\n"
        }
        return text
    }

    private static let note = "# By peekpopctl doctor: high pressure on this pad is a press, and no palm."

    /// Whether a file has anything that is not ours.
    static func hasOthers(_ text: String) -> Bool { others(text).contains { !$0.isWhitespace } }

    private static func others(_ text: String) -> String {
        var kept: [Substring] = []
        var isOurs = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("[") { isOurs = line.hasPrefix(mark) }
            // A comment after our section is the next one's; ours is known by its words.
            if isOurs, line.hasPrefix("#") { isOurs = false }
            if !isOurs, line != note { kept.append(line) }
        }
        while kept.last?.isEmpty == true { kept.removeLast() }
        return kept.isEmpty ? "" : kept.joined(separator: "\n") + "\n"
    }
}
