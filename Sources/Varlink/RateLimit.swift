/// Lets each of many callers do something so often, and no more: a bucket of tokens a caller that fills up with time.
public struct RateLimit<Caller: Hashable> {
    /// How many may come at once.
    public let burst: Int
    /// How long one token takes, in microseconds.
    public let intervalUsec: UInt64
    /// When each caller's bucket will be full again. Who is not here has a full one.
    private var fullUsec: [Caller: UInt64] = [:]

    public init(burst: Int, perSecond: Int) {
        self.burst = burst
        intervalUsec = 1_000_000 / UInt64(perSecond)
    }

    /// Takes a token.
    ///
    /// - Returns: `nil` where there was one, otherwise how long it takes until there is, in microseconds.
    public mutating func take(_ caller: Caller, nowUsec now: UInt64) -> UInt64? {
        // Callers come and go: those whose bucket is full need not be remembered.
        if fullUsec.count >= 256 { fullUsec = fullUsec.filter { $0.value > now } }
        let full = max(fullUsec[caller] ?? 0, now) + intervalUsec
        let limit = now + UInt64(burst) * intervalUsec
        if full > limit { return full - limit }
        fullUsec[caller] = full
        return nil
    }
}
