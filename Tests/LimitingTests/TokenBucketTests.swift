import Testing

@testable import Limiting

@Suite struct TokenBucketTests {
    @Test func burstThenRate() {
        var bucket = TokenBucket(burst: 3, perSecond: 10)
        let atOnce = (0..<5).map { _ in bucket.take(nowUsec: 1_000_000) == nil }
        #expect(atOnce == [true, true, true, false, false])
        let afterwards = [1_050_000, 1_100_000, 1_150_000, 1_200_000].map { bucket.take(nowUsec: $0) == nil }
        #expect(afterwards == [false, true, false, true])
        // However long nothing happened, no more than the burst is saved up.
        let later = (0..<4).map { _ in bucket.take(nowUsec: 60_000_000) == nil }
        #expect(later == [true, true, true, false])
    }

    /// A clock that stands still or goes back gives nothing and takes nothing.
    @Test func oddClock() {
        var bucket = TokenBucket(burst: 1, perSecond: 1)
        let taken = [4_000_000, 4_000_000, 6_000_000].map { bucket.take(nowUsec: $0) == nil }
        #expect(taken == [true, false, true])
    }
}
