/// The touch under way, from landing to lift.
struct Touch: Sendable {
    var group = FingerGroup()
    /// What touches, where it is a pen.
    var tool: PressTool?
    var force = ForceSignal()
    var landedUsec: UInt64 = 0
    var liftedUsec: UInt64 = 0
    /// The last whole touch was short: the next may be the second stroke of a double click.
    var wasShort = false
    /// Where the finger last settled or began to, and since when.
    var anchorX: Float = 0
    var anchorY: Float = 0
    var anchoredUsec: UInt64 = 0
    var settleUsec = Tuning.settleUsec
    /// Where the finger was when it last had moved by ``Tuning/stillMm``, and when.
    private var stillX: Float = 0
    private var stillY: Float = 0
    private var stillFromUsec: UInt64 = 0
    /// When the force was last below the hint; a press begins from there. `nil`: not yet in this touch.
    var belowHintUsec: UInt64?
    /// What the force has to reach for the next press: the hint, or more after a release without lifting.
    var beginLevel: Float = 0

    /// From when on the finger counts as still: one that moves, however slowly it began to, drags or points.
    var stillUsec: UInt64 { stillFromUsec + Tuning.stillUsec }

    /// Follows a finger that came to a place, or is there.
    mutating func be(_ x: Float, _ y: Float, atUsec now: UInt64) {
        let (dx, dy) = (x - stillX, y - stillY)
        guard dx * dx + dy * dy > Tuning.stillMm * Tuning.stillMm else { return }
        (stillX, stillY, stillFromUsec) = (x, y, now)
    }

    var settledUsec: UInt64 { anchoredUsec + settleUsec }
}
