/// Random numbers that are the same on every machine: Steele's SplitMix64, and nothing of the C library's mathematics.
struct ModelRandom: Sendable {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }

    /// From 0 up to, not including, 1.
    mutating func uniform() -> Double {
        Double(next() >> 11) * 0x1p-53
    }

    /// Mean 0, standard deviation 1: the sum of twelve uniform numbers is normal to within what a sensor shows.
    mutating func normal() -> Double {
        var sum = -6.0
        for _ in 0..<12 { sum += uniform() }
        return sum
    }
}
