import Recognition
import Recordings

/// Makes frames of a device's events: slots (type B), anonymous contacts (type A), or a single touch.
///
/// A value of fixed size: feeding it allocates nothing. A slot's values outlive its contact, as in the kernel: a touch
/// that begins without a pressure event has the pressure that its slot had before.
public struct FrameAssembler: Sendable {
    private enum Style {
        case slots
        case anonymous
        case single
    }

    private struct Slot {
        var trackingID: Int32 = -1
        var x: Int32 = 0
        var y: Int32 = 0
        var pressure: Int32 = 0
        var major: Int32 = 0
        var minor: Int32 = 0
        var tool = ContactTool.finger
        /// In which order contacts landed.
        var order: UInt32 = 0
    }

    /// An anonymous contact further than this from every contact before is a new one (a finger at 1 m/s moves 25 mm
    /// between the slowest pads' reports).
    private static let sameContactMm: Float = 25

    private let geometry: PadGeometry
    private let style: Style
    private let hasContactPressure: Bool
    private let hasSinglePressure: Bool
    private var slots = InlineArray<16, Slot>(repeating: Slot())
    /// The slot that values go to; outside 0…15 they go nowhere.
    private var current = 0
    private var single = Slot()
    private var isTouching = false
    private var buttons: Buttons = []
    /// One bit each for BTN_TOOL_FINGER, DOUBLETAP, TRIPLETAP, QUADTAP and QUINTTAP.
    private var tools: UInt8 = 0
    private var landings: UInt32 = 0
    /// Type A: the contact being told, how many are whole, and their place in the frame before.
    private var pending = Slot()
    private var hasPending = false
    private var told = 0
    private var previous = InlineArray<16, Slot>(repeating: Slot())
    private var previousCount = 0
    private var nextAnonymousID: Int32 = 0
    private var isDropping = false
    private var continuity = Continuity.unbroken
    /// How many values were for a slot that a frame has no room for, or that cannot be.
    public private(set) var ignoredValues = 0
    /// The last whole frame.
    public private(set) var frame = Frame(timeUsec: 0)

    public init(_ facts: DeviceFacts) {
        let pad = facts.description()
        geometry = PadGeometry(x: pad.x, y: pad.y)
        let hasMulti = facts.axes[EventCode.positionX] != nil
        style = !hasMulti ? .single : facts.axes[EventCode.slot] != nil ? .slots : .anonymous
        hasContactPressure = facts.axes[EventCode.mtPressure] != nil
        hasSinglePressure = facts.axes[EventCode.absPressure] != nil
    }

    /// The next frame is the state read back after lost events, or after sleep.
    public mutating func markNext(_ continuity: Continuity) {
        self.continuity = continuity
        startAnonymous()
    }

    /// Takes an event.
    ///
    /// - Returns: true where it completed a frame; ``frame`` has it.
    public mutating func feed(timeUsec: UInt64, type: UInt16, code: UInt16, value: Int32) -> Bool {
        if type == EventCode.syn {
            switch code {
            case EventCode.report:
                guard !isDropping else {
                    // What came since SYN_DROPPED is a torn frame.
                    isDropping = false
                    continuity = .resynchronised
                    startAnonymous()
                    return false
                }
                complete(timeUsec)
                return true
            case EventCode.dropped: isDropping = true
            case EventCode.mtReport: if !isDropping { endAnonymous() }
            default: break
            }
            return false
        }
        guard !isDropping else { return false }
        switch type {
        case EventCode.abs: takeAxis(code, value)
        case EventCode.key: takeKey(code, value != 0)
        default: break
        }
        return false
    }

    // MARK: Events

    private mutating func takeAxis(_ code: UInt16, _ value: Int32) {
        switch code {
        case EventCode.absX: single.x = value
        case EventCode.absY: single.y = value
        case EventCode.absPressure: single.pressure = value
        case EventCode.slot: current = Int(value)
        case EventCode.positionX, EventCode.positionY, EventCode.mtPressure, EventCode.touchMajor,
            EventCode.touchMinor, EventCode.trackingID, EventCode.toolType:
            if style == .anonymous {
                FrameAssembler.store(code, value, in: &pending)
                hasPending = true
            } else if current >= 0, current < Frame.capacity {
                if code == EventCode.trackingID, value >= 0 {
                    landings &+= 1
                    slots[current].order = landings
                }
                FrameAssembler.store(code, value, in: &slots[current])
            } else {
                ignoredValues &+= 1
            }
        default: break
        }
    }

    private static func store(_ code: UInt16, _ value: Int32, in slot: inout Slot) {
        switch code {
        case EventCode.positionX: slot.x = value
        case EventCode.positionY: slot.y = value
        case EventCode.mtPressure: slot.pressure = value
        case EventCode.touchMajor: slot.major = value
        case EventCode.touchMinor: slot.minor = value
        case EventCode.trackingID: slot.trackingID = value
        default: slot.tool = value == 1 ? .pen : value == 2 ? .palm : .finger
        }
    }

