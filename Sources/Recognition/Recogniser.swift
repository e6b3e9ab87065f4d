/// Turns one pad's frames into press events.
///
/// A value: feed it frames in order, and call ``advance(toUsec:_:)`` when ``deadlineUsec`` has come and no frame has.
/// Time comes from those alone, so a recording gives the same events at any speed, on any machine. Nothing here
/// allocates once it is made.
public struct Recogniser: Sendable {
    public let pad: PadDescription
    public let classification: Classification
    public internal(set) var state = PressState.idle
    public internal(set) var scale: ForceScale?
    public internal(set) var levels: PressLevels
    /// The fingers of the last frame, palms and resting thumbs left out, and their force: for calibration and drawing.
    public internal(set) var sample = ForceSample()

    var settings: RecognitionSettings
    var calibration: Calibration?
    /// New settings wait here for the press in flight to end.
    var isStale = false
    private var hasNewSettings = false
    /// Counts the times that settings, calibration or the source of the scale changed: what is told of the pad is new.
    public private(set) var revision = 0

    var contacts: ContactTracker
    var correction: PressureCorrection?
    var clicks: ClickLearner
    var zeros = ZeroTracker()
    var touch = Touch()
    var press = PressInFlight()
    var buttons: Buttons = []
    var nowUsec: UInt64 = 0
    var frameUsec: UInt64 = 0
    var pressCount: UInt32 = 0
    var sequence: UInt64 = 0

    public init(
        _ pad: PadDescription, settings: RecognitionSettings = RecognitionSettings(), calibration: Calibration? = nil,
        learned: LearnedClick? = nil
    ) {
        self.pad = pad
        self.settings = settings
        self.calibration = calibration
        classification = pad.classification
        contacts = ContactTracker(pad)
        correction = calibration?.correction
        clicks = learned.map(ClickLearner.init) ?? ClickLearner()
        scale = ForceScale(pad, calibration: calibration, learned: learned)
        levels = PressLevels(classification, scale, settings, calibration)
    }

    /// The click level learned so far.
    public var learnedClick: LearnedClick? { clicks.learned }

    /// Takes new settings and calibration over: at once, or when the press in flight has ended.
    public mutating func apply(_ settings: RecognitionSettings, calibration: Calibration?) {
        self.settings = settings
        self.calibration = calibration
        isStale = true
        hasNewSettings = true
        refresh()
    }

    /// Forgets the clicks and the zero learned of the pad, from the end of the press in flight on. Presses and events are
    /// counted on: it is the same pad.
    public mutating func forgetLearned() {
        clicks = ClickLearner()
        zeros = ZeroTracker()
        isStale = true
        hasNewSettings = true
        refresh()
    }

    /// Takes a frame in. Its time may not lie before the last one's; where it does, it counts as the same time.
    public mutating func feed(_ frame: borrowing Frame, _ emit: (borrowing PressEvent) -> Void) {
        let time = max(frame.timeUsec, nowUsec)
        advance(toUsec: time, emit)
        nowUsec = time
        frameUsec = time
        if frame.continuity == .resumed { step(.suspend, emit) }

        let light = scale.map { $0.zero + Tuning.thumbLight * ($0.click - $0.zero) } ?? 0
        var group = contacts.update(frame, inPress: state.isPress, light: light)
        correct(&group)
        learn(frame, group)
        let wasSequence = sequence
        follow(group, frame, emit)
        decide(emit)
        if state.isPress, sequence == wasSequence { emitChange(emit) }
        refresh()
    }

    /// When, in frame time, ``advance(toUsec:_:)`` has something to do; `nil` while only a frame can change anything.
    public var deadlineUsec: UInt64? {
        guard case .on(let levels) = levels, state != .idle, state != .spent else { return nil }
        var deadline: UInt64?
        func want(_ usec: UInt64?) {
            guard let usec, usec > nowUsec else { return }
            deadline = min(deadline ?? usec, usec)
        }
        if repeatDecides(levels) { want(touch.force.repeatUsec) }
        if state == .landing { want(touch.settledUsec) }
        if state == .touching || state == .hinted, touch.force.force >= levels.hint.down {
            want(touch.force.strokeOverUsec)
            want(touch.stillUsec)
        }
        if state.isPress {
            want(frameUsec + Tuning.silenceUsec)
            if !press.isSmooth(touch.force.force, levels) { want(press.smoothedUsec + Tuning.smoothingUsec) }
        }
        return deadline
    }

    /// Whether the last report, were it repeated, would decide something: else nobody need wake up for that.
    private func repeatDecides(_ levels: Levels) -> Bool {
        let force = touch.force.force
        switch state {
        case .idle, .landing, .spent: return false
        case .touching: return force >= touch.beginLevel
        case .hinted: return force >= levels.peek.down || force < levels.release(levels.hint, peak: press.peak)
        case .peeked: return force >= levels.pop.down || force < levels.release(levels.peek, peak: press.peak)
        case .popped: return force < levels.release(levels.pop, peak: press.peak)
        }
    }

    /// Lets the time pass without a frame.
    public mutating func advance(toUsec time: UInt64, _ emit: (borrowing PressEvent) -> Void) {
        while let deadline = deadlineUsec, deadline <= time {
            nowUsec = deadline
            touch.force.advance(toUsec: deadline)
            let wasSequence = sequence
            if state.isPress, deadline >= frameUsec + Tuning.silenceUsec { step(.silence, emit) }
            decide(emit)
            if state.isPress, sequence == wasSequence { emitChange(emit) }
        }
        refresh()
    }

    /// Takes in what somebody who also watches the pad has found out since the last frame, between two frames.
    ///
    /// It holds from now on and changes nothing of what has been; the next frame says in ``Frame/motion`` whether it still
    /// does. It is no report: the force stands as the last frame left it, and no time passes.
    public mutating func take(_ motion: Motion, _ emit: (borrowing PressEvent) -> Void) {
        switch motion {
        case .scroll, .swipe, .pinch: step(.gesture, emit)
        case .palm:
            contacts.markPalms()
            step(.palm, emit)
        case .unknown, .still, .pointer: break
        }
        refresh()
    }

    /// Ends a press in flight from outside: the pad is gone, the daemon ends, nobody may see it any more.
    ///
    /// - Parameter input: `gone`, `suspend` or `shutdown`.
    public mutating func interrupt(_ input: PressInput, _ emit: (borrowing PressEvent) -> Void) {
        step(input, emit)
        if input == .gone {
            touch = Touch()
            contacts = ContactTracker(pad)
            buttons = []
        }
        refresh()
    }

    /// Takes over new settings, learned clicks and zero, never under a press in flight.
    mutating func refresh() {
        guard isStale, !state.isPress else { return }
        isStale = false
        let source = scale?.source
        scale = ForceScale(pad, calibration: calibration, learned: clicks.learned)
        scale?.follow(zeros)
        levels = PressLevels(classification, scale, settings, calibration)
        if hasNewSettings { correction = calibration?.correction }
        if hasNewSettings || scale?.source != source { revision += 1 }
        hasNewSettings = false
    }
}
