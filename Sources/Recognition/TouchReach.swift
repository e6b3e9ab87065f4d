/// The highest peek level that a touch would have reached: what a calibration measures touches by.
///
/// The same rules decide as for a press: two reports in a row, a settled finger, and no stroke of a tap or a click. Only
/// movement is left out, so that a touch that wandered counts as one that stayed.
public struct TouchReach: Sendable {
    private var signal = ForceSignal()
    private var settledUsec: UInt64 = 0
    private var hasBegun = false
    /// In clicks; 0 while no level could have been reached.
    public private(set) var clicks: Float = 0
    /// The same, had it not been too quick: settled or not, stroke or not.
    public private(set) var peak: Float = 0

    public init() {}

    /// A report of the touch, in order of time.
    public mutating func add(_ force: Float, atUsec now: UInt64) {
        if hasBegun {
            wait(toUsec: now)
            signal.add(force, atUsec: now)
        } else {
            hasBegun = true
            settledUsec = now + Tuning.settleUsec
            signal.begin(force, atUsec: now)
        }
        judge(now)
    }

    /// No report came up to now: the touch held, or was lifted.
    public mutating func wait(toUsec now: UInt64) {
        signal.advance(toUsec: now)
        judge(now)
    }

    private mutating func judge(_ now: UInt64) {
        peak = max(peak, signal.reach)
        guard now >= settledUsec, signal.strokeOverUsec.map({ now >= $0 }) ?? true else { return }
        clicks = max(clicks, signal.reach)
    }
}
