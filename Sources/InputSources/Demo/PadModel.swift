import Recordings

/// A pressure pad of the kind ChromeOS laptops have (FF haptics aside): what its kernel driver would send for the
/// strokes of some fingers.
struct PadModel: Sendable {
    static let name = "PeekPop demo pad"
    /// Units per mm, a usual value for pads of this kind.
    static let positionResolution: Int32 = 30
    static let widthMm: Int32 = 110
    static let heightMm: Int32 = 70
    /// 0…4095 at 4 units a gram, as the ELAN pad of the Redrix Chromebook announces.
    static let pressureMaximum: Int32 = 4095
    static let unitsPerGram: Int32 = 4
    /// One click: 200 g.
    static let unitsPerClick = 800.0
    /// The button comes up below this: ChromeOS pads press at 130 g and release at 105 g.
    static let buttonRelease = 0.8
    /// Standard deviation of the sensor's noise in units, 0.75 g: area pads measure 0.3…1.6 of 255.
    static let noiseUnits = 3.0
    /// Standard deviation of a position in mm: two thirds of a unit.
    static let noiseMm = 0.02
    /// A pressed fingertip rolls towards the palm, by this much a click …
    static let rollMm = 0.4
    /// … and spreads: 8 mm at rest, 1.2 mm more a click.
    static let restMajorMm = 8.0
    static let spreadMm = 1.2
    /// Reports come this much later than their turn at most.
    static let jitterUsec = 400.0
    static let slots = 5

    static var device: RecordedDevice {
        var device = RecordedDevice()
        device.name = name
        // BUS_VIRTUAL, and no vendor's number: no hardware database entry is meant for it.
        device.bus = 0x06
        device.version = 1
        for code in [EventCode.buttonLeft, EventCode.toolFinger, EventCode.touch, EventCode.toolDoubleTap] {
            device.announce(EventCode.key, code)
        }
        let x = RecordedAxis(minimum: 0, maximum: widthMm * positionResolution, resolution: positionResolution)
        let y = RecordedAxis(minimum: 0, maximum: heightMm * positionResolution, resolution: positionResolution)
        let pressure = RecordedAxis(minimum: 0, maximum: pressureMaximum, resolution: unitsPerGram)
        device.announce(EventCode.absX, x)
        device.announce(EventCode.absY, y)
        device.announce(EventCode.absPressure, pressure)
        device.announce(EventCode.slot, RecordedAxis(minimum: 0, maximum: Int32(slots - 1)))
        device.announce(
            EventCode.touchMajor,
            RecordedAxis(minimum: 0, maximum: 30 * positionResolution, resolution: positionResolution))
        device.announce(EventCode.positionX, x)
        device.announce(EventCode.positionY, y)
        device.announce(EventCode.trackingID, RecordedAxis(minimum: 0, maximum: 65_535))
        device.announce(EventCode.mtPressure, pressure)
        for property in [EventCode.propPointer, EventCode.propButtonPad, EventCode.propPressurePad] {
            device.announceProperty(property)
        }
        device.udevProperties = [
            "ID_INPUT": "1", "ID_INPUT_TOUCHPAD": "1", "ID_INPUT_WIDTH_MM": "\(widthMm)",
            "ID_INPUT_HEIGHT_MM": "\(heightMm)",
        ]
        return device
    }

    private struct Finger {
        let stroke: FingerStroke
        var hand: ForceModel
        var slot: Int?
        var clicks = 0.0
    }

    private var random: ModelRandom
    private var fingers: [Finger] = []
    private var slotsTaken = [Bool](repeating: false, count: slots)
    private var events: [RecordedEvent] = []
    private var timeUsec: UInt64 = 0
    private var currentSlot = 0
    private var nextTrackingID: Int32 = 1
    private var isButtonDown = false
    /// What was sent last, by slot and code; slot −1 is the device. An unchanged value is not sent.
    private var sent: [Int: Int32] = [:]

    private init(seed: UInt64) {
        random = ModelRandom(seed: seed)
    }

    /// The pad's recording of the strokes; it goes on until a second after the last lift.
    ///
    /// - Parameter strokes: at most ``slots`` at a time.
    static func record(_ strokes: [FingerStroke], seed: UInt64) -> RecordedDevice {
        var pad = PadModel(seed: seed)
        pad.fingers = strokes.map { Finger(stroke: $0, hand: ForceModel(seed: pad.random.next())) }
        let endMs = (strokes.map(\.endMs).max() ?? 0) + 1_000
        for report in 0...Int(endMs * 1_000 / Double(ForceModel.stepUsec)) {
            pad.report(atUsec: UInt64(report) * ForceModel.stepUsec)
        }
        var device = device
        device.events = pad.events
        return device
    }

