/// What a person meant to do with the pad, and when: the label of a stretch of a trace.
public struct Intent: Equatable, Sendable {
    public enum Kind: String, CaseIterable, Sendable {
        // Ordinary use: nobody wants a press here.
        case tap, doubleTap, click, doubleClick
        /// A click with more force than it needs.
        case firmClick
        case drag, pointerMove
        /// Two fingers.
        case scroll, pinch
        /// Three fingers.
        case swipe
        /// A click or pointer move while a thumb rests low on the pad.
        case restingThumb
        /// A finger that rests, for seconds, and does nothing.
        case hold
        /// A click held down for long (a menu, a moved window), without movement.
        case longClick
        /// The ball of the thumb, or the edge of the hand.
        case palm
        /// Nobody touches the pad.
        case rest
        // Deliberate presses.
        /// Up to the hint and back.
        case hint
        case peek
        /// A peek, let go as fast as one can.
        case quickPeek
        /// A peek, then the finger slides up for the preview's actions.
        case peekSlide
        case pop
        /// As hard as is comfortable.
        case hardPop
        /// A pop, let go as fast as one can.
        case quickPop
        /// A peek, a look at the preview, then a pop without lifting.
        case peekThenPop
        // What a calibration asks for.
        case lightTouch
        /// What this person calls a firm press, whatever the levels are.
        case firmPress
        /// What this person calls the hardest comfortable press.
        case hardPress

        /// Ordinary use, in which every press is a false one.
        public static let ordinary: [Kind] = [
            .tap, .doubleTap, .click, .doubleClick, .firmClick, .drag, .pointerMove, .scroll, .pinch, .swipe,
            .restingThumb, .hold, .longClick, .palm, .rest,
        ]
        /// Deliberate presses, each with a ``stage``.
        public static let deliberate: [Kind] = [
            .hint, .peek, .quickPeek, .peekSlide, .pop, .hardPop, .quickPop, .peekThenPop,
        ]

        /// The furthest stage that the person wants; `nil` where they want no press, or know of no levels.
        public var stage: Stage? {
            switch self {
            case .hint: .hint
            case .peek, .quickPeek, .peekSlide: .peek
            case .pop, .hardPop, .quickPop, .peekThenPop: .pop
            default: nil
            }
        }

        /// How many times fingers come down: the least number of touches.
        public var touches: Int {
            switch self {
            case .rest: 0
            case .doubleTap, .doubleClick, .scroll, .pinch, .restingThumb: 2
            case .swipe: 3
            default: 1
            }
        }
    }

    /// How far a deliberate press is meant to go.
    public enum Stage: String, CaseIterable, Sendable, Comparable {
        case hint, peek, pop

        public static func < (a: Stage, b: Stage) -> Bool { a.rank < b.rank }

        private var rank: Int {
            switch self {
            case .hint: 0
            case .peek: 1
            case .pop: 2
            }
        }
    }

    public var kind: Kind
    /// When the first finger of it landed, in the trace's time (µs).
    public var startUsec: UInt64
    /// When the last finger of it lifted.
    public var endUsec: UInt64
    /// The force that the highest plateau, or the peak of a tap or click, was meant to have, in true clicks; `nil`
    /// where no force is meant.
    public var target: Double?

    public init(kind: Kind, startUsec: UInt64, endUsec: UInt64, target: Double? = nil) {
        self.kind = kind
        self.startUsec = startUsec
        self.endUsec = endUsec
        self.target = target
    }
}
