import Recognition

/// The numbers of calibrating, in one place, each with its source.
public enum CalibrationTuning {
    // MARK: Touches

    /// A finger that stays longer has been forgotten on the pad.
    static let longestTouchUsec: UInt64 = 20_000_000
    /// Deliberate presses take 120…400 ms to their peak alone.
    static let shortestPressUsec: UInt64 = 150_000
    /// A press is a stroke of this length to each side of its peak: within it the finger has to stay.
    static let aroundPeakUsec: UInt64 = 200_000
    /// With fewer clicks than this the pad's click level is not taken from them.
    static let fewestClicks = 3

    /// Contact size scatters from touch to touch by this much, as a standard deviation of the logarithm (measured on
    /// recordings: 0.1…0.28, and wandering on top).
    static let areaSpread = 0.4
    /// Between two stages of a recording people pause longer than between two touches.
    static let stagePauseUsec: UInt64 = 1_500_000

    // MARK: Distributions

    /// A touch that could have reached less than this share of its force was too quick.
    static let tooQuickShare = 0.7
    /// Forces below this, in clicks, are none.
    static let leastForce = 0.02
    /// How much a person's presses of one kind scatter, as a standard deviation of the logarithm. Without visual
    /// feedback forces are reproduced with a coefficient of variation of 10…15 %, with it 4…6 %.
    static let usualSpread = 0.1
    /// How many values' worth that is.
    static let usualSpreadDegrees = 4
    /// Further than this many spreads from the middle, a lone value is a mistake (Hampel's rule).
    static let outlierSpreads = 3.5
    /// … spreads of at least this much: the widest that reproduced forces are reported to have.
    static let leastOutlierSpread = 0.15

    // MARK: What errors cost

    /// Touches and clicks in a day of ordinary work, and presses meant to peek and to pop. An assumption, told in every
    /// report: what is found changes with its logarithm only.
    public static let touchesADay = 3000.0
    public static let clicksADay = 800.0
    public static let peeksADay = 80.0
    public static let popsADay = 80.0
    /// A missed peek is mended by pressing on, within the same second; a false one covers what one was looking at, and
    /// has to be left again.
    public static let falsePeekCost = 3.0
    /// A false pop opens what was to be looked at only; but the peek before it shows how near it is, and a missed one is
    /// not always mended by pressing on.
    public static let falsePopCost = 2.0

    // MARK: Levels

    /// Peek lies at least this factor above the hint, pop above the peek: plateaus wander by 5…10 %.
    static let peekOverHint = 1.08
    static let popOverPeek = 1.15
    /// How far beside the force that was aimed at a press lands whose progress is seen, as mean and standard deviation
    /// of the logarithm. Held forces vary by 4…6 %; what counts is the highest force of the whole plateau, overshoot and
    /// tremor included, and that lies above its middle.
    static let aimingOvershoot = 0.06
    static let aimingSpread = 0.08
    /// Who presses as hard as is comfortable cannot press on: the pop lies this many spreads below the middle of the
    /// hardest presses, so that three of four of them pop, whatever else it costs.
    static let popBelowHardest = 0.7
    /// Costs that differ by less, in missed peeks a day, are the same.
    static let sameCost = 0.001
    /// So many clicks may show a hint: it disturbs little, and goes by itself.
    static let clicksThatHint = 0.02

    // MARK: Refusals

    /// The errors with which a calibration is worth having, for pads that measure force …
    static let forceLimits = ErrorLimits(falsePeekOfTouch: 0.01, falsePeekOfClick: 0.05, missedPeek: 0.15)
    /// … and for those that measure contact size, which are off without one: nothing is lost by refusing.
    static let areaLimits = ErrorLimits(falsePeekOfTouch: 0.003, falsePeekOfClick: 0.01, missedPeek: 0.1)
    /// Where firm presses can be had with no more than these, they are: who was asked for presses that shall peek, and
    /// made them, expects those to peek, though a few false ones more come with it.
    static let kept = ErrorLimits(falsePeekOfTouch: 0.001, falsePeekOfClick: 0.01, missedPeek: 0.15)
    /// Pops that are confused with peeks more often than this are remarked on.
    static let popLimit = 0.1
}

/// Probabilities above which a calibration is refused.
struct ErrorLimits: Sendable {
    let falsePeekOfTouch: Double
    let falsePeekOfClick: Double
    let missedPeek: Double
}
