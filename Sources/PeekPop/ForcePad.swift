/// A touchpad, touchscreen or pen tablet, as the service describes it.
public struct ForcePad: Equatable, Sendable {
    /// What its pressure is worth.
    public enum Class: String, Sendable, CaseIterable {
        /// True force, in a known scale.
        case grams
        /// True force, scale unknown: in clicks alone.
        case force
        /// Contact size; presses are off until a calibration has shown that the pad can tell a press from a touch.
        case area
        /// No usable pressure; also what only a newer service knows.
        case none
    }

    public enum Kind: String, Sendable, CaseIterable {
        case touchpad
        case touchscreen
        case pen
        /// Also what only a newer service knows.
        case other
    }

    /// The three levels, in clicks.
    public struct Levels: Equatable, Sendable {
        public var hint: Double
        public var peek: Double
        public var pop: Double

        public init(hint: Double, peek: Double, pop: Double) {
            self.hint = hint
            self.peek = peek
            self.pop = pop
        }
    }

    /// Stable across reboots and unplugging: `i2c-04f3-323b`.
    public var id: String
    /// The name the kernel gives it.
    public var name: String
    public var kind: Kind
    public var padClass: Class
    /// Why it is of this class, in words.
    public var reason: String
    /// Whether presses are recognised on it.
    public var hasGestures: Bool
    /// Absent where its pressure is not usable.
    public var levels: Levels?
    /// In mm; 0 where it does not tell.
    public var sizeMm: Size
    /// Whether ``PressConnection/playFeedback(_:on:completion:)`` can be felt on it, as far as is known.
    public var hasHaptics: Bool
    /// What is wrong with it, in words: what was tried, and what to do.
    public var problem: String?

    public init(
        id: String, name: String, kind: Kind = .touchpad, padClass: Class = .force, reason: String = "",
        hasGestures: Bool = true, levels: Levels? = nil, sizeMm: Size = .zero, hasHaptics: Bool = false,
        problem: String? = nil
    ) {
        self.id = id
        self.name = name
        self.kind = kind
        self.padClass = padClass
        self.reason = reason
        self.hasGestures = hasGestures
        self.levels = levels
        self.sizeMm = sizeMm
        self.hasHaptics = hasHaptics
        self.problem = problem
    }
}

/// What a pad's motor can be asked to play.
public enum FeedbackPattern: String, Sendable, CaseIterable {
    /// Not every motor has it.
    case click
    /// What the service's configuration plays when a press reaches that level.
    case peek, pop
    /// For 200 ms; not every motor has it.
    case buzz
}

/// Whether presses can be expected, as UIKit's `UIForceTouchCapability`.
public enum ForceTouchCapability: Sendable, CaseIterable {
    /// Nothing has been heard yet.
    case unknown
    /// There is no pad with presses, or the service cannot be reached.
    case unavailable
    case available
}
