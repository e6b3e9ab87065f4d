/// The phases of a press, in the only order they come:
/// `began` → `changed`* → `peeked` → `changed`* → `popped` → `changed`* → `ended`, or `cancelled` from any of them.
///
/// A phase that only a newer service knows counts as `changed`.
public enum PressPhase: String, Sendable, CaseIterable {
    /// The hint level was reached: the preview begins to show.
    case began
    case changed
    /// The peek level was reached: the preview stands.
    case peeked
    /// The pop level was reached: it opens.
    case popped
    /// The finger let go after the pop.
    case ended
    /// It is over without a pop, or was interrupted.
    case cancelled

    /// Whether the press is over with it.
    public var isLast: Bool { self == .ended || self == .cancelled }
}

/// Why a press was cancelled.
public enum CancelReason: Hashable, Sendable {
    /// The finger let go before the pop: the preview closes.
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
    /// The pad was unplugged or closed.
    case gone
    /// The kernel dropped events.
    case dropped
    /// The machine slept.
    case suspended
    /// No report for so long that nobody can be pressing any more.
    case timeout
    /// The session is no longer the active one on the pad's seat.
    case inactive
    /// The service ends.
    case shutdown
    /// The connection to the service broke: made up by this library, so that every press ends.
    case disconnected
    /// One that only a newer service knows, by its name on the wire.
    case other(String)

    /// All that have a name, but ``other(_:)``.
    static let named: [String: CancelReason] = [
        "released": .released, "fingers": .fingers, "gesture": .gesture, "palm": .palm, "moved": .moved,
        "drag": .drag, "gone": .gone, "dropped": .dropped, "suspended": .suspended, "timeout": .timeout,
        "inactive": .inactive, "shutdown": .shutdown, "disconnected": .disconnected,
    ]

    init(_ name: String) {
        self = CancelReason.named[name] ?? .other(name)
    }

    /// As it stands on the wire.
    public var name: String {
        if case .other(let name) = self { return name }
        return CancelReason.named.first { $0.value == self }?.key ?? ""
    }
}

/// One step of a press.
public struct PressEvent: Equatable, Sendable {
    /// The press's number on its pad, from 1.
    public var id: UInt32
    /// The pad's ``ForcePad/id``.
    public var device: String
    public var phase: PressPhase
    /// Set where, and only where, the phase is `cancelled`.
    public var reason: CancelReason?
    /// 0…1 from hint to peek.
    public var preview: Double
    /// 0…1 from peek to pop.
    public var commit: Double
    /// Force in clicks: 1.0 is where this pad clicks.
    public var clicks: Double
    /// Force in grams, where the pad's scale is known.
    public var grams: Double?
    /// The pad's own number.
    public var raw: Int
    /// 0…1 of the pad's width and height, from the top left. A finger may lie a little outside.
    public var position: Point
    /// Movement since the peek, in mm, to the right and down; 0 before it.
    public var translation: Point
    public var fingers: Int
    /// Whether the pad's own left button is down.
    public var button: Bool
    /// The pen that presses; `nil` for fingers.
    public var tool: PressTool?
    /// When the kernel reported it, in µs of CLOCK_MONOTONIC.
    public var timeUsec: UInt64
    /// Counts the pad's events from 1; what was not asked for, or left out for a slow reader, makes gaps.
    public var sequence: UInt64

    public init(
        id: UInt32, device: String, phase: PressPhase, reason: CancelReason? = nil, preview: Double = 0,
        commit: Double = 0, clicks: Double = 0, grams: Double? = nil, raw: Int = 0, position: Point = .zero,
        translation: Point = .zero, fingers: Int = 1, button: Bool = false, tool: PressTool? = nil,
        timeUsec: UInt64 = 0, sequence: UInt64 = 0
    ) {
        self.id = id
        self.device = device
        self.phase = phase
        self.reason = reason
        self.preview = preview
        self.commit = commit
        self.clicks = clicks
        self.grams = grams
        self.raw = raw
        self.position = position
        self.translation = translation
        self.fingers = fingers
        self.button = button
        self.tool = tool
        self.timeUsec = timeUsec
        self.sequence = sequence
    }
}

/// The pen that presses.
public struct PressTool: Equatable, Sendable {
    /// `pen`, `eraser`, `brush`, `pencil` or `airbrush`, or what a newer service calls it.
    public var kind: String
    /// Tells this one pen from all others of its maker; 0 where it does not tell. Its eraser has the same.
    public var serial: UInt64
    /// The maker's number of this kind of tool; 0 where it does not tell.
    public var id: UInt64

    public init(kind: String, serial: UInt64 = 0, id: UInt64 = 0) {
        self.kind = kind
        self.serial = serial
        self.id = id
    }
}
