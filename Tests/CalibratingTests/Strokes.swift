import Recognition

@testable import Calibrating

/// Touches made to measure: their forces are known, so the levels that suit them are too.
struct Strokes {
    /// Whether the pad tells the contact's axes.
    enum Aspect { case none, told }

    private var state: UInt64
    var padClass = PadClass.force
    var click: Float = 600
    var maximum: Float = 2000
    private var now: UInt64 = 1_000_000

    init(seed: UInt64) { state = seed }

    var pad: CalibrationPad {
        CalibrationPad(
            id: "pad", padClass: padClass, widthMm: 100, heightMm: 60, minimum: 0, maximum: maximum,
            assumedClick: click)
    }

    /// SplitMix64, 0…1.
    mutating func uniform() -> Double {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return Double((z ^ (z >> 31)) >> 11) / Double(1 << 53)
    }

    /// Nearly normal: the sum of twelve uniform numbers has variance 1.
    mutating func normal() -> Double { (0..<12).reduce(-6.0) { sum, _ in sum + uniform() } }

    /// A value whose logarithm scatters so much about that of `middle`.
    mutating func around(_ middle: Double, _ spread: Double) -> Double { middle * Mathematics.exp(spread * normal()) }

    /// Up to `peak` clicks in `rise` ms, held, and let go; a report each 8 ms.
    mutating func touch(_ peak: Double, rise: Double, hold: Double, fall: Double = 60, clicks: Bool = true)
        -> GatheredTouch
    {
        var samples: [TouchSample] = []
        var time = 0.0
        while time < rise + hold + fall {
            let share = time < rise ? time / rise : time < rise + hold ? 1 : (rise + hold + fall - time) / fall
            let raw = min(Float(peak * max(share, 0.02)) * click, maximum)
            samples.append(TouchSample(usec: UInt64(time * 1000), raw: raw, button: clicks && raw >= click))
            time += 8
        }
        now += 2_000_000
        return GatheredTouch(startUsec: now, samples: samples, durationUsec: UInt64(time * 1000))
    }

    mutating func press(_ peak: Double) -> GatheredTouch { touch(peak, rise: 250, hold: 300, fall: 100) }

    /// As somebody clicks who takes his time: nothing of it is over before it counts.
    mutating func slowClick(_ peak: Double) -> GatheredTouch { touch(peak, rise: 120, hold: 150) }

    mutating func lightTouch(_ peak: Double) -> GatheredTouch { touch(peak, rise: 50, hold: 250, clicks: false) }

    mutating func gathered(
        touches: [Double], clicks: [Double], presses: [Double], hardPresses: [Double]
    ) -> GatheredTouches {
        GatheredTouches(
            pad: pad, touches: touches.map { lightTouch($0) }, clicks: clicks.map { slowClick($0) },
            presses: presses.map { press($0) }, hardPresses: hardPresses.map { press($0) })
    }
}

extension CalibrationOutcome {
    var fit: CalibrationFit? { if case .fit(let fit) = self { fit } else { nil } }
    var refusal: CalibrationRefusal? { if case .refusal(let refusal) = self { refusal } else { nil } }
}
