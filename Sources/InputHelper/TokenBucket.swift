/// How often something may happen: so many a second, and a few more at once.
struct TokenBucket {
    let perSecond: Double
    let burst: Double
    private var tokens: Double
    private var lastUsec: UInt64

    init(perSecond: Double, burst: Double, nowUsec: UInt64) {
        self.perSecond = perSecond
        self.burst = burst
        tokens = burst
        lastUsec = nowUsec
    }

    /// - Returns: whether it may happen now, which is then counted.
    mutating func take(nowUsec: UInt64) -> Bool {
        if nowUsec > lastUsec {
            tokens = min(burst, tokens + Double(nowUsec - lastUsec) / 1_000_000 * perSecond)
            lastUsec = nowUsec
        }
        guard tokens >= 1 else { return false }
        tokens -= 1
        return true
    }
}
