/// What touches the pad. The corresponding kernel values are `MT_TOOL_FINGER`, `MT_TOOL_PEN` and `MT_TOOL_PALM`.
public enum ContactTool: UInt8, Sendable {
    case finger
    case pen
    case palm
}

/// One finger on the pad, as a frame shows it.
public struct Contact: Equatable, Sendable {
    /// The kernel's slot, 0-based; 0 for pads without slots.
    public var slot: UInt8
    /// The kernel's tracking id: it stays with a finger from landing to lift, and is used again later.
    public var trackingID: Int32
    /// From the left edge, in mm.
    public var x: Float
    /// From the top edge, in mm.
    public var y: Float
    /// The device's own number, untouched: it may lie outside the announced range.
    public var pressure: Int32
    /// The contact ellipse's axes in mm; 0 where the device does not tell.
    public var major: Float
    public var minor: Float
    public var tool: ContactTool

    public init(
        slot: UInt8 = 0, trackingID: Int32 = 0, x: Float = 0, y: Float = 0, pressure: Int32 = 0, major: Float = 0,
        minor: Float = 0, tool: ContactTool = .finger
    ) {
        self.slot = slot
        self.trackingID = trackingID
        self.x = x
        self.y = y
        self.pressure = pressure
        self.major = major
        self.minor = minor
        self.tool = tool
    }
}
