import Recognition

/// Writes the replies that come with every frame: whole messages, by hand, without allocating.
///
/// The bytes a method returns are valid until the next call of any method.
public struct EventEncoder: ~Copyable {
    private var buffer: JSONBuffer

    /// - Parameter capacity: in bytes; a press takes about 330, with a pen 390. A longer message enlarges the buffer, once.
    public init(capacity: Int = 1024) {
        buffer = JSONBuffer(capacity: capacity)
    }

    /// A reply of Subscribe with one press, and how many events were lost before it, where any were.
    public mutating func reply(_ event: PressEvent, device: String, lost: UInt64 = 0) -> UnsafeRawBufferPointer {
        buffer.clear()
        buffer.literal("{\"parameters\":{\"press\":")
        write(event, device)
        endReply(lost)
        return buffer.bytes
    }

    /// A reply of Subscribe that only says that the service is alive, or how many events were lost.
    public mutating func keepalive(lost: UInt64 = 0) -> UnsafeRawBufferPointer {
        buffer.clear()
        buffer.literal("{\"parameters\":{")
        if lost > 0 {
            buffer.literal("\"lost\":")
            buffer.integer(lost)
        }
        buffer.literal("},\"continues\":true}\0")
        return buffer.bytes
    }

    /// A reply of Observe.
    public mutating func reply(_ sample: Wire.Sample) -> UnsafeRawBufferPointer {
        buffer.clear()
        buffer.literal("{\"parameters\":{\"sample\":")
        write(sample)
        endReply(0)
        return buffer.bytes
    }

    /// A press alone: a JSON object, without a newline.
    public mutating func object(_ event: PressEvent, device: String) -> UnsafeRawBufferPointer {
        buffer.clear()
        write(event, device)
        return buffer.bytes
    }

    private mutating func endReply(_ lost: UInt64) {
        if lost > 0 {
            buffer.literal(",\"lost\":")
            buffer.integer(lost)
        }
        buffer.literal("},\"continues\":true}\0")
    }

    private mutating func write(_ event: PressEvent, _ device: String) {
        buffer.literal("{\"id\":")
        buffer.integer(event.press)
        buffer.literal(",\"device\":")
        buffer.string(device)
        buffer.literal(",\"phase\":\"")
        buffer.literal(event.phase.literal)
        if let reason = event.reason {
            buffer.literal("\",\"reason\":\"")
            buffer.literal(reason.literal)
        }
        buffer.literal("\",\"preview\":")
        buffer.number(event.preview, decimals: Decimals.share)
        buffer.literal(",\"commit\":")
        buffer.number(event.commit, decimals: Decimals.share)
        buffer.literal(",\"clicks\":")
        buffer.number(event.clicks, decimals: Decimals.clicks)
        if let grams = event.grams {
            buffer.literal(",\"grams\":")
            buffer.number(grams, decimals: Decimals.grams)
        }
        buffer.literal(",\"raw\":")
        buffer.integer(event.raw)
        buffer.literal(",\"x\":")
        buffer.number(event.x, decimals: Decimals.share)
        buffer.literal(",\"y\":")
        buffer.number(event.y, decimals: Decimals.share)
        buffer.literal(",\"translationX\":")
        buffer.number(event.translationX, decimals: Decimals.millimetres)
        buffer.literal(",\"translationY\":")
        buffer.number(event.translationY, decimals: Decimals.millimetres)
        buffer.literal(",\"fingers\":")
        buffer.integer(event.fingers)
        buffer.literal(",\"button\":")
        buffer.bool(event.button)
        if let tool = event.tool {
            buffer.literal(",\"tool\":{\"kind\":\"")
            buffer.literal(tool.kind.literal)
            buffer.literal("\",\"serial\":")
            buffer.integer(tool.serial)
            buffer.literal(",\"id\":")
            buffer.integer(tool.id)
            buffer.literal("}")
        }
        buffer.literal(",\"timeUsec\":")
        buffer.integer(event.timeUsec)
        buffer.literal(",\"sequence\":")
        buffer.integer(event.sequence)
        buffer.literal("}")
    }

    private mutating func write(_ sample: Wire.Sample) {
        buffer.literal("{\"timeUsec\":")
        buffer.integer(sample.timeUsec)
        buffer.literal(",\"touching\":")
        buffer.bool(sample.touching)
        buffer.literal(",\"raw\":")
        buffer.integer(sample.raw)
        buffer.literal(",\"clicks\":")
        buffer.number(sample.clicks, decimals: Decimals.clicks)
        if let grams = sample.grams {
            buffer.literal(",\"grams\":")
            buffer.number(grams, decimals: Decimals.grams)
        }
        buffer.literal(",\"x\":")
        buffer.number(sample.x, decimals: Decimals.share)
        buffer.literal(",\"y\":")
        buffer.number(sample.y, decimals: Decimals.share)
        if let major = sample.majorMm {
            buffer.literal(",\"majorMm\":")
            buffer.number(major, decimals: Decimals.millimetres)
        }
        if let minor = sample.minorMm {
            buffer.literal(",\"minorMm\":")
            buffer.number(minor, decimals: Decimals.millimetres)
        }
        buffer.literal(",\"fingers\":")
        buffer.integer(sample.fingers)
        buffer.literal(",\"button\":")
        buffer.bool(sample.button)
        if let lost = sample.lost, lost > 0 {
            buffer.literal(",\"lost\":")
            buffer.integer(lost)
        }
        buffer.literal("}")
    }
}

/// Digits after the point: about a tenth of what the best pads resolve.
private enum Decimals {
    /// Progress and position.
    static let share = 4
    static let clicks = 3
    static let grams = 1
    static let millimetres = 2
}

extension PressPhase {
    /// The raw value, as bytes that need no String.
    fileprivate var literal: StaticString {
        switch self {
        case .began: "began"
        case .changed: "changed"
        case .peeked: "peeked"
        case .popped: "popped"
        case .ended: "ended"
        case .cancelled: "cancelled"
        }
    }
}

extension PressToolKind {
    fileprivate var literal: StaticString {
        switch self {
        case .pen: "pen"
        case .eraser: "eraser"
        case .brush: "brush"
        case .pencil: "pencil"
        case .airbrush: "airbrush"
        }
    }
}

extension CancelReason {
    fileprivate var literal: StaticString {
        switch self {
        case .released: "released"
        case .fingers: "fingers"
        case .gesture: "gesture"
        case .palm: "palm"
        case .moved: "moved"
        case .drag: "drag"
        case .gone: "gone"
        case .dropped: "dropped"
        case .suspended: "suspended"
        case .timeout: "timeout"
        case .inactive: "inactive"
        case .shutdown: "shutdown"
        }
    }
}
