import Glibc
import InputSources

/// libinput's own knowledge of devices: `/usr/share/libinput/*.quirks` and `/etc/libinput/local-overrides.quirks`, as they
/// lie on disk.
public struct LibinputQuirks: Equatable, Sendable {
    struct File: Equatable, Sendable {
        var path: String
        var text: String
    }

    /// In the order in which libinput reads them.
    private(set) var files: [File] = []
    /// The folder with libinput's own files is not there, or empty. It reads no overrides either then.
    public var isWithoutData = false
    /// A file that could not be read.
    public private(set) var unreadable: QuirksRefusal?
    /// What `libinput quirks validate` says, where it is installed.
    public var validation = Validation.unasked
    /// What `/sys/firmware/devicetree/base/compatible` names.
    public var deviceTree: [String] = []

    public enum Validation: Equatable, Sendable {
        case unasked
        case accepted
        /// The first of its complaints.
        case refused(String)
    }

    public init() {}

    public mutating func add(_ text: String, file: String) { files.append(File(path: file, text: text)) }

    /// A file that is there and cannot be read, as a compositor of this user could not.
    public mutating func miss(_ file: String, reason: String) {
        unreadable = unreadable ?? QuirksRefusal(file: file, reason: reason)
    }

    /// The same with another text in the overrides file; with `nil`, without that file.
    func replacingOverrides(_ text: String?) -> LibinputQuirks {
        var other = self
        other.files.removeAll { $0.path == OverridesFile.usualPath }
        if other.unreadable?.file == OverridesFile.usualPath { other.unreadable = nil }
        if let text { other.add(text, file: OverridesFile.usualPath) }
        // That was about the files as they lie there.
        if other.files != files || other.unreadable != unreadable { other.validation = .unasked }
        return other
    }

    /// Without the sections that this program has written.
    var withoutOurs: LibinputQuirks {
        guard let overrides = files.first(where: { $0.path == OverridesFile.usualPath }) else { return self }
        let others = LibinputOverride.others(overrides.text)
        // What was ours alone would not be there without us.
        let isOurs = others.isEmpty && !overrides.text.isEmpty
        return replacingOverrides(isOurs ? nil : others)
    }

    /// What a libinput makes of them.
    func reading(by version: LibinputVersion) -> QuirksReading {
        var reading = QuirksReading(deviceTree: deviceTree)
        reading.refusal = refusal(version, &reading.sections)
        if reading.refusal != nil { reading.sections = [] }
        return reading
    }

    private func refusal(_ version: LibinputVersion, _ sections: inout [QuirksSection]) -> QuirksRefusal? {
        if isWithoutData {
            return QuirksRefusal(
                file: LibinputQuirks.folder,
                reason: "is not there, or has no .quirks file, and those belong to libinput")
        }
        if let unreadable { return unreadable }
        var found: QuirksRefusal?
        for file in files {
            let vocabulary = QuirksVocabulary(
                version: version, isDistributed: file.path != OverridesFile.usualPath)
            do throws(QuirksRefusal) {
                sections += try QuirksFile.sections(file.text, file: file.path, vocabulary: vocabulary)
            } catch {
                found = found ?? error
            }
        }
        switch validation {
        case .unasked: return found
        // Its word goes before what is known of it here.
        case .accepted: return nil
        case .refused(let complaint):
            return found ?? QuirksRefusal(file: "libinput quirks validate:", reason: complaint)
        }
    }

    static let folder = "/usr/share/libinput"

    static let buses: [String: UInt16] = ["usb": 3, "bluetooth": 5, "ps2": 0x11, "i2c": 0x18, "spi": 0x1c, "rmi": 0x1d]
    static let types = [
        "touchpad": "ID_INPUT_TOUCHPAD", "mouse": "ID_INPUT_MOUSE", "tablet": "ID_INPUT_TABLET",
        "keyboard": "ID_INPUT_KEYBOARD", "pointingstick": "ID_INPUT_POINTINGSTICK", "joystick": "ID_INPUT_JOYSTICK",
        "tablet-pad": "ID_INPUT_TABLET_PAD",
    ]
}

/// The quirks that are in force with a libinput: none where it refuses a line of them.
struct QuirksReading: Equatable, Sendable {
    /// A later one goes before an earlier one.
    var sections: [QuirksSection] = []
    var refusal: QuirksRefusal?
    var deviceTree: [String]

    /// The settings that hold for a device, by name; the last word counts.
    func settings(for facts: DeviceFacts) -> [String: (value: String, file: String)] {
        var found: [String: (value: String, file: String)] = [:]
        for section in sections where section.matches.allSatisfy({ holds($0.key, $0.value, facts) }) {
            for setting in section.settings { found[setting.key] = (setting.value, section.file) }
        }
        return found
    }

    private func holds(_ key: String, _ value: String, _ facts: DeviceFacts) -> Bool {
        switch key {
        case "MatchName": fnmatch(value, facts.name, 0) == 0
        case "MatchUniq": fnmatch(value, facts.uniq, 0) == 0
        case "MatchBus": LibinputQuirks.buses[value] == facts.bus
        case "MatchVendor": QuirksVocabulary.number(value) == facts.vendor
        // Newer versions take a list.
        case "MatchProduct": value.split(separator: ";").contains { QuirksVocabulary.number($0) == facts.product }
        case "MatchVersion": QuirksVocabulary.number(value) == facts.version
        case "MatchUdevType":
            LibinputQuirks.types[value].map { facts.udevProperties[$0] == "1" } ?? false
        case "MatchDMIModalias": !facts.machine.isEmpty && fnmatch(value, facts.machine, 0) == 0
        case "MatchDeviceTree": deviceTree.contains { fnmatch(value, $0, 0) == 0 }
        // One that this program does not know: not taken for a match.
        default: false
        }
    }
}
