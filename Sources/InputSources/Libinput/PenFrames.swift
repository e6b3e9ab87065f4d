import Libinput
import Recognition

/// Makes frames of what a tablet's tool does: one contact while the tip is down, with its pressure in
/// ``PadDescription/tipRange``. Pure: no libinput.
struct PenFrames {
    /// One of libinput's events about the tool.
    struct Report: Equatable {
        var timeUsec: UInt64
        var tool: LibinputTool
        /// The tip touches, and the tool is there.
        var isDown: Bool
        /// 0…1 each.
        var pressure: Double
        var x: Double
        var y: Double
    }

    private let widthMm: Float
    private let heightMm: Float
    private var trackingID: Int32 = 0
    private var isDown = false

    init(_ pad: PadDescription) {
        widthMm = pad.widthMm
        heightMm = pad.heightMm
    }

    /// - Returns: `nil` where nothing touches and nothing did.
    mutating func take(_ report: Report) -> Frame? {
        let tool = PressTool(report.tool)
        let isDown = report.isDown && tool != nil
        guard isDown || self.isDown else { return nil }
        var frame = Frame(timeUsec: report.timeUsec)
        frame.tool = tool
        if isDown {
            if !self.isDown { trackingID = (trackingID + 1) & 0xffff }
            let range = PadDescription.tipRange
            let share = report.pressure.isFinite ? min(max(report.pressure, 0), 1) : 0
            frame.add(
                Contact(
                    trackingID: trackingID, x: Float(report.x) * widthMm, y: Float(report.y) * heightMm,
                    pressure: Int32((share * Double(range.maximum)).rounded()), tool: .pen))
        }
        self.isDown = isDown
        return frame
    }

    /// What the tablet tells from now on belongs to a stroke of its own.
    ///
    /// - Returns: the end of a stroke under way, whose own end was missed; `nil` where there was none.
    mutating func reset(atUsec usec: UInt64) -> Frame? {
        guard isDown else { return nil }
        isDown = false
        var frame = Frame(timeUsec: usec)
        frame.continuity = .resynchronised
        return frame
    }
}

extension PenFrames.Report {
    init(_ event: LibinputToolEvent) {
        self.init(
            timeUsec: event.timeUsec, tool: event.tool, isDown: event.isTipDown && event.isNear,
            pressure: event.pressure, x: event.x, y: event.y)
    }
}

extension PressTool {
    /// `nil` for tools without a tip that tells pressure: a mouse, a lens, a dial.
    init?(_ tool: LibinputTool) {
        guard tool.hasPressure, let type = tool.type else { return nil }
        let kind: PressToolKind
        switch type {
        case .pen: kind = .pen
        case .eraser: kind = .eraser
        case .brush: kind = .brush
        case .pencil: kind = .pencil
        case .airbrush: kind = .airbrush
        case .mouse, .lens, .totem: return nil
        }
        self.init(kind: kind, serial: tool.serial, id: tool.id)
    }
}
