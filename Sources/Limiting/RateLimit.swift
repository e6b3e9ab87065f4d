/// Lets each of many callers do something so often, and no more: a bucket a caller.
public struct RateLimit<Caller: Hashable> {
    private let full: TokenBucket
    /// Who is not here has a full one.
    private var buckets: [Caller: TokenBucket] = [:]

    public init(burst: Int, perSecond: Int) {
        full = TokenBucket(burst: burst, perSecond: perSecond)
    }

    /// Takes a token.
    ///
    /// - Returns: `nil` where there was one, otherwise how long it takes until there is, in microseconds.
    public mutating func take(_ caller: Caller, nowUsec now: UInt64) -> UInt64? {
        // Callers come and go: those whose bucket is full need not be remembered.
        if buckets.count >= 256 { buckets = buckets.filter { !$0.value.isFull(atUsec: now) } }
        return buckets[caller, default: full].take(nowUsec: now)
    }
}
