import Testing

@testable import Limiting

@Suite struct MessageLimitTests {
    let minute = MessageLimit.quietUsec

    @Test func onceAMinute() {
        var limit = MessageLimit()
        let start: UInt64 = 5
        #expect(limit.take("a", nowUsec: start) == 0)
        for _ in 0..<3 { #expect(limit.take("a", nowUsec: start + minute - 1) == nil) }
        #expect(limit.take("b", nowUsec: start + 1) == 0)
        #expect(limit.take("a", nowUsec: start + minute) == 3)
        #expect(limit.take("a", nowUsec: start + 2 * minute - 1) == nil)
        #expect(limit.take("a", nowUsec: start + 2 * minute) == 1)
    }

    @Test func everNewThings() {
        var limit = MessageLimit()
        let told = (0..<1000).count { limit.take("\($0)", nowUsec: UInt64($0)) != nil }
        #expect(told == MessageLimit.things)
        // Those that were told go on being counted, and a minute later there is room again.
        #expect(limit.take("0", nowUsec: 1000) == nil)
        #expect(limit.take("new", nowUsec: minute + 2000) == 0)
    }

    @Test func numbers() {
        #expect(MessageLimit.thing("user 1000 (process 77)") == MessageLimit.thing("user 0 (process 123456)"))
        #expect(MessageLimit.thing("peek: a") != MessageLimit.thing("pop: a"))
    }
}
