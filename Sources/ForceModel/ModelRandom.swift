/// Random numbers that are the same on every machine: Steele's SplitMix64, and nothing of the C library's mathematics.
public struct ModelRandom: Sendable {
    private var state: UInt64

    public init(seed: UInt64) {
        state = seed
    }

    /// A stream of its own for each purpose: what one part of a model draws moves nothing in the others.
    public init(seed: UInt64, stream: UInt64) {
        var mixer = ModelRandom(seed: seed ^ (stream &* 0xd6e8_feb8_6659_fd93))
        state = mixer.next()
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }

    /// From 0 up to, not including, 1.
    public mutating func uniform() -> Double {
        Double(next() >> 11) * 0x1p-53
    }

    public mutating func uniform(_ from: Double, _ to: Double) -> Double {
        from + (to - from) * uniform()
    }

    /// From 0 up to, not including, `count`.
    public mutating func integer(below count: Int) -> Int {
        Int(next().multipliedFullWidth(by: UInt64(count)).high)
    }

    public mutating func happens(_ probability: Double) -> Bool {
        uniform() < probability
    }

    /// Mean 0, standard deviation 1, normal to the far tails.
    public mutating func normal() -> Double {
        // The middle of a 53-bit cell: never 0, never 1.
        ModelMath.normalQuantile((Double(next() >> 11) + 0.5) * 0x1p-53)
    }

    /// Log-normal: times and forces of people are skewed, and never negative.
    ///
    /// - Parameter spread: standard deviation of the logarithm; for small values the coefficient of variation.
    public mutating func logNormal(median: Double, spread: Double) -> Double {
        median * ModelMath.exp(spread * normal())
    }

    /// `items` in random order.
    public mutating func shuffle<T>(_ items: inout [T]) {
        var count = items.count
        while count > 1 {
            items.swapAt(integer(below: count), count - 1)
            count -= 1
        }
    }
}
