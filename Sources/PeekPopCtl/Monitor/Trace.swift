/// The force of the last while, as it is drawn: a value holds until the next.
struct Trace: Equatable {
    struct Sample: Equatable {
        var timeUsec: UInt64
        /// In clicks.
        var force: Float
    }

    /// A minute of a pad that reports 250 times a second.
    static let capacity = 16_384

    private var samples: [Sample] = []
    /// Where the oldest is, once the ring is full.
    private var start = 0

    /// Adds a sample; one from before the last is taken as of the same time.
    mutating func add(_ force: Float, atUsec usec: UInt64) {
        let sample = Sample(timeUsec: max(usec, last?.timeUsec ?? 0), force: force)
        if samples.count < Trace.capacity {
            samples.append(sample)
        } else {
            samples[start] = sample
            start = (start + 1) % Trace.capacity
        }
    }

    var last: Sample? {
        samples.isEmpty ? nil : samples[(start + samples.count - 1) % samples.count]
    }

    /// The least and the greatest force within each of `count` equal steps that end at `endUsec`.
    ///
    /// - Returns: oldest first; `nil` for steps before the first sample.
    func columns(_ count: Int, endUsec: UInt64, spanUsec: UInt64) -> [ClosedRange<Float>?] {
        var columns: [ClosedRange<Float>?] = Array(repeating: nil, count: max(0, count))
        guard count > 0, spanUsec > 0 else { return columns }
        let begin = Int64(clamping: endUsec) - Int64(clamping: spanUsec)
        func column(_ usec: UInt64) -> Int {
            Int((Double(Int64(clamping: usec) - begin) / Double(spanUsec) * Double(count)).rounded(.down))
        }
        func widen(_ index: Int, _ force: Float) {
            guard let range = columns[index] else { return columns[index] = force...force }
            columns[index] = min(range.lowerBound, force)...max(range.upperBound, force)
        }
        for index in samples.indices {
            let sample = samples[(start + index) % samples.count]
            let isLast = index == samples.count - 1
            let next = isLast ? endUsec : samples[(start + index + 1) % samples.count].timeUsec
            guard Int64(clamping: next) >= begin, sample.timeUsec <= endUsec else { continue }
            let from = max(0, column(sample.timeUsec))
            // The last value holds up to the end; the others up to the step in which the next begins.
            let to = min(count - 1, isLast ? count - 1 : column(next))
            guard from <= to else { continue }
            for step in from...to { widen(step, sample.force) }
        }
        return columns
    }
}
