import InputSources
import Linux
import PeekPopWire
import Recognition

/// A touchpad or touchscreen as the kernel and udev show it, without the daemon.
public struct FoundPad: Sendable {
    /// Whose the node is, and who may open it.
    public struct Node: Equatable, Sendable {
        public var owner: UInt32
        public var group: UInt32
        /// The permission bits: 0o660.
        public var mode: UInt32

        public init(owner: UInt32, group: UInt32, mode: UInt32) {
            self.owner = owner
            self.group = group
            self.mode = mode
        }
    }

    public var node: String
    public var facts: DeviceFacts
    /// ABS_MT_PRESSURE is announced, as /sys shows without a right to open the node.
    public var hasContactPressure: Bool
    /// Whether ``facts`` have the axes' ranges: they take opening the node.
    public var hasRanges: Bool
    public var access: Node?

    public init(node: String, facts: DeviceFacts, hasContactPressure: Bool, hasRanges: Bool, access: Node?) {
        self.node = node
        self.facts = facts
        self.hasContactPressure = hasContactPressure
        self.hasRanges = hasRanges
        self.access = access
    }

    var description: PadDescription {
        facts.description(knowledge: HardwareDatabase.builtIn.knowledge(of: facts))
    }

    /// Class and reason as far as they are known; `nil` without the ranges, where nothing else tells.
    var classification: Classification? {
        let description = description
        if hasRanges { return description.classification }
        guard hasContactPressure else {
            return Classification(padClass: .none, reason: "it announces no pressure for its contacts")
        }
        if let known = description.knowledge.padClass {
            return Classification(padClass: known, reason: "the hardware database knows this model")
        }
        if description.isPressurePad {
            return Classification(
                padClass: .force, reason: "the kernel marks it as a pressure pad; its scale was not read")
        }
        return nil
    }

    /// The pressure axis: by the node's word, else by the daemon's; `nil` where neither is to be had.
    func pressure(_ device: Wire.Device?) -> Axis? {
        if hasRanges { return facts.axes[0x3a] }
        return device?.pressure.map {
            Axis(minimum: $0.minimum, maximum: $0.maximum, resolution: $0.resolution)
        }
    }

    /// udev's rule of ours has been applied to it.
    var isOffered: Bool {
        facts.udevProperties["SYSTEMD_WANTS"]?.split(separator: " ").contains("peekpopd.socket") ?? false
    }
}
