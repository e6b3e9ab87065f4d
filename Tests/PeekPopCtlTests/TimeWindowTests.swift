import Testing

@testable import PeekPopCtl

@Suite struct TimeWindowTests {
    private func window(
        _ touches: [ClosedRange<Double>], from: Double? = nil, to: Double? = nil, folds: Int = 10
    ) -> TimeWindow {
        TimeWindow(originUsec: 0, touches: touches, from: from, to: to, mostFolds: folds)
    }

    /// Rounded to ms.
    private func ends(_ window: TimeWindow) -> [[Double]] {
        window.ranges.map { [($0.lowerBound * 1000).rounded() / 1000, ($0.upperBound * 1000).rounded() / 1000] }
    }

    @Test func theWholeWithoutQuietTimes() {
        #expect(ends(window([1...2, 3...11])) == [[0.8, 11.2]])
        #expect(ends(window([0...1])) == [[0, 1.02]])
        #expect(ends(window([5...5])) == [[5, 5.001]])
    }

    @Test func quietTimesAreFolded() {
        let folded = window([1...2, 20...21, 22...23, 50...51])
        #expect(ends(folded) == [[0.75, 2.25], [19.75, 23.25], [49.75, 51.25]])
        #expect(folded.folds == ["18 s", "27 s"])
        // The longest first, where there may be but one.
        #expect(ends(window([1...2, 20...21, 50...51], folds: 1)) == [[0.75, 21.25], [49.75, 51.25]])
        #expect(ends(window([1...2, 20...21], folds: 0)) == [[0.75, 21.25]])
    }

    @Test func aWindowHasTheEndsItWasGiven() {
        #expect(ends(window([1...2, 20...21], from: 0, to: 30)) == [[0, 2.25], [19.75, 21.25], [29.75, 30]])
        #expect(ends(window([1...2, 20...21], from: 1.5, to: 1.7)) == [[1.5, 1.7]])
        #expect(ends(window([1...2], from: 3)) == [[3, 3.001]])
    }

    @Test func rangesAreInOrderWhateverTheTouches() {
        for from in [nil, 0, 4.9, 7.5, 100] as [Double?] {
            for to in [nil, 0.5, 6, 8, 200] as [Double?] {
                let ranges = window([1...5, 4...6, 9...9, 9...30, 70...70.1], from: from, to: to).ranges
                #expect(!ranges.isEmpty)
                for (range, next) in zip(ranges, ranges.dropFirst()) { #expect(range.upperBound < next.lowerBound) }
            }
        }
    }

    @Test func clocksBeginAtTheRecording() {
        #expect(TimeWindow.origin(firstUsec: 999_999_999) == 0)
        #expect(TimeWindow.origin(firstUsec: 1_700_000_000_000_000) == 1_700_000_000_000_000)
        let far = TimeWindow(originUsec: 2_000_000_000, touches: [0...1], from: nil, to: nil, mostFolds: 0)
        #expect(far.seconds(2_000_500_000) == 0.5 && far.seconds(1_999_500_000) == -0.5)
    }

    @Test(arguments: [(2.64, "2.6 s"), (45, "45 s"), (100, "1.7 min"), (750, "13 min"), (11_500, "3.2 h")])
    func words(_ seconds: Double, _ text: String) {
        #expect(TimeWindow.words(seconds) == text)
    }
}
