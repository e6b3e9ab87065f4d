import Haptics

/// The keys of `[haptics]`, and those of `[device …]` about it, as far as a section gives them.
public struct HapticConfiguration: Equatable, Sendable {
    /// What is played at a level: a waveform, or expressly nothing.
    public enum Choice: Equatable, Sendable {
        case nothing
        case waveform(Waveform)

        /// As a person writes it.
        public var text: String {
            switch self {
            case .nothing: "none"
            case .waveform(let waveform): waveform.name
            }
        }

        var waveform: Waveform? {
            switch self {
            case .nothing: nil
            case .waveform(let waveform): waveform
            }
        }

        init?(_ text: String) {
            if text == "none" {
                self = .nothing
            } else if let waveform = Waveform(name: text) {
                self = .waveform(waveform)
            } else {
                return nil
            }
        }

        init(_ waveform: Waveform?) { self = waveform.map(Choice.waveform) ?? .nothing }
    }

    public var isOn: Bool?
    /// 0 to 100 %.
    public var intensity: Int?
    public var hint: Choice?
    public var peek: Choice?
    public var pop: Choice?
    public var usesVendorReports: Bool?

    public init() {}

    /// These settings, and `base` where they say nothing.
    func over(_ base: HapticConfiguration) -> HapticConfiguration {
        var merged = base
        merged.isOn = isOn ?? base.isOn
        merged.intensity = intensity ?? base.intensity
        merged.hint = hint ?? base.hint
        merged.peek = peek ?? base.peek
        merged.pop = pop ?? base.pop
        merged.usesVendorReports = usesVendorReports ?? base.usesVendorReports
        return merged
    }

    /// With the defaults where nothing is said.
    public var settings: HapticSettings {
        let usual = HapticSettings()
        return HapticSettings(
            isOn: isOn ?? usual.isOn, intensity: intensity ?? usual.intensity,
            hint: hint.map(\.waveform) ?? usual.hint, peek: peek.map(\.waveform) ?? usual.peek,
            pop: pop.map(\.waveform) ?? usual.pop, usesVendorReports: usesVendorReports ?? usual.usesVendorReports)
    }

    /// All keys that are set, as the section `[haptics]` writes them.
    public var entries: [(key: String, value: String)] {
        func word(_ isSo: Bool?) -> String? { isSo.map { $0 ? "yes" : "no" } }
        return [
            ("enabled", word(isOn)), ("intensity", intensity.map { "\($0)" }), ("hint", hint?.text),
            ("peek", peek?.text), ("pop", pop?.text), ("vendor-reports", word(usesVendorReports)),
        ].compactMap { key, value in value.map { (key, $0) } }
    }

    /// The name a key of `[haptics]` has in a `[device …]` section.
    public static func deviceKey(_ key: String) -> String { key == "enabled" ? "haptics" : "haptics-\(key)" }

    /// With every default filled in, for whoever shows it.
    public var complete: HapticConfiguration {
        let settings = settings
        var all = HapticConfiguration()
        all.isOn = settings.isOn
        all.intensity = settings.intensity
        all.hint = Choice(settings.hint)
        all.peek = Choice(settings.peek)
        all.pop = Choice(settings.pop)
        all.usesVendorReports = settings.usesVendorReports
        return all
    }
}
