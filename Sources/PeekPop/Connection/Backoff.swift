/// How long to wait before the next attempt to connect: from 0.1 s doubling to 5 s, and by chance up to a fifth less, so that
/// the clients of a service that comes back do not all come at once. A value: the same seed gives the same waits.
struct Backoff {
    static let firstUsec: UInt64 = 100_000
    static let ceilingUsec: UInt64 = 5_000_000

    private var nextUsec = firstUsec
    private var random: SplitMix

    init(seed: UInt64) {
        random = SplitMix(state: seed)
    }

    /// An attempt has failed.
    mutating func waitUsec() -> UInt64 {
        let whole = nextUsec
        nextUsec = min(nextUsec * 2, Backoff.ceilingUsec)
        return jittered(whole)
    }

    /// One was refused: only something outside changes that.
    mutating func waitAfterRefusalUsec() -> UInt64 { jittered(Backoff.ceilingUsec) }

    /// One has succeeded.
    mutating func reset() {
        nextUsec = Backoff.firstUsec
    }

    private mutating func jittered(_ usec: UInt64) -> UInt64 {
        usec - UInt64.random(in: 0...usec / 5, using: &random)
    }

    /// Sebastiano Vigna's splitmix64: enough for chance, and the same on every machine.
    private struct SplitMix: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9e37_79b9_7f4a_7c15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
            return mixed ^ (mixed >> 31)
        }
    }
}
