import Recognition

extension Wire {
    /// The pen that presses. See ``Recognition/PressTool``.
    public struct Tool: Codable, Equatable, Sendable {
        public var kind: PressToolKind
        public var serial: UInt64
        public var id: UInt64

        public init(_ tool: PressTool) {
            kind = tool.kind
            serial = tool.serial
            id = tool.id
        }
    }

    /// One step of a press. See ``Recognition/PressEvent``, which it is made of.
    public struct Press: Codable, Equatable, Sendable {
        /// The press's number on its pad, from 1.
        public var id: UInt32
        /// The pad's id.
        public var device: String
        public var phase: PressPhase
        /// Set where, and only where, the phase is `cancelled`.
        public var reason: CancelReason?
        public var preview: Float
        public var commit: Float
        public var clicks: Float
        public var grams: Float?
        public var raw: Int32
        public var x: Float
        public var y: Float
        public var translationX: Float
        public var translationY: Float
        public var fingers: Int
        public var button: Bool
        /// Set where, and only where, a pen presses.
        public var tool: Tool?
        public var timeUsec: UInt64
        public var sequence: UInt64

        public init(_ event: PressEvent, device: String) {
            id = event.press
            self.device = device
            phase = event.phase
            reason = event.reason
            preview = event.preview
            commit = event.commit
            clicks = event.clicks
            grams = event.grams
            raw = event.raw
            x = event.x
            y = event.y
            translationX = event.translationX
            translationY = event.translationY
            fingers = event.fingers
            button = event.button
            tool = event.tool.map(Tool.init)
            timeUsec = event.timeUsec
            sequence = event.sequence
        }
    }
}

extension PressEvent {
    public init(_ press: Wire.Press) {
        self.init(
            press: press.id, phase: press.phase, reason: press.reason, preview: press.preview, commit: press.commit,
            clicks: press.clicks, grams: press.grams, raw: press.raw, x: press.x, y: press.y,
            translationX: press.translationX, translationY: press.translationY, fingers: press.fingers,
            button: press.button, tool: press.tool.map(PressTool.init), timeUsec: press.timeUsec,
            sequence: press.sequence)
    }
}

extension PressTool {
    public init(_ tool: Wire.Tool) {
        self.init(kind: tool.kind, serial: tool.serial, id: tool.id)
    }
}
