/// What a hand adds to the force it means to apply: tremor and drift. Forces in clicks.
///
/// Only additions and multiplications, so that the same seed gives the same forces on every machine.
struct ForceModel: Sendable {
    /// One step of the model: the report interval of 125 Hz, as precision touchpads have.
    static let stepUsec: UInt64 = 8_000

    /// Standard deviation of the tremor, as a fraction of the force. Held finger forces vary by 1…3 % in all, and
    /// physiological tremor is the smaller, fast part of that.
    static let tremorOfForce = 0.008
    /// Standard deviation of the slow wandering of a plateau, as a fraction of the force: the larger part.
    static let driftOfForce = 0.02

    /// A resonator at 10 Hz, the middle of the 8…12 Hz of physiological tremor: poles at 0.95 · e^(±2πi·10/125), that is
    /// coefficients 2 · 0.95 · cos(0.5027) and −0.95². The pole radius gives a bandwidth of about 2 Hz.
    private static let resonance = (1.664_983, -0.902_5)
    /// Makes the resonator's output have standard deviation 1 for white input of 1:
    /// √((1 + b)·((1 − b)² − a²) / (1 − b)) for x = a·x₁ + b·x₂ + …
    private static let resonanceGain = 0.208_386
    /// An Ornstein–Uhlenbeck step with a time constant of 0.5 s: e^(−8/500), and √(1 − e^(−16/500)).
    private static let memory = (0.984_127, 0.177_464)

    private var random: ModelRandom
    private var tremor = (0.0, 0.0)
    private var drift = 0.0

    init(seed: UInt64) {
        random = ModelRandom(seed: seed)
    }

    /// The force applied while `intended` is meant, one step after the last.
    mutating func step(_ intended: Double) -> Double {
        let next =
            ForceModel.resonance.0 * tremor.0 + ForceModel.resonance.1 * tremor.1
            + ForceModel.resonanceGain * random.normal()
        tremor = (next, tremor.0)
        drift = ForceModel.memory.0 * drift + ForceModel.memory.1 * random.normal()
        let factor = 1 + ForceModel.tremorOfForce * tremor.0 + ForceModel.driftOfForce * drift
        return max(0, intended * factor)
    }
}

/// A value over time that goes from mark to mark along minimum-jerk curves, as voluntary movements and forces do (Flash
/// and Hogan 1985): 10 s³ − 15 s⁴ + 6 s⁵.
struct MinimumJerk: Sendable {
    private var marks: [(ms: Double, value: Double)] = []

    /// Marks come in the order of their times.
    mutating func reach(_ value: Double, atMs ms: Double) {
        marks.append((ms, value))
    }

    /// Before the first mark its value, after the last mark that one's.
    func value(atMs ms: Double) -> Double {
        guard let after = marks.firstIndex(where: { $0.ms > ms }) else { return marks.last?.value ?? 0 }
        guard after > 0 else { return marks[0].value }
        let (from, to) = (marks[after - 1], marks[after])
        let s = (ms - from.ms) / (to.ms - from.ms)
        return from.value + (to.value - from.value) * s * s * s * (10 - 15 * s + 6 * s * s)
    }
}
