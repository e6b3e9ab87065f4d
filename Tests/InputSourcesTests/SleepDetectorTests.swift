import Testing

@testable import InputSources

struct SleepDetectorTests {
    /// The clocks' differences at the beginning and after, in µs.
    @Test(arguments: [
        (0, 0, false), (0, 900_000, false), (0, 1_000_001, true),
        // Read in the other order than they run: a difference below 0, which once looked like an eternity.
        (0, -2, false), (-2, 0, false), (-2, 1_000_100, true),
        // Slept long before the pad was opened.
        (86_400_000_000, 86_400_000_001, false), (86_400_000_000, 86_403_000_000, true),
    ])
    func comparesTheClocks(before: Int64, after: Int64, hasSlept: Bool) {
        let monotonic: UInt64 = 5_000_000
        func boottime(_ difference: Int64) -> UInt64 { UInt64(Int64(monotonic) + difference) }
        var detector = SleepDetector(boottimeUsec: boottime(before), monotonicUsec: monotonic)
        let answer = detector.hasSlept(boottimeUsec: boottime(after), monotonicUsec: monotonic)
        #expect(answer == hasSlept)
        let again = detector.hasSlept(boottimeUsec: boottime(after), monotonicUsec: monotonic)
        #expect(!again)
    }

    @Test func theRealClocksSayNothing() {
        var detector = SleepDetector()
        var answers = 0
        for _ in 0..<10_000 where detector.hasSlept() { answers += 1 }
        #expect(answers == 0)
    }
}
