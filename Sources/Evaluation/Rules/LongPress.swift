import Recognition

/// Rival: a long press by time, as desktops have it today: the button is held down for 500 ms without moving. For a
/// second stage, twice that.
///
/// On a pressure pad every press goes through the click, so the button goes down on the way to each peek; a finger that
/// points first and presses where it arrives is as good as one that lands there.
public struct LongPress: PressRule {
    /// What GTK and Android take for a long press.
    public static let peekUsec: UInt64 = 500_000
    public static let popUsec: UInt64 = 1_000_000
    /// How far a finger may move meanwhile: as far as PeekPop lets it before a peek.
    public static let moveMm = Tuning.moveCancelMm

    private var stages = Stages()
    private var downUsec: UInt64?
    private var x: Float = 0
    private var y: Float = 0
    private var hasMoved = false

    public init() {}

    public mutating func feed(_ frame: borrowing Frame, _ decide: (Decision) -> Void) {
        wait(toUsec: frame.timeUsec, decide)
        guard frame.buttons.contains(.left), frame.contactCount > 0 else {
            stages.release(atUsec: frame.timeUsec, decide)
            downUsec = nil
            return
        }
        let (x, y) = (frame[0].x, frame[0].y)
        if downUsec == nil {
            downUsec = frame.timeUsec
            (self.x, self.y) = (x, y)
            hasMoved = frame.fingers > 1
        }
        let (dx, dy) = (x - self.x, y - self.y)
        if !stages.hasPeeked, frame.fingers > 1 || dx * dx + dy * dy > LongPress.moveMm * LongPress.moveMm {
            hasMoved = true
        }
    }

    public mutating func finish(atUsec timeUsec: UInt64, _ decide: (Decision) -> Void) {
        wait(toUsec: timeUsec, decide)
    }

    /// A timer runs while the pad is silent.
    private mutating func wait(toUsec now: UInt64, _ decide: (Decision) -> Void) {
        guard let downUsec, !hasMoved else { return }
        if now >= downUsec + LongPress.peekUsec { stages.peek(atUsec: downUsec + LongPress.peekUsec, decide) }
        if now >= downUsec + LongPress.popUsec { stages.pop(atUsec: downUsec + LongPress.popUsec, decide) }
    }
}
