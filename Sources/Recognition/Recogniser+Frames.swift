// Frames into the inputs of the table.

extension Recogniser {
    /// Takes posture out of a contact's size, where a calibration says what a plain touch is.
    mutating func correct(_ group: inout FingerGroup) {
        guard correction != nil, group.fingers > 0 else { return }
        let isNew = group.signature != touch.group.signature
        group.pressing =
            (isNew
                ? correction?.begin(group.pressure, majorMm: group.major, minorMm: group.minor, atUsec: nowUsec)
                : correction?.add(group.pressure, majorMm: group.major, minorMm: group.minor, atUsec: nowUsec))
            ?? group.pressure
    }

    mutating func learn(_ frame: borrowing Frame, _ group: FingerGroup) {
        if frame.contactCount == 0, let rest = frame.restPressure {
            zeros.rested(Float(rest))
            if !state.isPress { scale?.follow(zeros) }
        } else if group.fingers > 0 {
            zeros.touched(group.pressure)
        }
        if frame.buttons.contains(.left), !buttons.contains(.left), group.fingers == 1, frame.contactCount == 1,
            frame.continuity == .unbroken, group.pressure > Float(pad.pressure?.minimum ?? 0)
        {
            let before = clicks.learned
            clicks.add(from: pressureBefore(group), to: group.pressure)
            if clicks.learned != before { isStale = true }
        }

        sample.timeUsec = nowUsec
        sample.fingers = group.fingers
        sample.raw = frame.contactCount == 0 ? Float(frame.restPressure ?? 0) : group.pressure
        sample.clicks = scale?.clicks(group.pressing)
        sample.grams = scale?.grams(group.pressure)
        sample.majorMm = group.major > 0 ? group.major : nil
        sample.minorMm = group.minor > 0 ? group.minor : nil
        sample.buttons = frame.buttons
        if group.fingers > 0 {
            sample.x = group.x / pad.widthMm
            sample.y = group.y / pad.heightMm
        }
    }

    /// The raw pressure of the report before this one. A pad that said nothing then may be one that is silent below its
    /// click: it tells the level with the click itself, or little above.
    private func pressureBefore(_ group: FingerGroup) -> Float {
        let before = touch.group
        guard before.signature == group.signature, before.pressure > Float(pad.pressure?.minimum ?? 0) else {
            return group.pressure * Tuning.clickFloor
        }
        return before.pressure
    }

    /// What the frame says about the fingers, in the table's inputs.
    mutating func follow(
        _ group: FingerGroup, _ frame: borrowing Frame, _ emit: (borrowing PressEvent) -> Void
    ) {
        let before = touch.group
        let force = scale?.clicks(group.pressing) ?? 0
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
            step(group.fingers > mostFingers ? .crowd : isFirst ? .land : .regroup, emit)
            land(group, force, after: before)
        }
        touch.be(group.x, group.y, atUsec: nowUsec)
        touch.group = group
        touch.tool = frame.tool
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

    /// How many fingers may press together, as set; where values stand still with several, one.
    private var mostFingers: Int { pad.knowledge.sharing == .oneFinger ? 1 : settings.fingers }

    private mutating func land(_ group: FingerGroup, _ force: Float, after before: FingerGroup) {
        if before.fingers == 0 {
            let isDouble = touch.wasShort && nowUsec - touch.liftedUsec <= Tuning.doubleUsec
            touch.settleUsec =
                pad.kind == .pen
                ? Tuning.penSettleUsec : isDouble ? Tuning.settleAgainUsec : Tuning.settleUsec
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

    mutating func anchor(_ group: FingerGroup) {
        touch.anchorX = group.x
        touch.anchorY = group.y
        touch.anchoredUsec = nowUsec
    }

    private mutating func move(_ group: FingerGroup, _ emit: (borrowing PressEvent) -> Void) {
        let dx = group.x - touch.anchorX
        let dy = group.y - touch.anchorY
        let limit = settings.moveCancelMm * pad.kind.moveShare
        guard dx * dx + dy * dy > limit * limit else { return }
        let isEarly = state == .hinted
        step(buttons.contains(.left) ? .drag : .move, emit)
        // After the peek the anchor stays: the machine lets the finger go where it likes.
        guard !state.isPress else { return }
        anchor(group)
        if isEarly { touch.belowHintUsec = nil }
    }

    /// What the force says, in the table's inputs. A fast press may take several steps in one frame.
    mutating func decide(_ emit: (borrowing PressEvent) -> Void) {
        guard case .on(let levels) = levels, touch.group.fingers > 0 else { return }
        if touch.force.force < levels.hint.up { touch.belowHintUsec = nowUsec }
        if state == .landing, nowUsec >= touch.settledUsec { step(.settle, emit) }

        let waits = nowUsec < max(touch.force.strokeOverUsec ?? 0, touch.stillUsec)
        if state == .touching {
            touch.beginLevel = max(levels.hint.down, min(touch.beginLevel, touch.force.force * Tuning.rearmFactor))
            let isRise = touch.belowHintUsec.map { nowUsec - $0 <= Tuning.slowestRiseUsec } ?? false
            if isRise, !waits, touch.force.reaches(touch.beginLevel) { step(.reachHint, emit) }
        }
        if state == .hinted, !waits, touch.force.reaches(levels.peek.down) { step(.reachPeek, emit) }
        if state == .peeked, touch.force.reaches(levels.pop.down) { step(.reachPop, emit) }

        guard let stage = stage(levels), touch.force.falls(below: levels.release(stage, peak: press.peak)) else {
            return
        }
        step(.fall, emit)
        touch.beginLevel = max(levels.hint.down, touch.force.force * Tuning.rearmFactor)
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
}
