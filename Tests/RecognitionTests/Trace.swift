import Recognition

/// A pad for tests: 0…4000 at 4 units a gram, so that one click (200 g, assumed) is 800 units.
extension PadDescription {
    static func test(
        pressure: Axis? = Axis(minimum: 0, maximum: 4000, resolution: 4), kind: PadKind = .touchpad,
        isPressurePad: Bool = false, knowledge: HardwareKnowledge = HardwareKnowledge()
    ) -> PadDescription {
        PadDescription(
            id: "test", name: "Test pad", kind: kind, pressure: pressure, isPressurePad: isPressurePad,
            knowledge: knowledge)
    }
}

/// Plays fingers to a recogniser and gathers what it says.
struct Trace {
    var recogniser: Recogniser
    var events: [PressEvent] = []
    var timeUsec: UInt64 = 1_000_000
    var intervalUsec: UInt64 = 8_000
    var contact = Contact(slot: 0, trackingID: 1, x: 50, y: 30)
    var others: [Contact] = []
    var buttons: Buttons = []
    var motion = Motion.unknown
    var unitsPerClick: Float = 800

    init(
        _ pad: PadDescription = .test(), settings: RecognitionSettings = RecognitionSettings(),
        calibration: Calibration? = nil, learned: LearnedClick? = nil
    ) {
        recogniser = Recogniser(pad, settings: settings, calibration: calibration, learned: learned)
    }

    /// One report, one interval after the last.
    mutating func report(_ clicks: Float?, continuity: Continuity = .unbroken) {
        timeUsec += intervalUsec
        if let clicks { contact.pressure = Int32(clicks * unitsPerClick) }
        var frame = Frame(timeUsec: timeUsec, contacts: (clicks == nil ? [] : [contact]) + others, buttons: buttons)
        frame.motion = motion
        frame.continuity = continuity
        recogniser.feed(frame) { events.append(copy $0) }
    }

    mutating func hold(_ clicks: Float, ms: UInt64) {
        for _ in 0..<(ms * 1_000 / intervalUsec) { report(clicks) }
    }

    /// A straight way from one force to another.
    mutating func ramp(_ from: Float, _ to: Float, ms: UInt64) {
        let steps = ms * 1_000 / intervalUsec
        for step in 1...max(steps, 1) { report(from + (to - from) * Float(step) / Float(max(steps, 1))) }
    }

    mutating func land(_ clicks: Float = 0.3, ms: UInt64 = 200) { hold(clicks, ms: ms) }

    mutating func lift() {
        report(nil)
        contact.trackingID += 1
    }

    /// Nothing comes from the pad.
    mutating func silence(ms: UInt64) {
        timeUsec += ms * 1_000
        recogniser.advance(toUsec: timeUsec) { events.append(copy $0) }
    }

    mutating func slide(dx: Float = 0, dy: Float = 0, clicks: Float, ms: UInt64) {
        let steps = Float(ms * 1_000 / intervalUsec)
        for _ in 0..<Int(steps) {
            contact.x += dx / steps
            contact.y += dy / steps
            report(clicks)
        }
    }

    /// The phases in order, changes left out; cancels with their reason.
    var story: [String] {
        events.compactMap { event in
            switch event.phase {
            case .changed: nil
            case .cancelled: "cancelled(\(event.reason?.rawValue ?? "?"))"
            default: event.phase.rawValue
            }
        }
    }
}
