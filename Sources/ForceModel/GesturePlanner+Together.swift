// What several parts of a hand do together.
extension GesturePlanner {
    mutating func together(_ kind: Intent.Kind, _ ms: Double) -> Gesture {
        switch kind {
        case .palm: palm(ms)
        case .restingThumb: restingThumb(ms)
        default: moving(kind, ms)
        }
    }

    /// Two fingers scroll or pinch, three swipe. Pinching and spreading press harder than sliding: 1.47 and 2.05 N
    /// against 0.79…1.18 N on touchscreens (Asakawa and others 2017).
    private mutating func moving(_ kind: Intent.Kind, _ ms: Double) -> Gesture {
        var gesture = Gesture(kind: kind)
        let count = kind == .swipe ? 3 : 2
        let middle = (x: random.uniform(0.38, 0.62) * widthMm, y: random.uniform(0.4, 0.6) * heightMm)
        let isAcross = random.happens(kind == .swipe ? 0.7 : 0.1)
        let sign = random.happens(0.5) ? 1.0 : -1
        let travel = vary(kind == .swipe ? 28 : 22, by: 0.3) * sign
        let duration = vary(ms: kind == .pinch ? 450 : 320, by: 0.3)
        let rest = min(vary(hand.rest(on: pad) * (kind == .pinch ? 1.4 : 1.0)), 0.45)
        let gap = vary(19, by: 0.1)
        for index in 0..<count {
            let offset = (Double(index) - Double(count - 1) / 2) * gap
            var stroke = finger(
                atMs: ms + (index == 0 ? 0 : random.uniform(0, 25)), (middle.x + offset, middle.y + 0.1 * offset),
                rest: vary(rest, by: 0.1))
            stroke.hold(ms: random.uniform(5, 60))
            switch kind {
            case .pinch:
                let part = travel * 0.5 * (offset < 0 ? -1 : 1)
                stroke.slide(dx: part, dy: -part * 0.7, ms: duration)
            default:
                let clamped = min(max(travel, -0.38 * heightMm), 0.38 * heightMm)
                stroke.slide(dx: isAcross ? travel : 0, dy: isAcross ? 0 : clamped, ms: duration)
            }
            stroke.hold(ms: random.uniform(5, kind == .scroll ? 250 : 60))
            stroke.lift(ms: vary(ms: hand.strokeFallMs))
            gesture.strokes.append(stroke)
        }
        gesture.strokes.sort { $0.startMs < $1.startMs }
        return gesture
    }

    /// A thumb rests low on the pad, and the finger clicks or points beside it.
    private mutating func restingThumb(_ ms: Double) -> Gesture {
        var thumb = FingerStroke(
            landAtMs: ms, x: random.uniform(0.3, 0.6) * widthMm, y: random.uniform(0.87, 0.96) * heightMm,
            rest: min(vary(hand.rest(on: pad) * 0.7), 0.4), strike: 1.2, settleMs: vary(ms: 80))
        thumb.role = .rests
        thumb.sizeMm = vary(hand.fingertipMm * 1.6, by: 0.1)
        var gesture = plan(random.happens(0.6) ? .click : .pointerMove, atMs: ms + vary(ms: 250, by: 0.4))
        gesture.kind = .restingThumb
        let end = gesture.strokes.map(\.endMs).max() ?? ms
        thumb.hold(ms: max(0, end - thumb.endMs) + vary(ms: 200, by: 0.5))
        thumb.lift(ms: vary(ms: hand.releaseMs))
        gesture.strokes.insert(thumb, at: 0)
        return gesture
    }

    /// The ball of the thumb at a side, or the edge of the hand low on the pad, while typing: wide, and heavier than a
    /// finger. Half of all rest on the pad's very edge.
    private mutating func palm(_ ms: Double) -> Gesture {
        let isLeft = random.happens(0.5)
        let inset = random.happens(0.5) ? random.uniform(0.5, 4) : random.uniform(4, 14)
        var palm = FingerStroke(
            landAtMs: ms, x: isLeft ? inset : widthMm - inset, y: random.uniform(0.35, 0.95) * heightMm,
            rest: vary(95 / pad.clickGrams, by: 0.45), strike: random.uniform(1.0, 1.3),
            settleMs: vary(ms: 130, by: 0.3))
        palm.role = .palm
        palm.sizeMm = random.uniform(26, 36)
        palm.hold(ms: vary(ms: 350, by: 0.6))
        palm.slide(dx: random.uniform(-2, 2), dy: random.uniform(-3, 3), ms: vary(ms: 300, by: 0.5))
        palm.hold(ms: vary(ms: 250, by: 0.6))
        palm.lift(ms: vary(ms: hand.releaseMs))
        return Gesture(kind: .palm, strokes: [palm])
    }
}
