import Recognition

// Deliberate presses.
extension GesturePlanner {
    mutating func press(_ kind: Intent.Kind, _ ms: Double) -> Gesture {
        var gesture = Gesture(kind: kind)
        let spot = place(belowTop: kind == .peekSlide ? 0.55 : 0.2)
        var stroke = finger(atMs: ms, spot)
        // Six of ten point first, and press where they arrive without lifting; of the rest, some land pressing.
        if kind != .peekSlide, random.happens(0.6) { wander(&stroke, from: spot) }
        stroke.hold(ms: random.happens(0.25) ? random.uniform(0, 40) : vary(ms: 180, by: 0.5))

        let target = target(kind)
        gesture.target = target
        switch kind {
        case .peekThenPop:
            rise(&stroke, to: self.target(.peek))
            stay(&stroke, ms: vary(ms: 650, by: 0.4))
            rise(&stroke, to: max(target, stroke.lastLevel * 1.1))
            stay(&stroke, ms: vary(ms: 180, by: 0.4))
        case .peekSlide:
            rise(&stroke, to: target)
            stay(&stroke, ms: vary(ms: 350, by: 0.4))
            stroke.slide(dx: random.uniform(-3, 3), dy: -random.uniform(14, 26), ms: vary(ms: 480, by: 0.2))
            stay(&stroke, ms: vary(ms: 250, by: 0.4))
        case .quickPeek, .quickPop:
            rise(&stroke, to: target)
            stay(&stroke, ms: vary(ms: 90, by: 0.3))
        case .pop, .hardPop:
            rise(&stroke, to: target)
            stay(&stroke, ms: vary(ms: 200, by: 0.4))
        case .hint:
            rise(&stroke, to: target)
            stay(&stroke, ms: vary(ms: 300, by: 0.4))
        default:
            rise(&stroke, to: target)
            stay(&stroke, ms: vary(ms: 600, by: 0.4))
        }
        let isQuick = kind == .quickPeek || kind == .quickPop
        stroke.lift(ms: vary(ms: isQuick ? hand.quickReleaseMs : hand.releaseMs))
        gesture.strokes = [stroke]
        return gesture
    }

    /// The force of a plateau, in clicks: what is aimed at, this person's own error, and this time's.
    private mutating func target(_ kind: Intent.Kind) -> Double {
        let wanted: Double
        let error: Double
        switch (kind, aim) {
        case (.firmPress, _), (.hardPress, _), (_, .ownStrength):
            error = random.logNormal(median: 1, spread: hand.forceSpread)
            let (firm, hardest) = (hand.firm(on: pad), hand.hardest(on: pad))
            switch kind {
            case .hint: wanted = firm * 0.75
            case .peek, .quickPeek, .peekSlide, .firmPress: wanted = firm
            case .pop, .quickPop, .peekThenPop: wanted = (firm * hardest).squareRoot()
            default: wanted = hardest
            }
        case (_, .seen(let levels)):
            // What is seen is what the pad tells.
            wanted = pad.trueClicks(shown: GesturePlanner.middle(kind, levels))
            error = random.logNormal(median: hand.seenBias, spread: hand.seenSpread)
        case (_, .blind(let levels)):
            wanted = GesturePlanner.middle(kind, levels)
            error = random.logNormal(median: hand.blindBias, spread: hand.blindSpread)
        }
        // Nobody presses harder than is comfortable for them, wherever the levels are.
        return max(0.3, min(wanted * error, vary(hand.hardest(on: pad), by: 0.05)))
    }

    /// Where a person aims who wants a stage: the middle between its level and the next, on the scale on which forces
    /// are told apart, that is in proportion. Above the pop there is no next level.
    private static func middle(_ kind: Intent.Kind, _ levels: Levels) -> Double {
        let (hint, peek, pop) = (Double(levels.hint.down), Double(levels.peek.down), Double(levels.pop.down))
        return switch kind {
        case .hint: (hint * peek).squareRoot()
        case .pop, .quickPop, .peekThenPop: pop * 1.2
        case .hardPop: pop * 1.5
        default: (peek * pop).squareRoot()
        }
    }

    /// To a plateau, over or short of it at first.
    private mutating func rise(_ stroke: inout FingerStroke, to target: Double) {
        let step = target - stroke.lastLevel
        let over = hand.overshoot + hand.overshootSpread * random.normal()
        // Larger steps take longer, though not in proportion.
        stroke.press(to: target + over * step, ms: vary(ms: hand.riseMs * (0.6 + 0.22 * max(0, step)), by: 0.18))
        stroke.press(to: target, ms: vary(ms: 130))
    }

    /// Stays on a plateau; unseen forces sag.
    private mutating func stay(_ stroke: inout FingerStroke, ms: Double) {
        guard case .seen = aim else {
            return stroke.press(to: stroke.lastLevel * max(0.5, 1 - hand.sag * ms / 1_000), ms: ms)
        }
        stroke.hold(ms: ms)
    }
}
