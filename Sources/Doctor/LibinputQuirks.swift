import Glibc
import InputSources

/// libinput's own knowledge of devices: `/usr/share/libinput/*.quirks` and `/etc/libinput/local-overrides.quirks`.
public struct LibinputQuirks: Equatable, Sendable {
    struct Section: Equatable, Sendable {
        var name: String
        var file: String
        var matches: [(key: String, value: String)] = []
        var settings: [(key: String, value: String)] = []

        static func == (a: Section, b: Section) -> Bool {
            a.name == b.name && a.file == b.file && a.matches.elementsEqual(b.matches, by: ==)
                && a.settings.elementsEqual(b.settings, by: ==)
        }
    }

    /// In the order in which libinput reads them: a later one goes before an earlier one.
    private(set) var sections: [Section] = []
    /// What could not be read or understood, in words.
    public private(set) var problems: [String] = []
    /// What `/sys/firmware/devicetree/base/compatible` names.
    public var deviceTree: [String] = []

    public init() {}

    public mutating func note(_ problem: String) { problems.append(problem) }

    /// Takes a file in. What cannot be understood is said, and the rest holds.
    public mutating func add(_ text: String, file: String) {
        var section: Section?
        for (index, raw) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let line = LibinputQuirks.bare(raw)
            if line.isEmpty || line.first == "#" { continue }
            if line.first == "[" {
                if let done = section { sections.append(done) }
                section = Section(name: String(line.dropFirst().prefix { $0 != "]" }), file: file)
            } else if let equals = line.firstIndex(of: "="), section != nil {
                let key = String(line[..<equals])
                // A comment may follow a value.
                let value = LibinputQuirks.bare(line[line.index(after: equals)...].prefix { $0 != "#" })
                if key.hasPrefix("Match") {
                    section?.matches.append((key, String(value)))
                } else {
                    section?.settings.append((key, String(value)))
                }
            } else {
                problems.append("\(file):\(index + 1): libinput cannot read this line, and then reads no quirks at all")
            }
        }
        if let done = section { sections.append(done) }
    }

    /// A setting in the overrides that this version does not know: it then refuses the file, and reads no quirks at all.
    func misfit(_ version: LibinputVersion) -> String? {
        for section in sections where section.file == OverridesFile.usualPath {
            for (key, value) in section.settings {
                let isKnown =
                    switch key {
                    case "ModelPressurePad": version >= PalmTrap.knowsModel && version < PalmTrap.knowsProperty
                    case "AttrInputProp" where value.contains("PRESSUREPAD"): version >= PalmTrap.knowsProperty
                    default: true
                    }
                if !isKnown, !version.isLeast { return "\(key)=\(value) in [\(section.name)]" }
            }
        }
        return nil
    }

    mutating func drop(_ isUnwanted: (Section) -> Bool) { sections.removeAll(where: isUnwanted) }

    private static func bare(_ text: Substring) -> Substring {
        var text = text.drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }

    /// The settings that hold for a device, by name; the last word counts.
    func settings(for facts: DeviceFacts) -> [String: (value: String, file: String)] {
        var found: [String: (value: String, file: String)] = [:]
        for section in sections where section.matches.allSatisfy({ holds($0.key, $0.value, facts) }) {
            for (key, value) in section.settings { found[key] = (value, section.file) }
        }
        return found
    }

    static let buses: [String: UInt16] = ["usb": 3, "bluetooth": 5, "ps2": 0x11, "i2c": 0x18, "spi": 0x1c, "rmi": 0x1d]
    private static let types = [
        "touchpad": "ID_INPUT_TOUCHPAD", "touchscreen": "ID_INPUT_TOUCHSCREEN", "mouse": "ID_INPUT_MOUSE",
        "tablet": "ID_INPUT_TABLET", "keyboard": "ID_INPUT_KEYBOARD", "pointingstick": "ID_INPUT_POINTINGSTICK",
        "joystick": "ID_INPUT_JOYSTICK", "tablet-pad": "ID_INPUT_TABLET_PAD",
    ]

    private func holds(_ key: String, _ value: String, _ facts: DeviceFacts) -> Bool {
        switch key {
        case "MatchName": fnmatch(value, facts.name, 0) == 0
        case "MatchUniq": fnmatch(value, facts.uniq, 0) == 0
        case "MatchBus": LibinputQuirks.buses[value] == facts.bus
        case "MatchVendor": LibinputQuirks.number(value) == facts.vendor
        // Newer versions take a list.
        case "MatchProduct": value.split(separator: ";").contains { LibinputQuirks.number($0) == facts.product }
        case "MatchVersion": LibinputQuirks.number(value) == facts.version
        case "MatchUdevType":
            LibinputQuirks.types[value].map { facts.udevProperties[$0] == "1" } ?? false
        case "MatchDMIModalias": !facts.machine.isEmpty && fnmatch(value, facts.machine, 0) == 0
        case "MatchDeviceTree": deviceTree.contains { fnmatch(value, $0, 0) == 0 }
        // One that this program does not know: not taken for a match.
        default: false
        }
    }

    private static func number(_ text: some StringProtocol) -> UInt16? {
        let digits = text.lowercased().hasPrefix("0x") ? String(text.dropFirst(2)) : String(text)
        return UInt16(digits, radix: 16)
    }
}
