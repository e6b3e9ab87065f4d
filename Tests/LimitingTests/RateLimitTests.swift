import Testing

@testable import Limiting

@Suite struct RateLimitTests {
    @Test func aBurstAndThenAtItsRate() {
        var limit = RateLimit<Int32>(burst: 3, perSecond: 20)
        let begin: UInt64 = 1_000_000
        for _ in 0..<3 { #expect(limit.take(7, nowUsec: begin) == nil) }
        #expect(limit.take(7, nowUsec: begin) == 50_000)
        #expect(limit.take(7, nowUsec: begin + 20_000) == 30_000)
        #expect(limit.take(7, nowUsec: begin + 50_000) == nil)
        #expect(limit.take(7, nowUsec: begin + 50_000) == 50_000)
        // A while later the bucket is full again, and no fuller.
        for _ in 0..<3 { #expect(limit.take(7, nowUsec: begin + 10_000_000) == nil) }
        #expect(limit.take(7, nowUsec: begin + 10_000_000) != nil)
    }

    @Test func eachCallerHasItsOwn() {
        var limit = RateLimit<Int32>(burst: 1, perSecond: 1)
        for caller: Int32 in 0..<1_000 { #expect(limit.take(caller, nowUsec: 5) == nil) }
        for caller: Int32 in 0..<1_000 { #expect(limit.take(caller, nowUsec: 6) != nil) }
    }

    @Test func whoWasRefusedLosesNothingByAsking() {
        var limit = RateLimit<Int32>(burst: 1, perSecond: 1)
        #expect(limit.take(1, nowUsec: 0) == nil)
        for usec in stride(from: UInt64(0), to: 1_000_000, by: 1_000) {
            #expect(limit.take(1, nowUsec: usec) == 1_000_000 - usec)
        }
        #expect(limit.take(1, nowUsec: 1_000_000) == nil)
    }
}
