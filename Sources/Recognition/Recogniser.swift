/// Turns one pad's frames into press events.
///
/// A value: feed it frames in order, and call ``advance(toUsec:_:)`` when ``deadlineUsec`` has come and no frame has.
/// Time comes from those alone, so a recording gives the same events at any speed, on any machine. Nothing here
/// allocates once it is made.
public struct Recogniser: Sendable {
    public let pad: PadDescription
    public let classification: Classification
    public private(set) var state = PressState.idle
    public private(set) var scale: ForceScale?
    public private(set) var levels: PressLevels
    /// The fingers of the last frame, palms and resting thumbs left out, and their force: for calibration and drawing.
    public private(set) var sample = ForceSample()

    private var settings: RecognitionSettings
    private var calibration: Calibration?
    /// New settings wait here for the press in flight to end.
    private var isStale = false

    private var contacts: ContactTracker
    private var clicks: ClickLearner
    private var zeros = ZeroTracker()
    private var touch = Touch()
    private var press = Press()
    private var buttons: Buttons = []
    private var nowUsec: UInt64 = 0
    private var frameUsec: UInt64 = 0
    private var pressCount: UInt32 = 0
    private var sequence: UInt64 = 0

    public init(
        _ pad: PadDescription, settings: RecognitionSettings = RecognitionSettings(), calibration: Calibration? = nil,
        learned: LearnedClick? = nil
    ) {
        self.pad = pad
        self.settings = settings
        self.calibration = calibration
        classification = pad.classification
        contacts = ContactTracker(pad)
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
        let group = contacts.update(frame, inPress: state.isPress, light: light)
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

    /// Ends a press in flight from outside: the pad is gone, the daemon ends, nobody may see it any more.
    ///
    /// - Parameter input: `gone`, `suspend`, `deactivate` or `shutdown`.
    public mutating func interrupt(_ input: PressInput, _ emit: (borrowing PressEvent) -> Void) {
        step(input, emit)
        if input == .gone {
            touch = Touch()
            contacts = ContactTracker(pad)
            buttons = []
        }
        refresh()
    }
}

/// What the fingers on a pad do now.
public struct ForceSample: Equatable, Sendable {
    public var timeUsec: UInt64 = 0
    public var fingers = 0
    public var raw: Float = 0
    /// `nil` on a pad without usable pressure.
    public var clicks: Float?
    public var grams: Float?
    /// The longest axis of the contacts in mm; `nil` where the pad does not tell.
    public var majorMm: Float?
    /// 0…1 of the pad's width and height.
    public var x: Float = 0
    public var y: Float = 0
    public var buttons: Buttons = []

    public init() {}
}

// MARK: - Frames into inputs

extension Recogniser {
    /// The touch under way, from landing to lift.
    private struct Touch: Sendable {
        var group = FingerGroup()
        var force = ForceSignal()
        var landedUsec: UInt64 = 0
        var liftedUsec: UInt64 = 0
        /// The last whole touch was short: the next may be the second stroke of a double click.
        var wasShort = false
        /// Where the finger last settled or began to, and since when.
        var anchorX: Float = 0
        var anchorY: Float = 0
        var anchoredUsec: UInt64 = 0
        var settleUsec = Tuning.settleUsec
        /// When the force was last below the hint; a press begins from there. `nil`: not yet in this touch.
        var belowHintUsec: UInt64?
        /// What the force has to reach for the next press: the hint, or more after a release without lifting.
        var beginLevel: Float = 0

        var settledUsec: UInt64 { anchoredUsec + settleUsec }
    }

    private mutating func learn(_ frame: borrowing Frame, _ group: FingerGroup) {
        if frame.contactCount == 0, let rest = frame.restPressure {
            zeros.rested(Float(rest))
        } else if group.fingers > 0 {
            zeros.touched(group.pressure)
        }
        if frame.buttons.contains(.left), !buttons.contains(.left), group.fingers == 1, frame.contactCount == 1,
            frame.continuity == .unbroken, group.pressure > Float(pad.pressure?.minimum ?? 0)
        {
            let before = clicks.learned
            clicks.add(group.pressure)
            if clicks.learned != before { isStale = true }
        }

        sample.timeUsec = nowUsec
        sample.fingers = group.fingers
        sample.raw = group.pressure
        sample.clicks = scale?.clicks(group.pressure)
        sample.grams = scale?.grams(group.pressure)
        sample.majorMm = group.major > 0 ? group.major : nil
        sample.buttons = frame.buttons
        if group.fingers > 0 {
            sample.x = group.x / pad.widthMm
            sample.y = group.y / pad.heightMm
        }
    }

