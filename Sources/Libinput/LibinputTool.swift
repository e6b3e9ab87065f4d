import CLibinput

/// What kind of tool is held over a tablet. The corresponding C type is `enum libinput_tablet_tool_type`.
public enum LibinputToolType: UInt32, Sendable {
    case pen = 1
    case eraser = 2
    case brush = 3
    case pencil = 4
    case airbrush = 5
    case mouse = 6
    case lens = 7
    case totem = 8
}

/// A tool of a tablet. The corresponding C type is `struct libinput_tablet_tool`.
public struct LibinputTool: Equatable, Sendable {
    /// `nil` for a kind that this wrapper does not know.
    public let type: LibinputToolType?
    /// 0 where the tool does not tell.
    public let serial: UInt64
    /// The maker's number of this kind of tool; 0 where the tool does not tell.
    public let id: UInt64
    public let hasPressure: Bool

    public init(type: LibinputToolType?, serial: UInt64, id: UInt64, hasPressure: Bool) {
        self.type = type
        self.serial = serial
        self.id = id
        self.hasPressure = hasPressure
    }

    init(_ tool: OpaquePointer, _ calls: UnsafePointer<pp_libinput>) {
        type = LibinputToolType(rawValue: calls.pointee.libinput_tablet_tool_get_type(tool).rawValue)
        serial = calls.pointee.libinput_tablet_tool_get_serial(tool)
        id = calls.pointee.libinput_tablet_tool_get_tool_id(tool)
        hasPressure = calls.pointee.libinput_tablet_tool_has_pressure(tool) != 0
    }
}

/// What a tablet's tool does. The corresponding C type is `struct libinput_event_tablet_tool`.
public struct LibinputToolEvent {
    let pointer: OpaquePointer
    let calls: UnsafePointer<pp_libinput>

    private var toolPointer: OpaquePointer { calls.pointee.libinput_event_tablet_tool_get_tool(pointer)! }

    public var tool: LibinputTool { LibinputTool(toolPointer, calls) }

    /// As its maker calls it; `nil` where that is not known, or libinput is older than 1.31.
    public var toolName: String? {
        calls.pointee.libinput_tablet_tool_get_name.flatMap { $0(toolPointer) }.map { String(cString: $0) }
    }

    /// CLOCK_MONOTONIC.
    public var timeUsec: UInt64 { calls.pointee.libinput_event_tablet_tool_get_time_usec(pointer) }

    public var isTipDown: Bool {
        calls.pointee.libinput_event_tablet_tool_get_tip_state(pointer) == LIBINPUT_TABLET_TOOL_TIP_DOWN
    }

    /// Whether the tool is near enough to be seen.
    public var isNear: Bool {
        calls.pointee.libinput_event_tablet_tool_get_proximity_state(pointer)
            == LIBINPUT_TABLET_TOOL_PROXIMITY_STATE_IN
    }

    /// 0…1 of the tip's range, less what a worn tip shows at rest.
    public var pressure: Double { calls.pointee.libinput_event_tablet_tool_get_pressure(pointer) }

    /// 0…1 of the tablet, from the left and from the top.
    public var x: Double { calls.pointee.libinput_event_tablet_tool_get_x_transformed(pointer, 1) }
    public var y: Double { calls.pointee.libinput_event_tablet_tool_get_y_transformed(pointer, 1) }
}
