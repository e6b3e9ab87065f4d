import Recognition

/// Turns what a person means to do into strokes of their fingers.
struct GesturePlanner {
    /// One thing done.
    struct Gesture {
        var kind: Intent.Kind
        var strokes: [FingerStroke] = []
        var target: Double?
        /// Kinds without strokes take this long.
        var idleMs = 0.0
    }

    let hand: Hand
    let pad: PadModel
    let aim: Aim
    var random: ModelRandom

    init(_ user: User, _ pad: PadModel, _ aim: Aim, seed: UInt64) {
        hand = user.hand
        self.pad = pad
        self.aim = aim
        random = ModelRandom(seed: seed)
    }

    // MARK: What a finger does in all of them

    var widthMm: Double { Double(pad.widthMm) }
    var heightMm: Double { Double(pad.heightMm) }

    /// A person's own number, this time.
    mutating func vary(_ median: Double, by spread: Double? = nil) -> Double {
        random.logNormal(median: median, spread: spread ?? hand.forceSpread)
    }

    mutating func vary(ms median: Double, by spread: Double = 0.2) -> Double {
        random.logNormal(median: median, spread: spread)
    }

    /// Somewhere on the pad where fingers work: not at its edges, and above where thumbs rest.
    mutating func place(belowTop top: Double = 0.15) -> (x: Double, y: Double) {
        (random.uniform(0.2, 0.8) * widthMm, random.uniform(top, 0.72) * heightMm)
    }

    /// A finger comes down and rests.
    ///
    /// A landing finger is brought to a stop by the pad: it strikes with some tenths more than it rests with, some
    /// harder, and is steady after 40…120 ms (touches on real pads take 28…130 ms to come near their pressure).
    mutating func finger(atMs ms: Double, _ place: (x: Double, y: Double), rest: Double? = nil) -> FingerStroke {
        let rest = rest ?? min(vary(hand.rest(on: pad)), 0.7)
        var stroke = FingerStroke(
            landAtMs: ms, x: place.x, y: place.y, rest: rest,
            // Who strikes the pad so that it clicks has clicked.
            strike: min(random.uniform(1.05, 1.6), 0.92 / rest), settleMs: vary(ms: 62, by: 0.3))
        stroke.sizeMm = vary(hand.fingertipMm, by: 0.06)
        return stroke
    }

    /// A stroke of a finger that is down: up to a peak and back, as in a click.
    mutating func strike(_ stroke: inout FingerStroke, to peak: Double, back: Double?, heldMs: Double) {
        stroke.press(to: peak, ms: vary(ms: hand.strokeMs))
        if heldMs > 0 { stroke.hold(ms: heldMs) }
        let fall = vary(ms: hand.strokeFallMs)
        if let back { stroke.press(to: back, ms: fall) } else { stroke.lift(ms: fall) }
    }

    /// A movement of the pointer: 5…45 mm in 200…700 ms, in any direction, kept on the pad.
    mutating func wander(_ stroke: inout FingerStroke, from place: (x: Double, y: Double)) {
        let to = self.place()
        let distance = ((to.x - place.x) * (to.x - place.x) + (to.y - place.y) * (to.y - place.y)).squareRoot()
        stroke.slide(dx: to.x - place.x, dy: to.y - place.y, ms: vary(ms: 180 + 8 * distance, by: 0.25))
    }

    mutating func plan(_ kind: Intent.Kind, atMs ms: Double) -> Gesture {
        switch kind {
        case .tap, .doubleTap, .click, .doubleClick, .firmClick, .longClick: click(kind, ms)
        case .pointerMove, .drag, .hold, .lightTouch, .rest: alone(kind, ms)
        case .scroll, .pinch, .swipe, .restingThumb, .palm: together(kind, ms)
        case .hint, .peek, .quickPeek, .peekSlide, .pop, .hardPop, .quickPop, .peekThenPop, .firmPress, .hardPress:
            press(kind, ms)
        }
    }

    // MARK: Taps and clicks

