/// What a hand adds to the force it means to apply, a millisecond at a time: tremor and wandering, as a factor.
struct HandMotion: Sendable {
    /// Bandwidth of the tremor in Hz: a peak some 1.5 Hz wide, as spectra of healthy people show.
    private static let tremorBandwidthHz = 1.5
    private static let pi = 3.141_592_653_589_793

    private let steadiness: Steadiness
    /// A resonator x = a·x₁ + b·x₂ + gain·noise, whose output has standard deviation 1.
    private let a: Double
    private let b: Double
    private let gain: Double
    /// An Ornstein–Uhlenbeck step.
    private let memory: Double
    private let fresh: Double
    private var tremor: (Double, Double)
    private var wander: Double
    private var random: ModelRandom

    init(_ steadiness: Steadiness, seed: UInt64) {
        self.steadiness = steadiness
        random = ModelRandom(seed: seed)
        let radius = 1 - HandMotion.pi * HandMotion.tremorBandwidthHz / 1_000
        a = 2 * radius * ModelMath.cos(2 * HandMotion.pi * steadiness.tremorHz / 1_000)
        b = -radius * radius
        gain = ((1 + b) * ((1 - b) * (1 - b) - a * a) / (1 - b)).squareRoot()
        memory = ModelMath.exp(-1 / steadiness.wanderMs)
        fresh = (1 - memory * memory).squareRoot()
        // In the steady state from the start: successive values of the resonator correlate by a / (1 − b).
        let correlation = a / (1 - b)
        let first = random.normal()
        tremor = (correlation * first + (1 - correlation * correlation).squareRoot() * random.normal(), first)
        wander = random.normal()
    }

    /// What the intended force is multiplied with, one millisecond after the last.
    mutating func step() -> Double {
        let next = a * tremor.0 + b * tremor.1 + gain * random.normal()
        tremor = (next, tremor.0)
        wander = memory * wander + fresh * random.normal()
        return max(0, 1 + steadiness.tremor * next + steadiness.wander * wander)
    }
}
