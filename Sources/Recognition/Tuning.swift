/// The recogniser's numbers, in one place, each with its source. All times in µs, lengths in mm, forces in clicks.
public enum Tuning {
    // MARK: Levels

    /// Default levels at `medium` sensitivity. Between the click and the end of usual ranges: at the assumed click of
    /// 200 g they are 280 g, 370 g and 570 g, where iOS devices are reported to peek and pop (350 g and 600 g). Chosen by
    /// the evaluation (docs/recognition.md): 0.05 clicks lower, heavy hands' clicks and drags make half
    /// as many false peeks again.
    static let hint: Float = 1.4
    static let peek: Float = 1.85
    static let pop: Float = 2.85
    /// A level is left downwards at this fraction of itself. Plateaus wander by 5…10 %; twice that is left.
    static let hysteresis: Float = 0.8
    /// The hint's own fraction is narrower, so that its lower side stays above the click.
    static let hintHysteresis: Float = 0.85
    /// Levels are bent to stay below this fraction of the range: the last units of a sensor are not linear.
    public static let usableRange: Float = 0.92
    /// With less room than this above the click a firm click cannot be told from a peek.
    public static let leastTop: Float = 1.6
    /// Release follows the peak at this fraction (ChromeOS: half the peak).
    static let releaseOfPeak: Float = 0.5
    /// After a release without lifting, the next press needs this much more than the force then (ChromeOS: 1.2).
    static let rearmFactor: Float = 1.2

    // MARK: Scale

    /// The click force assumed for a pad with a scale but without a known click. ChromeOS haptic pads click at
    /// 90…160 g, Macs at about 250 g.
    static let assumedClickGrams: Float = 200
    /// The click assumed for a pad without a scale, as a fraction of its range: Magic Trackpad 2 clicks at 64…96 of 253.
    /// A pen has no click: for it this is a convention, and puts hint, peek and pop at 42, 54 and 84 % of the tip's range.
    static let assumedClickOfRange: Float = 0.3
    /// Clicks before the learned level counts.
    static let fewestClicks = 5
    /// A learned level is trusted while at least this fraction of the clicks agrees on it.
    static let leastAgreement: Float = 0.6
    /// Clicks agree within this fraction: pads vary from click to click, and sensors are noisy.
    static let clickTolerance: Float = 0.02
    /// Where nothing is known of the force just before a click, it was at least this fraction of what the click showed.
    static let clickFloor: Float = 0.8
    /// Of the smallest pressure of recent touches, this many clicks are taken for the lightest real touch, not drift.
    static let zeroDeadband: Float = 0.1
    /// The zero never wanders further up than this fraction of the click.
    static let largestZero: Float = 0.5

    // MARK: Landing, taps and clicks

    /// A finger is settled when it has been within ``moveCancelMm`` of one place for this long; it also outlasts the
    /// landing transient. Real pads take 28…130 ms (median) to reach 90 % of a touch's pressure.
    static let settleUsec: UInt64 = 60_000
    /// The same after a short touch just before: the second stroke of a double tap or double click.
    static let settleAgainUsec: UInt64 = 150_000
    /// A touch this short, followed by another within ``doubleUsec``, is the first stroke of a double.
    static let shortTouchUsec: UInt64 = 250_000
    static let doubleUsec: UInt64 = 300_000
    /// Taps and clicks are strokes: the upper half of their rise takes some 13 ms, of a drag's 25 ms; a deliberate
    /// press, 120…400 ms in all, takes some 70 ms for it.
    static let slowestStrokeUsec: UInt64 = 34_000
    /// Hint and peek wait so long for a stroke to be over: nineteen of twenty clicks are held for less than 150 ms, firm
    /// ones included, and a fast press still stands.
    static let strokeHoldUsec: UInt64 = 240_000
    /// What rises by this factor beyond a stroke, and more slowly, was none …
    static let strokeStep: Float = 1.15
    /// … unless it takes longer than this: then it is a held click that wanders.
    static let longestRiseUsec: UInt64 = 100_000
    /// A report may come from this fraction of a level to beyond it; where it jumps from further below, it may be a
    /// spike, and the next one has to say the same. Presses rise by a tenth of the level from report to report.
    static let approach: Float = 0.8
    /// A press whose rise from below the hint took longer is the sensor drifting, not a finger pressing.
    static let slowestRiseUsec: UInt64 = 5_000_000

    // MARK: Contact size, after a calibration

    /// A touch's own size is known so long after landing: landing takes 28…130 ms (median), 490 ms in the slowest
    /// twentieth. Before, nothing counts as pressing.
    static let baselineUsec: UInt64 = 250_000
    /// Until then it follows with this time constant, in µs.
    static let baselineLandingUsec: Float = 40_000
    /// Later it follows slow changes of posture; a press rises within 120…400 ms.
    static let baselineDriftUsec: Float = 500_000
    /// Beyond this factor of the resting size the finger presses, and the baseline stands still: plain touches wander
    /// this far within a moment.
    static let baselineDeadband: Float = 1.12

    // MARK: Motion

    /// Before the peek, further movement cancels. A finger that presses harder rolls by 1…2 mm.
    public static let moveCancelMm: Float = 4
    /// A finger that has just come by this far is on its way, and begins and peeks nothing for this long: at more than
    /// 50 mm/s never. A finger that presses rolls by 1…2 mm within a quarter of a second; pointing and dragging come by
    /// 2 mm soon after they begin, and are told by ``moveCancelMm`` only later.
    static let stillMm: Float = 2
    static let stillUsec: UInt64 = 40_000
    /// A thumb that rests moves less than this.
    static let thumbStillMm: Float = 2.5
    /// A thumb rests in the lowest fifth of the pad …
    static let thumbLow: Float = 0.8
    /// … with less than half a click, where the pad tells the force of each finger.
    static let thumbLight: Float = 0.5
    /// A contact that landed this near the left or right edge, and is still there, is a palm (on pads that are wide
    /// enough to lay a hand beside; libinput has such zones of 5…8 mm).
    static let palmEdgeMm: Float = 5
    static let palmEdgeLeastWidthMm: Float = 70
    /// Longer contacts are palms: fingertips measure 8…12 mm, thumbs up to 20 mm.
    static let palmMajorMm: Float = 25

    // MARK: Pens

    /// A pen's tip is held stiller than a fingertip, which rolls: it may move this share of what a finger may. So 1.5 mm
    /// where a finger has 4; the strokes of handwriting are longer.
    static let penMoveShare: Float = 0.375
    /// A pen is settled when its tip has stayed so long: writing pauses for less between two strokes.
    static let penSettleUsec: UInt64 = 200_000

    // MARK: Time

    /// Reports closer than this tell the pad's report interval (real pads: 5.5…12.3 ms, up to 25 ms; down to 1 ms).
    static let longestIntervalUsec: UInt64 = 25_000
    static let usualIntervalUsec: UInt64 = 8_000
    /// Progress is carried on at this pace while a steady, silent hold lets the smoothing catch up.
    static let smoothingUsec: UInt64 = 16_000
    /// Smoothing has caught up within this many clicks.
    static let smoothingDone: Float = 0.004
    /// Without any report for this long nobody presses any more.
    static let silenceUsec: UInt64 = 60_000_000
}