    /// What the frame says about the fingers, in the table's inputs.
    private mutating func follow(
        _ group: FingerGroup, _ frame: borrowing Frame, _ emit: (borrowing PressEvent) -> Void
    ) {
        let before = touch.group
        let force = scale?.clicks(group.pressure) ?? 0
        let isSame = group.signature == before.signature
        // Events about a change of fingers still tell the fingers before it: `touch.group` changes afterwards.
        if frame.continuity == .resynchronised, !isSame { step(.loss, emit) }
        guard group.fingers > 0 else {
            if before.fingers > 0 { lift(frame, emit) }
            touch.group = group
            buttons = frame.buttons
            return
        }
        if isSame {
            touch.force.add(force, atUsec: nowUsec)
        } else {
            let isFirst = before.fingers == 0 || state == .idle
            step(group.fingers > settings.fingers ? .crowd : isFirst ? .land : .regroup, emit)
            land(group, force, after: before)
        }
        touch.group = group
        let isClick = frame.buttons.contains(.left) && !buttons.contains(.left)
        buttons = frame.buttons
        if isClick, !state.isPress {
            // A drag is movement since the button went down.
            touch.anchorX = group.x
            touch.anchorY = group.y
        }
        press.peak = max(press.peak, force)
        if group.isPalm { step(.palm, emit) }
        switch frame.motion {
        case .scroll, .swipe, .pinch: step(.gesture, emit)
        case .unknown, .still, .pointer, .palm: break
        }
        move(group, emit)
    }

    private mutating func land(_ group: FingerGroup, _ force: Float, after before: FingerGroup) {
        if before.fingers == 0 {
            let isDouble = touch.wasShort && nowUsec - touch.liftedUsec <= Tuning.doubleUsec
            touch.settleUsec = isDouble ? Tuning.settleAgainUsec : Tuning.settleUsec
            touch.landedUsec = nowUsec
        }
        touch.force.begin(force, atUsec: nowUsec)
        touch.belowHintUsec = nil
        anchor(group)
        if case .on(let levels) = levels { touch.beginLevel = levels.hint.down }
    }

    private mutating func lift(_ frame: borrowing Frame, _ emit: (borrowing PressEvent) -> Void) {
        // Contacts that turned out to be palms leave the group while they still touch.
        if frame.contactCount > 0, state.isPress { step(.palm, emit) }
        step(.lift, emit)
        zeros.lifted()
        if !state.isPress { scale?.follow(zeros) }
        touch.wasShort = nowUsec - touch.landedUsec <= Tuning.shortTouchUsec
        touch.liftedUsec = nowUsec
    }

    private mutating func anchor(_ group: FingerGroup) {
        touch.anchorX = group.x
        touch.anchorY = group.y
        touch.anchoredUsec = nowUsec
    }

    private mutating func move(_ group: FingerGroup, _ emit: (borrowing PressEvent) -> Void) {
        let dx = group.x - touch.anchorX
        let dy = group.y - touch.anchorY
        guard dx * dx + dy * dy > settings.moveCancelMm * settings.moveCancelMm else { return }
        let isEarly = state == .hinted
        step(buttons.contains(.left) ? .drag : .move, emit)
        // After the peek the anchor stays: the machine lets the finger go where it likes.
        guard !state.isPress else { return }
        anchor(group)
        if isEarly { touch.belowHintUsec = nil }
    }

    /// What the force says, in the table's inputs. A fast press may take several steps in one frame.
    private mutating func decide(_ emit: (borrowing PressEvent) -> Void) {
        guard case .on(let levels) = levels, touch.group.fingers > 0 else { return }
        let force = touch.force
        if force.force < levels.hint.up { touch.belowHintUsec = nowUsec }
        if state == .landing, nowUsec >= touch.settledUsec { step(.settle, emit) }

        let isStroke = force.strokeOverUsec.map { nowUsec < $0 } ?? false
        if state == .touching {
            touch.beginLevel = max(levels.hint.down, min(touch.beginLevel, force.force * Tuning.rearmFactor))
            let isRise = touch.belowHintUsec.map { nowUsec - $0 <= Tuning.slowestRiseUsec } ?? false
            if isRise, !isStroke, force.reaches(touch.beginLevel) { step(.reachHint, emit) }
        }
        if state == .hinted, !isStroke, force.reaches(levels.peek.down) { step(.reachPeek, emit) }
        if state == .peeked, force.reaches(levels.pop.down) { step(.reachPop, emit) }

        guard let stage = stage(levels), force.falls(below: levels.release(stage, peak: press.peak)) else { return }
        step(.fall, emit)
        touch.beginLevel = max(levels.hint.down, force.force * Tuning.rearmFactor)
        touch.belowHintUsec = nowUsec
    }

