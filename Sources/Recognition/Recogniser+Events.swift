// Inputs of the table into events.

extension Recogniser {
    mutating func step(_ input: PressInput, _ emit: (borrowing PressEvent) -> Void) {
        let (next, outcome) = PressMachine.step(state, input)
        state = next
        switch outcome {
        case .nothing: break
        case .cancelled(let reason): emitEvent(.cancelled, reason, emit)
        case .phase(let phase):
            switch phase {
            case .began:
                pressCount += 1
                press = PressInFlight()
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

    mutating func emitChange(_ emit: (borrowing PressEvent) -> Void) {
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
                clicks: scale?.clicks(group.pressing) ?? 0, grams: scale?.grams(group.pressure),
                raw: Int32(max(-1e9, min(group.pressure, 1e9))), x: group.x / pad.widthMm, y: group.y / pad.heightMm,
                translationX: press.hasPeeked ? group.x - press.peekX : 0,
                translationY: press.hasPeeked ? group.y - press.peekY : 0,
                fingers: group.fingers, button: buttons.contains(.left), tool: touch.tool,
                timeUsec: nowUsec, sequence: sequence))
    }
}
