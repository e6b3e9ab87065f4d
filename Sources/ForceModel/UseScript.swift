/// What a person does in a trace.
public enum UseScript: Equatable, Sendable {
    /// Ordinary use in plausible proportions (``ordinaryShares``), for about so many seconds. Nobody presses on purpose.
    case ordinary(seconds: Double)
    /// Deliberate presses: in each round every kind of ``Intent/Kind/deliberate`` once, in random order, with something
    /// ordinary between them. It begins with ``warmUp`` clicks, as any day does before somebody wants a peek: a pad learns
    /// its click level from them.
    case deliberate(rounds: Int)
    /// Exactly these, one after the other.
    case exactly([Intent.Kind])

    public static let warmUp = 8
    /// Before the first touch and after the last.
    static let leadMs = 1_000.0

    /// How often each happens among things done with a pad. No public statistics of touchpad use tell this; these are
    /// assumptions: pointing leads to most clicks, scrolling comes next, and everything else is rare. Together with the
    /// pauses they make some 1550 things done in an hour, 490 of them with clicks or taps: an hour of steady work with
    /// the pad, more than most hours at a computer have.
    public static let ordinaryShares: [(kind: Intent.Kind, share: Int)] = [
        (.pointerMove, 330), (.click, 140), (.tap, 110), (.scroll, 180), (.doubleClick, 15), (.doubleTap, 10),
        (.firmClick, 20), (.drag, 35), (.longClick, 10), (.swipe, 15), (.pinch, 10), (.restingThumb, 25), (.hold, 20),
        (.palm, 20), (.rest, 100),
    ]
    /// What lies between two deliberate presses, in turn at random.
    static let between: [Intent.Kind] = [.click, .tap, .pointerMove, .scroll, .click, .drag, .firmClick]
}

/// Walks through a script.
struct ScriptCourse {
    struct Step {
        var kind: Intent.Kind
        /// Until the next.
        var pauseMs: Double
    }

    private let script: UseScript
    private var random: ModelRandom
    private var queue: [Intent.Kind] = []
    private var position = 0

    init(_ script: UseScript, seed: UInt64) {
        self.script = script
        random = ModelRandom(seed: seed)
        switch script {
        case .ordinary: break
        case .exactly(let kinds): queue = kinds
        case .deliberate(let rounds):
            queue = Array(repeating: .click, count: UseScript.warmUp)
            for _ in 0..<rounds {
                var kinds = Intent.Kind.deliberate
                random.shuffle(&kinds)
                for kind in kinds {
                    queue.append(kind)
                    queue.append(UseScript.between[random.integer(below: UseScript.between.count)])
                }
            }
        }
    }

    mutating func next(atMs ms: Double) -> Step? {
        if case .ordinary(let seconds) = script {
            guard ms < seconds * 1_000 else { return nil }
            return Step(kind: ordinary(), pauseMs: random.logNormal(median: 700, spread: 0.7))
        }
        guard position < queue.count else { return nil }
        position += 1
        return Step(kind: queue[position - 1], pauseMs: random.logNormal(median: 700, spread: 0.35))
    }

    private mutating func ordinary() -> Intent.Kind {
        let shares = UseScript.ordinaryShares
        var left = random.integer(below: shares.reduce(0) { $0 + $1.share })
        for (kind, share) in shares {
            if left < share { return kind }
            left -= share
        }
        return .rest
    }
}
