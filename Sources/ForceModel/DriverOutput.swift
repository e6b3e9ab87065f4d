import Recordings

/// A kernel driver's side of a pad: remembers what it said last, and says only what changed.
struct DriverOutput {
    /// The values of a slot, and of the single-touch axes. As in the kernel, they start at 0 and outlive a contact.
    private enum Value: Int, CaseIterable {
        case x, y, pressure, major, tool
    }

    /// A contact as the sensor sees it now, in units.
    struct Contact {
        var slot: Int
        var x: Int32
        var y: Int32
        var pressure: Int32
        var major: Int32
        var isPalm: Bool
    }

    private static let palmTool: Int32 = 2

    private let pad: PadModel
    private(set) var events: [RecordedEvent] = []
    private var isTaken: [Bool]
    /// What was said last, by slot; the single-touch axes come after the last slot.
    private var said: [Int32]
    private var currentSlot = 0
    private var nextTrackingID: Int32 = 1
    private var fingers = 0
    private var isButtonDown = false
    private var timeUsec: UInt64 = 0
    private var firstTouchUsec: UInt64 = 0

    init(_ pad: PadModel) {
        self.pad = pad
        isTaken = Array(repeating: false, count: pad.slots)
        said = Array(repeating: 0, count: (pad.slots + 1) * Value.allCases.count)
    }

    /// A report.
    ///
    /// - Parameters:
    ///   - contacts: oldest first.
    ///   - lifted: slots whose finger has gone since the last report.
    mutating func report(atUsec usec: UInt64, contacts: [Contact], lifted: [Int], isButtonDown: Bool) {
        timeUsec = usec
        let before = events.count
        for slot in lifted { lift(slot) }
        for contact in contacts { tell(contact) }
        tellDevice(contacts, isButtonDown)
        if pad.hasTimestamp, !contacts.isEmpty || events.count > before {
            send(EventCode.msc, EventCode.timestamp, Int32(truncatingIfNeeded: usec &- firstTouchUsec))
        }
        if events.count > before { send(EventCode.syn, EventCode.report, 0) }
    }

    private mutating func lift(_ slot: Int) {
        guard isTaken[slot] else { return }
        isTaken[slot] = false
        if pad.lift == .zeroes, pad.hasContactPressure { set(slot, .pressure, EventCode.mtPressure, 0) }
        select(slot)
        send(EventCode.abs, EventCode.trackingID, -1)
    }

    private mutating func tell(_ contact: Contact) {
        let slot = contact.slot
        if !isTaken[slot] {
            isTaken[slot] = true
            select(slot)
            send(EventCode.abs, EventCode.trackingID, nextTrackingID)
            nextTrackingID = nextTrackingID % 65_535 + 1
        }
        if pad.hasToolType { set(slot, .tool, EventCode.toolType, contact.isPalm ? DriverOutput.palmTool : 0) }
        set(slot, .x, EventCode.positionX, contact.x)
        set(slot, .y, EventCode.positionY, contact.y)
        if pad.hasContactPressure { set(slot, .pressure, EventCode.mtPressure, contact.pressure) }
        if pad.hasSize { set(slot, .major, EventCode.touchMajor, contact.major) }
    }

    /// Buttons, tools and the single-touch axes, which the kernel derives from the oldest contact.
    private mutating func tellDevice(_ contacts: [Contact], _ isDown: Bool) {
        if contacts.count != fingers {
            if fingers == 0 { firstTouchUsec = timeUsec }
            if (contacts.count > 0) != (fingers > 0) {
                send(EventCode.key, EventCode.touch, contacts.count > 0 ? 1 : 0)
            }
            if fingers > 0 { send(EventCode.key, tool(fingers), 0) }
            if contacts.count > 0 { send(EventCode.key, tool(contacts.count), 1) }
            fingers = contacts.count
        }
        if isDown != isButtonDown {
            isButtonDown = isDown
            send(EventCode.key, EventCode.buttonLeft, isDown ? 1 : 0)
        }
        if let oldest = contacts.first {
            set(pad.slots, .x, EventCode.absX, oldest.x)
            set(pad.slots, .y, EventCode.absY, oldest.y)
        }
        if pad.hasSinglePressure { set(pad.slots, .pressure, EventCode.absPressure, contacts.first?.pressure ?? 0) }
    }

    private func tool(_ fingers: Int) -> UInt16 {
        fingers == 1 ? EventCode.toolFinger : PadModel.multiTapTools[min(fingers, 5) - 2]
    }

    private mutating func set(_ slot: Int, _ value: Value, _ code: UInt16, _ new: Int32) {
        let place = slot * Value.allCases.count + value.rawValue
        guard said[place] != new else { return }
        said[place] = new
        if slot < pad.slots { select(slot) }
        send(EventCode.abs, code, new)
    }

    private mutating func select(_ slot: Int) {
        guard slot != currentSlot else { return }
        currentSlot = slot
        send(EventCode.abs, EventCode.slot, Int32(slot))
    }

    private mutating func send(_ type: UInt16, _ code: UInt16, _ value: Int32) {
        events.append(RecordedEvent(timeUsec: timeUsec, type: type, code: code, value: value))
    }
}