    private func stage(_ levels: Levels) -> ForceLevel? {
        switch state {
        case .hinted: levels.hint
        case .peeked: levels.peek
        case .popped: levels.pop
        case .idle, .landing, .touching, .spent: nil
        }
    }

    /// Takes over new settings, learned clicks and zero, never under a press in flight.
    private mutating func refresh() {
        guard isStale, !state.isPress else { return }
        isStale = false
        scale = ForceScale(pad, calibration: calibration, learned: clicks.learned)
        scale?.follow(zeros)
        levels = PressLevels(classification, scale, settings, calibration)
    }
}

// MARK: - Inputs into events

extension Recogniser {
    /// The press in flight.
    private struct Press: Sendable {
        var peak: Float = 0
        var filter = OneEuroFilter()
        var smoothedUsec: UInt64 = 0
        var hasPeeked = false
        var peekX: Float = 0
        var peekY: Float = 0
        var preview: Float = 0
        var commit: Float = 0
        var lastRaw: Float = 0
        var lastX: Float = 0
        var lastY: Float = 0

        /// Whether more time alone would not move the progress.
        func isSmooth(_ force: Float, _ levels: Levels) -> Bool {
            abs(filter.value - min(force, levels.pop.down)) <= Tuning.smoothingDone
        }
    }

    private mutating func step(_ input: PressInput, _ emit: (borrowing PressEvent) -> Void) {
        let (next, outcome) = PressMachine.step(state, input)
        state = next
        switch outcome {
        case .nothing: break
        case .cancelled(let reason): emitEvent(.cancelled, reason, emit)
        case .phase(let phase):
            switch phase {
            case .began:
                pressCount += 1
                press = Press()
                press.peak = touch.force.force
                press.filter.add(touch.force.force, atUsec: nowUsec)
                press.smoothedUsec = nowUsec
                anchor(touch.group)
            case .peeked:
                press.preview = 1
                press.hasPeeked = true
                press.peekX = touch.group.x
                press.peekY = touch.group.y
            case .popped:
                press.commit = 1
            case .changed, .ended, .cancelled: break
            }
            emitEvent(phase, nil, emit)
        }
    }

    private mutating func emitChange(_ emit: (borrowing PressEvent) -> Void) {
        guard case .on(let levels) = levels else { return }
        // Above the pop there is no progress left to smooth towards.
        let force = press.filter.add(min(touch.force.force, levels.pop.down), atUsec: nowUsec)
        press.smoothedUsec = nowUsec
        let preview = press.preview
        let commit = press.commit
        if state == .hinted { press.preview = progress(force, levels.hint.down, levels.peek.down) }
        if state == .peeked { press.commit = progress(force, levels.peek.down, levels.pop.down) }
        let group = touch.group
        guard
            press.preview != preview || press.commit != commit || press.lastRaw != group.pressure
                || press.lastX != group.x || press.lastY != group.y
        else { return }
        emitEvent(.changed, nil, emit)
    }

    private func progress(_ force: Float, _ from: Float, _ to: Float) -> Float {
        min(max((force - from) / (to - from), 0), 1)
    }

    private mutating func emitEvent(
        _ phase: PressPhase, _ reason: CancelReason?, _ emit: (borrowing PressEvent) -> Void
    ) {
        sequence += 1
        // A lifted finger has no place and no force of its own: the last ones stand.
        let group = touch.group
        press.lastRaw = group.pressure
        press.lastX = group.x
        press.lastY = group.y
        emit(
            PressEvent(
                press: pressCount, phase: phase, reason: reason, preview: press.preview, commit: press.commit,
                clicks: scale?.clicks(group.pressure) ?? 0, grams: scale?.grams(group.pressure),
                raw: Int32(max(-1e9, min(group.pressure, 1e9))), x: group.x / pad.widthMm, y: group.y / pad.heightMm,
                translationX: press.hasPeeked ? group.x - press.peekX : 0,
                translationY: press.hasPeeked ? group.y - press.peekY : 0,
                fingers: group.fingers, button: buttons.contains(.left), timeUsec: nowUsec, sequence: sequence))
    }
}
