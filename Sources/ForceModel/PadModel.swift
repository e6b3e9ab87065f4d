import Recordings

/// A model of touchpad: what it announces, what it senses, and what its kernel driver makes of that.
public struct PadModel: Equatable, Sendable {
    /// What its pressure is.
    public enum Sensing: Equatable, Sendable {
        case force(ForceSensor)
        case area(AreaSensor)
    }

    /// What happens to a slot's pressure when its finger lifts.
    public enum Lift: Equatable, Sendable {
        /// The last value stays in the slot, as with most drivers.
        case keeps
        /// The last report before the lift says 0.
        case zeroes
    }

    // MARK: Identity

    /// For tables and file names: `magic-trackpad-2`.
    public var key: String
    /// As the kernel says it.
    public var name: String
    public var bus: UInt16
    public var vendor: UInt16
    public var product: UInt16
    public var version: UInt16 = 0x100

    // MARK: What it announces

    public var widthMm: Int32 = 120
    public var heightMm: Int32 = 75
    /// Units per mm.
    public var positionResolution: Int32 = 20
    /// ABS_MT_PRESSURE, ABS_PRESSURE or both, with this range.
    public var pressure: RecordedAxis
    public var hasContactPressure = true
    public var hasSinglePressure = true
    /// INPUT_PROP_PRESSUREPAD: kernels from 6.18 tell.
    public var isPressurePad = false
    /// ABS_MT_TOUCH_MAJOR, in the units of the positions.
    public var hasSize = false
    /// ABS_MT_TOOL_TYPE: the firmware tells fingers from palms.
    public var hasToolType = false
    /// MSC_TIMESTAMP with each report while something touches, as hid-multitouch sends it.
    public var hasTimestamp = false
    public var slots = 5

    // MARK: What it does

    public var sensing: Sensing
    /// The force at which it clicks.
    public var clickGrams: Double
    /// From click to click, the click level varies by this standard deviation, as a fraction.
    public var clickSpread = 0.015
    /// The button comes up below this fraction of the click level.
    public var buttonRelease = 0.8
    /// ChromeOS pads: the release follows the peak, at half of it, up to this many grams.
    public var releaseFollowsPeakUpToGrams: Double?
    /// The probability that an edge of the button bounces: up and down again within some ms.
    public var bounce = 0.0
    public var rateHz: Double = 125
    /// A report comes this much later than its turn at most, in ms.
    public var jitterMs = 0.4
    /// Standard deviation of the pressure's noise, in units.
    public var noiseUnits: Double
    /// The zero moves by this standard deviation in a minute, in units.
    public var driftUnits = 0.0
    /// Standard deviation of a position, in mm, before the firmware's hysteresis, which keeps a resting finger still.
    public var noiseMm = 0.02
    public var positionHysteresisMm = 0.08
    public var lift = Lift.keeps
    /// With more than one finger down, no pressure changes: a finger that lands then has what was told last.
    public var freezesTogether = false

    /// Whether its pressure is force.
    public var isForce: Bool {
        if case .force = sensing { true } else { false }
    }

    /// The true force, in clicks, at which the pad's pressure stands at `shown` times its value at a click: the same on
    /// most pads, less on one that reports light touches as 0.
    func trueClicks(shown: Double) -> Double {
        guard case .force(let sensor) = sensing else { return shown }
        return (sensor.deadGrams + shown * (clickGrams - sensor.deadGrams)) / clickGrams
    }

    /// Raw pressure at exactly one click without drift; `nil` where pressure is contact size.
    public var clickUnits: Double? {
        guard case .force(let sensor) = sensing else { return nil }
        return sensor.units(grams: clickGrams)
    }
}

/// A pad that feels force.
public struct ForceSensor: Equatable, Sendable {
    /// How the pad shares force out among fingers.
    public enum Sharing: Equatable, Sendable {
        case perContact
        /// One total, divided by contact size; with two fingers and more, each stops at the given value.
        case shared(each: Double)
        /// Each finger carries the total.
        case wholePad
    }

    public var unitsPerGram: Double
    /// Where the real values end, whatever is announced.
    public var maximum: Double
    /// The force at which its scale begins.
    public var deadGrams = 0.0
    /// Less than this is reported as 0.
    public var gateUnits = 0.0
    /// 0 while the button is up.
    public var isSilentUntilClick = false
    public var sharing = Sharing.perContact
    /// Time constant of the sensor and its filter.
    public var lagMs = 2.0

    func units(grams: Double) -> Double { max(0, grams - deadGrams) * unitsPerGram }
}

/// A pad whose pressure is the size of the contact.
public struct AreaSensor: Equatable, Sendable {
    /// A median person's resting finger, in units, and from touch to touch the spread of that (logarithm's SD).
    public var restUnits: Double
    public var touchSpread: Double
    /// By which fraction a click raises the size. It saturates: three clicks raise it by a quarter more.
    public var clickRise: Double
    /// The fractions of a touch's size at landing and at lift.
    public var firstFraction: Double
    public var lastFraction: Double
    /// Time to 90 % of the size after landing in ms: median over touches, and their 95th percentile.
    public var landingMs: (median: Double, p95: Double)
    /// How the size wanders within a touch: median over touches of the standard deviation, as a fraction, and the
    /// spread of that over touches. Few touches wander far.
    public var wander: (median: Double, spread: Double)

    public static func == (a: AreaSensor, b: AreaSensor) -> Bool {
        a.restUnits == b.restUnits && a.touchSpread == b.touchSpread && a.clickRise == b.clickRise
            && a.firstFraction == b.firstFraction && a.lastFraction == b.lastFraction && a.landingMs == b.landingMs
            && a.wander == b.wander
    }
}
