/// The phases of a press, in the only order they come:
/// `began` → `changed`* → `peeked` → `changed`* → `popped` → `changed`* → `ended`, or `cancelled` from any of them.
public enum PressPhase: String, Sendable, CaseIterable, Codable {
    case began
    case changed
    case peeked
    case popped
    case ended
    case cancelled
}

/// Why a press was cancelled.
public enum CancelReason: String, Sendable, CaseIterable, Codable {
    /// The force fell below the release level before the pop: the preview closes.
    case released
    /// A finger more, or one fewer, than the press began with.
    case fingers
    /// It turned out to be a scroll, swipe or pinch.
    case gesture
    /// It turned out to be a palm.
    case palm
    /// The finger moved too far before the peek.
    case moved
    /// The button was held while the finger moved: a drag.
    case drag
    /// The device was unplugged or closed.
    case gone
    /// The kernel dropped events and the finger may have been lifted meanwhile.
    case dropped
    /// The machine slept.
    case suspended
    /// No report for so long that nobody can be pressing any more.
    case timeout
    /// The receiver's session is no longer the active one on the pad's seat.
    case inactive
    /// The daemon ends.
    case shutdown
}

/// One step of a press.
public struct PressEvent: Equatable, Sendable {
    /// The press's number on its pad, from 1.
    public var press: UInt32
    public var phase: PressPhase
    /// Set where, and only where, the phase is `cancelled`.
    public var reason: CancelReason?
    /// 0…1 from hint to peek.
    public var preview: Float
    /// 0…1 from peek to pop.
    public var commit: Float
    /// Force in clicks: 1.0 is where this pad clicks.
    public var clicks: Float
    /// Force in grams, where the pad's scale is known.
    public var grams: Float?
    /// The device's own number.
    public var raw: Int32
    /// 0…1 of the pad's width and height, from the top left. A finger may lie outside the announced range.
    public var x: Float
    public var y: Float
    /// Since the peek, in mm; 0 before it.
    public var translationX: Float
    public var translationY: Float
    public var fingers: Int
    /// Whether the pad's own left button is down.
    public var button: Bool
    /// The pen that presses; `nil` for fingers.
    public var tool: PressTool?
    /// The time of the frame that made it (CLOCK_MONOTONIC in µs, or the recording's own).
    public var timeUsec: UInt64
    /// Counts this pad's events, from 1, without gaps.
    public var sequence: UInt64

    public init(
        press: UInt32, phase: PressPhase, reason: CancelReason? = nil, preview: Float = 0, commit: Float = 0,
        clicks: Float = 0, grams: Float? = nil, raw: Int32 = 0, x: Float = 0, y: Float = 0, translationX: Float = 0,
        translationY: Float = 0, fingers: Int = 1, button: Bool = false, tool: PressTool? = nil, timeUsec: UInt64,
        sequence: UInt64
    ) {
        self.press = press
        self.phase = phase
        self.reason = reason
        self.preview = preview
        self.commit = commit
        self.clicks = clicks
        self.grams = grams
        self.raw = raw
        self.x = x
        self.y = y
        self.translationX = translationX
        self.translationY = translationY
        self.fingers = fingers
        self.button = button
        self.tool = tool
        self.timeUsec = timeUsec
        self.sequence = sequence
    }
}