    private mutating func click(_ kind: Intent.Kind, _ ms: Double) -> Gesture {
        var gesture = Gesture(kind: kind)
        var at = ms
        let spot = place()
        switch kind {
        case .tap, .doubleTap:
            for _ in 0..<(kind == .tap ? 1 : 2) {
                let stroke = tap(at, spot)
                gesture.strokes.append(stroke.0)
                gesture.target = max(gesture.target ?? 0, stroke.1)
                at = stroke.0.endMs + vary(ms: 85, by: 0.25)
            }
        case .doubleClick:
            // Half of people lift between the two, half stay on the pad.
            let peaks = [clickPeak(), clickPeak()]
            gesture.target = peaks.max()
            if random.happens(0.5) {
                for peak in peaks {
                    var stroke = finger(atMs: at, spot, rest: min(vary(hand.rest(on: pad)), 0.6))
                    strike(&stroke, to: peak, back: nil, heldMs: vary(ms: 35))
                    at = stroke.endMs + vary(ms: 85, by: 0.25)
                    gesture.strokes.append(stroke)
                }
            } else {
                var stroke = finger(atMs: at, spot)
                stroke.hold(ms: vary(ms: 120, by: 0.5))
                strike(&stroke, to: peaks[0], back: 0.5, heldMs: vary(ms: 35))
                stroke.hold(ms: vary(ms: 60))
                strike(&stroke, to: peaks[1], back: stroke.restClicks, heldMs: vary(ms: 35))
                stroke.lift(ms: vary(ms: hand.strokeFallMs))
                gesture.strokes = [stroke]
            }
        default:
            var stroke = finger(atMs: at, spot)
            // On most clicks the finger has just pointed at what it clicks.
            if random.happens(0.5) { wander(&stroke, from: spot) }
            stroke.hold(ms: vary(ms: 140, by: 0.5))
            let peak = kind == .firmClick ? vary(hand.firmClick(on: pad), by: 0.12) : clickPeak()
            gesture.target = peak
            let held =
                switch kind {
                case .longClick: vary(ms: 900, by: 0.4)
                // Clicks are held for 40…150 ms.
                default: vary(ms: 65, by: 0.4)
                }
            if kind == .longClick {
                // Who holds a button down eases off to what that takes.
                stroke.press(to: peak, ms: vary(ms: hand.strokeMs))
                stroke.press(to: max(1.02, 1 + (peak - 1) * 0.6), ms: 120)
                stroke.hold(ms: held)
                stroke.lift(ms: vary(ms: hand.strokeFallMs))
            } else {
                strike(&stroke, to: peak, back: random.happens(0.3) ? stroke.restClicks : nil, heldMs: held)
                if stroke.lastLevel > 0.05 {
                    stroke.hold(ms: vary(ms: 200, by: 0.5))
                    stroke.lift(ms: vary(ms: hand.strokeFallMs))
                }
            }
            gesture.strokes = [stroke]
        }
        return gesture
    }

    private mutating func clickPeak() -> Double {
        max(1.04, vary(hand.click(on: pad), by: 0.09))
    }

    /// A tap: down to its peak and up again, 133 ms in all on average.
    private mutating func tap(_ ms: Double, _ place: (x: Double, y: Double)) -> (FingerStroke, Double) {
        let peak = min(vary(hand.tap(on: pad)), 0.95)
        var stroke = FingerStroke(
            landAtMs: ms, x: place.x, y: place.y, rest: peak, strike: 1, settleMs: vary(ms: hand.strokeMs))
        stroke.sizeMm = vary(hand.fingertipMm, by: 0.06)
        stroke.hold(ms: vary(ms: 40, by: 0.5))
        stroke.lift(ms: vary(ms: hand.strokeFallMs))
        return (stroke, peak)
    }

    // MARK: One finger

    private mutating func alone(_ kind: Intent.Kind, _ ms: Double) -> Gesture {
        var gesture = Gesture(kind: kind)
        let spot = place()
        switch kind {
        case .rest: gesture.idleMs = vary(ms: 6_000, by: 0.7)
        case .drag:
            var stroke = finger(atMs: ms, spot)
            stroke.hold(ms: vary(ms: 150, by: 0.4))
            let peak = clickPeak()
            gesture.target = peak
            stroke.press(to: peak, ms: vary(ms: hand.strokeMs * 1.6))
            // Dragging takes a force safely above the release, with care for what is dragged.
            stroke.press(to: max(1.08, vary(1 + hand.clickExcess * 0.8, by: 0.08)), ms: 90)
            wander(&stroke, from: spot)
            stroke.hold(ms: vary(ms: 150, by: 0.5))
            stroke.lift(ms: vary(ms: hand.strokeFallMs))
            gesture.strokes = [stroke]
        case .hold:
            var stroke = finger(atMs: ms, spot)
            stroke.hold(ms: vary(ms: 2_500, by: 0.6))
            stroke.lift(ms: vary(ms: hand.releaseMs))
            gesture.strokes = [stroke]
        case .lightTouch:
            var stroke = finger(atMs: ms, spot, rest: min(vary(hand.rest(on: pad) * 0.8), 0.7))
            stroke.hold(ms: vary(ms: 500, by: 0.3))
            stroke.lift(ms: vary(ms: hand.strokeFallMs))
            gesture.strokes = [stroke]
        default:
            var stroke = finger(atMs: ms, spot)
            stroke.hold(ms: vary(ms: 60, by: 0.5))
            wander(&stroke, from: spot)
            stroke.hold(ms: vary(ms: 120, by: 0.7))
            stroke.lift(ms: vary(ms: hand.strokeFallMs))
            gesture.strokes = [stroke]
        }
        return gesture
    }
}
