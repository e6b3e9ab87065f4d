import Evdev
import Glibc
import InputSources
import Linux
import Recognition
import Recordings
import Udev

/// An open event node with what a recording says of it.
struct RecordablePad {
    let node: String
    let device: EvdevDevice
    let facts: RecordedDevice
    let description: PadDescription

    /// Opens a pad.
    ///
    /// - Parameter wanted: a node's path, or an id; the first pad with pressure where `nil`.
    static func find(_ wanted: String?) throws -> RecordablePad {
        let properties = udevProperties()
        if let wanted, wanted.hasPrefix("/") {
            do {
                return try RecordablePad(wanted, udevProperties: properties[wanted] ?? [:])
            } catch {
                throw CommandFailure(explained(wanted, error))
            }
        }
        var refused: String?
        // The ids of all that could have been meant.
        var taken: Set<String> = []
        for node in nodes(properties) {
            // What udev knows to be a keyboard or a mouse is not even opened.
            if let known = properties[node], !RecordablePad.kinds.contains(where: { known[$0] == "1" }) { continue }
            let pad: RecordablePad
            do {
                pad = try RecordablePad(node, udevProperties: properties[node] ?? [:])
            } catch {
                if [EACCES, EPERM].contains(error.rawValue) { refused = refused ?? explained(node, error) }
                continue
            }
            let description = pad.description
            guard description.kind == .touchpad || (description.kind != .other && description.pressure != nil) else {
                continue
            }
            let id = PadDescription.uniqueID(description.id, among: taken)
            taken.insert(id)
            if wanted == id || (wanted == nil && description.pressure != nil && description.kind == .touchpad) {
                return pad
            }
        }
        if let refused { throw CommandFailure(refused) }
        if let wanted {
            throw CommandFailure(
                "there is no pad '\(wanted.drawable)' among this machine's input devices"
                    + (taken.isEmpty ? "" : " (\(taken.sorted().joined(separator: ", ")))")
                    + ": only real pads can be recorded, not those of a recording or the demo")
        }
        throw CommandFailure(
            "there is no touchpad with pressure here; to record another, name its node: --device /dev/input/event5")
    }

    private static let kinds = ["ID_INPUT_TOUCHPAD", "ID_INPUT_TOUCHSCREEN", "ID_INPUT_TABLET"]

    private init(_ node: String, udevProperties: [String: String]) throws(Errno) {
        self.node = node
        device = try EvdevDevice(try FileDescriptor.open(node, O_RDONLY | O_NONBLOCK))
        facts = RecordedDevice(device, node: node, udevProperties: udevProperties)
        let known = DeviceFacts(facts, node: node)
        description = known.description(knowledge: HardwareDatabase.builtIn.knowledge(of: known))
    }

    /// Event nodes in the order of their numbers.
    private static func nodes(_ properties: [String: [String: String]]) -> [String] {
        var nodes = Array(properties.keys)
        if nodes.isEmpty {
            let names = (try? Folder.names(in: "/dev/input")) ?? []
            nodes = names.filter { $0.hasPrefix("event") }.map { "/dev/input/\($0)" }
        }
        func number(_ node: String) -> Int { Int(node.drop { !$0.isNumber }) ?? .max }
        return nodes.sorted { (number($0), $0) < (number($1), $1) }
    }

    /// By node; empty where no udev runs.
    private static func udevProperties() -> [String: [String: String]] {
        guard Udev.isRunning, let devices = try? Udev().devices(subsystem: "input", name: "event*") else { return [:] }
        var properties: [String: [String: String]] = [:]
        for device in devices {
            if let node = device.node { properties[node] = device.properties }
        }
        return properties
    }

    private static func explained(_ node: String, _ error: Errno) -> String {
        let text = SystemError("opening \(node)", error).description
        switch error.rawValue {
        case EACCES, EPERM: return text + " (root and members of group input may read it: run this with sudo)"
        case ENOTTY, EINVAL: return text + " (is this an event node, /dev/input/eventN?)"
        default: return text
        }
    }
}

extension RecordedDevice {
    /// What a live device announces.
    init(_ device: EvdevDevice, node: String, udevProperties: [String: String]) {
        self.init()
        name = device.name
        self.node = node
        phys = device.phys
        uniq = device.uniq
        (bus, vendor, product, version) = (device.bus, device.vendor, device.product, device.version)
        // EV_SYN to EV_MAX.
        for type: UInt16 in 0...0x1f {
            for code in device.codes(of: type) { announce(type, code) }
        }
        for code in device.codes(of: EventCode.abs) {
            guard let axis = device.axis(code) else { continue }
            announce(
                code,
                RecordedAxis(
                    minimum: axis.minimum, maximum: axis.maximum, fuzz: axis.fuzz, flat: axis.flat,
                    resolution: axis.resolution))
        }
        for property in device.properties { announceProperty(property) }
        machine = DeviceFacts.thisMachine
        // What tells the device's kind; the rest of udev's entry is about the machine.
        self.udevProperties = udevProperties.filter { key, _ in
            ["ID_INPUT", "LIBINPUT_", "PEEKPOP_"].contains { key.hasPrefix($0) }
        }
    }
}
