import Testing

@testable import Recognition

/// Where the numbers of `Tuning` decide: each is passed on one side and not on the other, with less than a tenth of it
/// between the two.
@Suite struct BoundaryTests {
    /// A thousand reports a second, so that times are as told.
    private func fine(settledAt clicks: Float = 0.3) -> Trace {
        var trace = Trace()
        trace.intervalUsec = 1_000
        trace.land(clicks, ms: 400)
        return trace
    }

    @Test(arguments: [(232, false), (246, true)] as [(UInt64, Bool)])
    func strokeHold(ms: UInt64, peeks: Bool) {
        var trace = fine()
        trace.ramp(0.3, 2.2, ms: 20)
        trace.hold(2.2, ms: ms)
        #expect(trace.story.contains("peeked") == peeks)
    }

    /// At a steady rate of rise `r` the upper half of the way to `f` takes f / 2r: strokes until f = 2 · 34 ms · r, and
    /// none any more from 1.15 times that on.
    @Test(arguments: [(0.0233, 1.87, true), (0.0252, 1.87, false), (0.0252, 1.99, true)] as [(Float, Float, Bool)])
    func slowestStroke(clicksPerMs: Float, top: Float, peeks: Bool) {
        var trace = fine()
        trace.ramp(0.3, top, ms: UInt64((top - 0.3) / clicksPerMs))
        #expect(trace.story.contains("peeked") == peeks)
    }

    /// A held click that creeps upwards stays one; what rises on within a tenth of a second is a press.
    @Test(arguments: [(100, true), (130, false)] as [(UInt64, Bool)])
    func longestRise(ms: UInt64, peeks: Bool) {
        var trace = fine()
        trace.ramp(0.3, 1.7, ms: 20)
        trace.ramp(1.7, 2.2, ms: ms)
        #expect(trace.story.contains("peeked") == peeks)
    }

    /// Four fifths of 1.86 are 1.488.
    @Test(arguments: [(1.5, true), (1.46, false)] as [(Float, Bool)])
    func approach(before: Float, atOnce: Bool) {
        var trace = fine()
        trace.ramp(0.3, before, ms: 400)
        trace.hold(before, ms: 100)
        trace.report(1.86)
        #expect(trace.story.contains("peeked") == atOnce)
        trace.report(1.86)
        #expect(trace.story.contains("peeked"))
    }

    /// Half the peak, where that is below the peek's own lower side.
    @Test(arguments: [(1.27, true), (1.23, false)] as [(Float, Bool)])
    func releaseOfThePeak(low: Float, stands: Bool) {
        var trace = fine()
        trace.ramp(0.3, 2.5, ms: 400)
        trace.ramp(2.5, low, ms: 100)
        trace.hold(low, ms: 20)
        #expect((trace.story.last == "peeked") == stands)
    }

    @Test(arguments: [(2.32, true), (2.24, false)] as [(Float, Bool)])
    func hysteresisOfThePop(low: Float, stands: Bool) {
        var trace = fine()
        trace.ramp(0.3, 4.9, ms: 500)
        trace.ramp(4.9, low, ms: 100)
        trace.hold(low, ms: 20)
        #expect((trace.story.last == "popped") == stands)
    }

    @Test(arguments: [(1.21, true), (1.17, false)] as [(Float, Bool)])
    func hysteresisOfTheHint(low: Float, stands: Bool) {
        var trace = fine()
        trace.ramp(0.3, 1.5, ms: 300)
        trace.ramp(1.5, low, ms: 60)
        trace.hold(low, ms: 20)
        #expect((trace.story.last == "began") == stands)
    }

    /// A finger that has just come far settles first.
    @Test(arguments: [(16, false), (22, true)] as [(UInt64, Bool)])
    func settle(ms: UInt64, begins: Bool) {
        var trace = fine(settledAt: 1)
        trace.slide(dx: 4.4, clicks: 1, ms: 1)
        trace.ramp(1, 1.45, ms: 40)
        trace.hold(1.45, ms: ms)
        #expect(trace.story.contains("began") == begins)
    }

    /// One that has just come by 2 mm is on its way.
    @Test(arguments: [(2.1, 16, false), (2.1, 22, true), (1.9, 0, true)] as [(Float, UInt64, Bool)])
    func still(mm: Float, ms: UInt64, begins: Bool) {
        var trace = fine(settledAt: 1)
        trace.slide(dx: mm, clicks: 1, ms: 1)
        trace.ramp(1, 1.42, ms: 20)
        trace.hold(1.42, ms: ms)
        #expect(trace.story.contains("began") == begins)
    }

    @Test(arguments: [(1.18, false), (1.22, true)] as [(Float, Bool)])
    func rearm(factor: Float, begins: Bool) {
        var trace = fine()
        trace.ramp(0.3, 3, ms: 400)
        trace.ramp(3, 1.4, ms: 100)
        trace.hold(1.4, ms: 100)
        let before = trace.story.count
        trace.ramp(1.4, 1.4 * factor, ms: 100)
        #expect((trace.story.count > before) == begins)
    }
}
