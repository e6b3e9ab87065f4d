/// Which times of a trace are shown: a window, with the long quiet times in it folded away.
struct TimeWindow: Equatable {
    /// Where times begin to be counted, in the recording's own time: its zero, unless that lies far away, as with the
    /// clock of a machine.
    let originUsec: UInt64
    /// In order and apart, in seconds from the origin.
    let ranges: [ClosedRange<Double>]

    /// A recording that begins later than this has the time of a clock, and nobody wants to read that.
    static let farUsec: UInt64 = 1_000_000_000
    /// Shorter quiet times stay.
    static let shortestFold = 2.0
    /// Of a folded quiet time, this much stays on either side.
    static let margin = 0.25

    static func origin(firstUsec: UInt64) -> UInt64 { firstUsec < farUsec ? 0 : firstUsec }

    /// - Parameters:
    ///   - touches: when something touched, in seconds, in order.
    ///   - from: where the window begins; before the first touch where `nil`.
    ///   - to: where it ends; after the last touch where `nil`.
    ///   - mostFolds: the longest quiet times are folded, at most so many.
    init(
        originUsec: UInt64, touches: [ClosedRange<Double>], from: Double?, to: Double?,
        mostFolds: Int
    ) {
        self.originUsec = originUsec
        let first = touches.first?.lowerBound ?? 0
        let last = touches.map(\.upperBound).max() ?? first
        let edge = min(TimeWindow.margin, (last - first) / 50)
        let start = from ?? max(min(first, 0), first - edge)
        let end = max(to ?? (last + edge), start + 1e-3)

        var quiet: [ClosedRange<Double>] = []
        var reached = start
        for touch in touches where touch.upperBound > start && touch.lowerBound < end {
            if touch.lowerBound - reached > TimeWindow.shortestFold { quiet.append(reached...touch.lowerBound) }
            reached = max(reached, touch.upperBound)
        }
        if end - reached > TimeWindow.shortestFold { quiet.append(reached...end) }
        // A window that the user gave shows its ends as well.
        let folds = quiet.map { quiet in
            (quiet.lowerBound + TimeWindow.margin)...(quiet.upperBound - TimeWindow.margin)
        }
        let longest = folds.enumerated()
            .sorted { a, b in
                let (first, second) = (a.element.length, b.element.length)
                return first == second ? a.offset < b.offset : first > second
            }
            .prefix(max(0, mostFolds)).map(\.offset).sorted()
        var ranges: [ClosedRange<Double>] = []
        var begin = start
        for index in longest {
            ranges.append(begin...folds[index].lowerBound)
            begin = folds[index].upperBound
        }
        ranges.append(begin...end)
        self.ranges = ranges
    }

    var start: Double { ranges[0].lowerBound }
    var end: Double { ranges[ranges.count - 1].upperBound }

    func seconds(_ usec: UInt64) -> Double {
        usec >= originUsec ? Double(usec - originUsec) / 1e6 : -Double(originUsec - usec) / 1e6
    }

    /// What lies in each fold, in words.
    var folds: [String] {
        zip(ranges, ranges.dropFirst()).map { TimeWindow.words($1.lowerBound - $0.upperBound) }
    }

    /// A length of time as people say it: `2.6 s`, `45 s`, `12 min`, `3.2 h`.
    static func words(_ seconds: Double) -> String {
        if seconds < 9.95 { return fixed(seconds, 1) + " s" }
        if seconds < 99.5 { return fixed(seconds, 0) + " s" }
        if seconds < 99.5 * 60 { return fixed(seconds / 60, seconds < 600 ? 1 : 0) + " min" }
        return fixed(seconds / 3600, 1) + " h"
    }
}

extension ClosedRange<Double> {
    var length: Double { upperBound - lowerBound }
}
