/// How often something may happen: so many a second, and a few more at once. A bucket of tokens that fills up with time.
public struct TokenBucket: Sendable {
    /// How many may come at once.
    public let burst: Int
    /// How long one token takes, in microseconds.
    public let intervalUsec: UInt64
    /// When it will be full again.
    private var fullUsec: UInt64 = 0

    public init(burst: Int, perSecond: Int) {
        self.burst = burst
        intervalUsec = 1_000_000 / UInt64(perSecond)
    }

    /// Takes a token.
    ///
    /// - Returns: `nil` where there was one, otherwise how long it takes until there is, in microseconds.
    public mutating func take(nowUsec now: UInt64) -> UInt64? {
        let full = max(fullUsec, now) + intervalUsec
        let limit = now + UInt64(burst) * intervalUsec
        if full > limit { return full - limit }
        fullUsec = full
        return nil
    }

    func isFull(atUsec now: UInt64) -> Bool { fullUsec <= now }
}