    private mutating func report(atUsec usec: UInt64) {
        let ms = Double(usec) / 1_000
        timeUsec = usec + UInt64(random.uniform() * PadModel.jitterUsec)
        let before = events.count
        for index in fingers.indices { update(index, ms) }
        updateDevice()
        if events.count > before { send(EventCode.syn, EventCode.report, 0) }
    }

    private mutating func update(_ index: Int, _ ms: Double) {
        let stroke = fingers[index].stroke
        guard ms >= stroke.startMs, ms < stroke.endMs else {
            if let slot = fingers[index].slot {
                fingers[index].slot = nil
                slotsTaken[slot] = false
                select(slot)
                send(EventCode.abs, EventCode.trackingID, -1)
            }
            return
        }
        if fingers[index].slot == nil {
            guard let free = slotsTaken.firstIndex(of: false) else { return }
            fingers[index].slot = free
            slotsTaken[free] = true
            select(free)
            send(EventCode.abs, EventCode.trackingID, nextTrackingID)
            nextTrackingID += 1
        }
        let slot = fingers[index].slot ?? 0
        let clicks = fingers[index].hand.step(stroke.force(atMs: ms))
        fingers[index].clicks = clicks
        let x = stroke.x(atMs: ms) + PadModel.noiseMm * random.normal()
        let y = stroke.y(atMs: ms) + PadModel.rollMm * clicks + PadModel.noiseMm * random.normal()
        let raw = clicks * PadModel.unitsPerClick + PadModel.noiseUnits * random.normal()
        set(slot, EventCode.positionX, position(x, PadModel.widthMm))
        set(slot, EventCode.positionY, position(y, PadModel.heightMm))
        // A contact that is there has some pressure: 0 would be a lift.
        set(slot, EventCode.mtPressure, Int32(max(1, min(raw.rounded(), Double(PadModel.pressureMaximum)))))
        set(
            slot, EventCode.touchMajor,
            Int32(
                ((PadModel.restMajorMm + PadModel.spreadMm * clicks) * Double(PadModel.positionResolution)).rounded()))
    }

    private func position(_ mm: Double, _ limit: Int32) -> Int32 {
        let resolution = Double(PadModel.positionResolution)
        return Int32(max(0, min((mm * resolution).rounded(), Double(limit) * resolution)))
    }

    /// Buttons, tools and the single-touch axes, which the kernel derives from the oldest contact.
    private mutating func updateDevice() {
        let touching = fingers.filter { $0.slot != nil }
        // The pad's switch feels the force of all fingers.
        let total = touching.reduce(0) { $0 + $1.clicks }
        if isButtonDown ? total < PadModel.buttonRelease : total >= 1 { isButtonDown.toggle() }
        setKey(EventCode.touch, !touching.isEmpty)
        setKey(EventCode.toolFinger, touching.count == 1)
        setKey(EventCode.toolDoubleTap, touching.count == 2)
        setKey(EventCode.buttonLeft, isButtonDown)
        if let slot = touching.first?.slot {
            for (single, multi) in [
                (EventCode.absX, EventCode.positionX), (EventCode.absY, EventCode.positionY),
                (EventCode.absPressure, EventCode.mtPressure),
            ] {
                setDevice(EventCode.abs, single, sent[key(slot, multi)] ?? 0)
            }
        } else {
            setDevice(EventCode.abs, EventCode.absPressure, 0)
        }
    }

    private mutating func setKey(_ code: UInt16, _ isDown: Bool) {
        setDevice(EventCode.key, code, isDown ? 1 : 0)
    }

    private mutating func setDevice(_ type: UInt16, _ code: UInt16, _ value: Int32) {
        guard sent[key(-1, code), default: 0] != value else { return }
        sent[key(-1, code)] = value
        send(type, code, value)
    }

    private mutating func set(_ slot: Int, _ code: UInt16, _ value: Int32) {
        guard sent[key(slot, code), default: 0] != value else { return }
        sent[key(slot, code)] = value
        select(slot)
        send(EventCode.abs, code, value)
    }

    private mutating func select(_ slot: Int) {
        guard slot != currentSlot else { return }
        currentSlot = slot
        send(EventCode.abs, EventCode.slot, Int32(slot))
    }

    private func key(_ slot: Int, _ code: UInt16) -> Int { (slot + 1) << 16 | Int(code) }

    private mutating func send(_ type: UInt16, _ code: UInt16, _ value: Int32) {
        events.append(RecordedEvent(timeUsec: timeUsec, type: type, code: code, value: value))
    }
}
