/// What kind of tool a pen is. The corresponding C type is `enum libinput_tablet_tool_type`, as far as its tips tell
/// pressure.
public enum PressToolKind: String, Sendable, CaseIterable, Codable {
    case pen
    case eraser
    case brush
    case pencil
    case airbrush
}

/// The tool that presses, where it is none of a person's fingers.
public struct PressTool: Equatable, Sendable {
    public var kind: PressToolKind
    /// Tells this one tool from all others of its maker; 0 where it does not tell. The two ends of a pen have the same.
    public var serial: UInt64
    /// The maker's number of this kind of tool; 0 where it does not tell.
    public var id: UInt64

    public init(kind: PressToolKind, serial: UInt64 = 0, id: UInt64 = 0) {
        self.kind = kind
        self.serial = serial
        self.id = id
    }
}