    private mutating func takeKey(_ code: UInt16, _ isDown: Bool) {
        func set(_ button: Buttons) {
            if isDown { buttons.insert(button) } else { buttons.remove(button) }
        }
        func tool(_ fingers: UInt8) {
            let bit: UInt8 = 1 << fingers
            tools = isDown ? tools | bit : tools & ~bit
        }
        switch code {
        case EventCode.buttonLeft: set(.left)
        case EventCode.buttonRight: set(.right)
        case EventCode.buttonMiddle: set(.middle)
        case EventCode.toolFinger: tool(1)
        case EventCode.toolDoubleTap: tool(2)
        case EventCode.toolTripleTap: tool(3)
        case EventCode.toolQuadTap: tool(4)
        case EventCode.toolQuintTap: tool(5)
        case EventCode.touch:
            if isDown, !isTouching {
                landings &+= 1
                single.trackingID = Int32(truncatingIfNeeded: landings & 0x7fff_ffff)
            }
            isTouching = isDown
        default: break
        }
    }

    // MARK: Type A

    private mutating func startAnonymous() {
        told = 0
        pending = Slot()
        hasPending = false
    }

    private mutating func endAnonymous() {
        guard style == .anonymous else { return }
        // SYN_MT_REPORT without values: nothing touches.
        if hasPending, told < Frame.capacity {
            slots[told] = pending
            told += 1
        }
        pending = Slot()
        hasPending = false
    }

    /// Gives contacts that have no tracking id of their own the ids of those before, the nearest pair first, so that
    /// two fingers side by side do not trade theirs.
    private mutating func identify() {
        var isTaken: UInt16 = 0
        while let pair = nearestPair(isTaken) {
            isTaken |= 1 << UInt16(pair.old)
            slots[pair.new].trackingID = previous[pair.old].trackingID
        }
        for index in 0..<told where slots[index].trackingID < 0 {
            slots[index].trackingID = nextAnonymousID
            nextAnonymousID = (nextAnonymousID &+ 1) & 0xffff
        }
        previous = slots
        previousCount = told
    }

    private func nearestPair(_ isTaken: UInt16) -> (new: Int, old: Int)? {
        var best: (new: Int, old: Int)?
        var bestDistance = FrameAssembler.sameContactMm * FrameAssembler.sameContactMm
        for new in 0..<told where slots[new].trackingID < 0 {
            for old in 0..<previousCount where isTaken & 1 << UInt16(old) == 0 {
                let dx = geometry.x(slots[new].x) - geometry.x(previous[old].x)
                let dy = geometry.y(slots[new].y) - geometry.y(previous[old].y)
                let distance = dx * dx + dy * dy
                if distance < bestDistance { (best, bestDistance) = ((new, old), distance) }
            }
        }
        return best
    }

    // MARK: Frames

    private mutating func complete(_ timeUsec: UInt64) {
        frame = Frame(timeUsec: timeUsec)
        frame.buttons = buttons
        frame.continuity = continuity
        continuity = .unbroken
        switch style {
        case .slots: addSlots()
        case .anonymous:
            endAnonymous()
            identify()
            // An anonymous contact has no slot: its id tells it apart.
            for index in 0..<told { frame.add(contact(slots[index], slot: 0, pressure: slots[index].pressure)) }
            startAnonymous()
        case .single:
            if isTouching { frame.add(contact(single, slot: 0, pressure: single.pressure)) }
        }
        if tools != 0 { frame.fingers = max(frame.fingers, 7 - tools.leadingZeroBitCount) }
        if hasSinglePressure, frame.contactCount == 0 { frame.restPressure = single.pressure }
    }

    private mutating func addSlots() {
        // The pad's one pressure is the oldest contact's.
        var oldest = -1
        if !hasContactPressure {
            for index in 0..<Frame.capacity where slots[index].trackingID >= 0 {
                if oldest < 0 || slots[index].order < slots[oldest].order { oldest = index }
            }
        }
        for index in 0..<Frame.capacity where slots[index].trackingID >= 0 {
            let pressure = hasContactPressure ? slots[index].pressure : index == oldest ? single.pressure : 0
            frame.add(contact(slots[index], slot: UInt8(index), pressure: pressure))
        }
    }

    private func contact(_ slot: Slot, slot number: UInt8, pressure: Int32) -> Contact {
        Contact(
            slot: number, trackingID: slot.trackingID, x: geometry.x(slot.x), y: geometry.y(slot.y),
            pressure: pressure, major: geometry.size(slot.major), minor: geometry.size(slot.minor), tool: slot.tool)
    }
}
