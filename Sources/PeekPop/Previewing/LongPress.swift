/// A held button, as the press it stands for. A value: times and places in, events out.
struct LongPress {
    /// From when the preview begins to show: a click is over by then.
    static let hintUsec: UInt64 = 150_000
    /// When it stands; UIKit's long press takes as long.
    static let peekUsec: UInt64 = 500_000
    /// When it opens.
    static let popUsec: UInt64 = 1_000_000
    /// So far a pointer may go before the peek, in logical pixels; UIKit's long press allows as much.
    static let movementPixels = 10.0
    /// Between two steps of progress: a frame of a usual screen.
    static let frameUsec: UInt64 = 16_667

    private enum Stage {
        case up, waiting, began, peeked, popped
    }

    private var stage = Stage.up
    private var downUsec: UInt64 = 0
    private var nowUsec: UInt64 = 0
    private var down = Point.zero
    private var place = Point.zero
    private var peekPlace = Point.zero
    private var id: UInt32 = 0
    private var sequence: UInt64 = 0
    private let pixelsPerMm: Double

    init(pixelsPerMm: Double) {
        self.pixelsPerMm = pixelsPerMm
    }

    /// When ``advance(to:)`` has something to say; `nil`: not before the pointer does something.
    var deadlineUsec: UInt64? {
        switch stage {
        case .up, .popped: nil
        case .waiting: downUsec + LongPress.hintUsec
        case .began: min(nowUsec + LongPress.frameUsec, downUsec + LongPress.peekUsec)
        case .peeked: min(nowUsec + LongPress.frameUsec, downUsec + LongPress.popUsec)
        }
    }

    /// Where the press is meant: where the button went down.
    var origin: Point { down }

    mutating func down(at point: Point, _ usec: UInt64) -> [PressEvent] {
        let before = end(.dropped, usec)
        stage = .waiting
        id += 1
        (down, place) = (point, point)
        (downUsec, nowUsec) = (usec, usec)
        return before
    }

    mutating func move(to point: Point, _ usec: UInt64) -> [PressEvent] {
        guard stage != .up else { return [] }
        var events = advance(to: usec)
        place = point
        if stage == .waiting || stage == .began {
            let (x, y) = (place.x - down.x, place.y - down.y)
            if x * x + y * y > LongPress.movementPixels * LongPress.movementPixels { events += end(.moved, usec) }
        } else if stage == .peeked {
            events.append(event(.changed))
        }
        return events
    }

    mutating func up(_ usec: UInt64) -> [PressEvent] {
        advance(to: usec) + end(.released, usec)
    }

    /// The button is somebody else's.
    mutating func cancel(_ usec: UInt64) -> [PressEvent] {
        end(.gesture, usec)
    }

    mutating func advance(to usec: UInt64) -> [PressEvent] {
        guard usec > nowUsec, stage != .up else { return [] }
        nowUsec = usec
        let held = usec - downUsec
        var events: [PressEvent] = []
        let before = stage
        if stage == .waiting, held >= LongPress.hintUsec {
            stage = .began
            events.append(event(.began))
        }
        if stage == .began, held >= LongPress.peekUsec {
            stage = .peeked
            peekPlace = place
            events.append(event(.peeked))
        }
        if stage == .peeked, held >= LongPress.popUsec {
            stage = .popped
            events.append(event(.popped))
        }
        if stage == before, stage == .began || stage == .peeked { events.append(event(.changed)) }
        return events
    }

    private mutating func end(_ reason: CancelReason, _ usec: UInt64) -> [PressEvent] {
        defer { stage = .up }
        nowUsec = max(nowUsec, usec)
        switch stage {
        case .up, .waiting: return []
        case .popped: return [event(reason == .released ? .ended : .cancelled, reason)]
        case .began, .peeked: return [event(.cancelled, reason)]
        }
    }

    private mutating func event(_ phase: PressPhase, _ reason: CancelReason? = nil) -> PressEvent {
        sequence += 1
        let moved = stage == .peeked || stage == .popped ? place - peekPlace : .zero
        return PressEvent(
            id: id, device: LongPressPreviewing.device, phase: phase, reason: phase == .cancelled ? reason : nil,
            preview: share(from: LongPress.hintUsec, to: LongPress.peekUsec),
            commit: share(from: LongPress.peekUsec, to: LongPress.popUsec),
            translation: Point(x: moved.x / pixelsPerMm, y: moved.y / pixelsPerMm), button: true, timeUsec: nowUsec,
            sequence: sequence)
    }

    private func share(from start: UInt64, to end: UInt64) -> Double {
        let held = Double(nowUsec - downUsec)
        return min(max((held - Double(start)) / Double(end - start), 0), 1)
    }
}
