import Recognition

/// How the raw pressure of gathered touches is turned into clicks while levels are sought.
struct RawScale: Sendable {
    var zero: Float
    var click: Float
    var maximum: Float
    /// What a plain touch is, on pads whose contact size is measured against it.
    var reference: PressureCorrection.Reference?

    func clicks(_ raw: Float) -> Float { max(0, (min(raw, maximum) - zero) / (click - zero)) }

    /// The highest level that a touch would have reached, in clicks, and the highest it would have reached had it not
    /// been too quick for any.
    func reach(_ touch: GatheredTouch) -> (reach: Double, peak: Double) {
        var reach = TouchReach()
        for (index, pressure) in corrected(touch).enumerated() {
            reach.add(clicks(pressure), atUsec: touch.samples[index].usec)
        }
        reach.wait(toUsec: touch.durationUsec)
        return (Double(reach.clicks), Double(reach.peak))
    }

    /// A touch's raw pressures as they count.
    func corrected(_ touch: GatheredTouch) -> [Float] {
        guard let reference else { return touch.samples.map(\.raw) }
        var correction = PressureCorrection(reference)
        return touch.samples.enumerated().map { index, sample in
            index == 0
                ? correction.begin(sample.raw, majorMm: sample.majorMm, minorMm: sample.minorMm, atUsec: sample.usec)
                : correction.add(sample.raw, majorMm: sample.majorMm, minorMm: sample.minorMm, atUsec: sample.usec)
        }
    }

    /// The pad's click level from clicks: each says that it lies above the report before the button went down and not
    /// above the one with it; it is taken to be where most of them agree. (A quick click rises by half a click from one
    /// report to the next: the median of the reports with the button down lies that much too high.)
    ///
    /// A pad that tells nothing before it clicks (Synaptics) gives upper ends alone: then it is the lowest of them, but
    /// for one click in eight.
    ///
    /// - Returns: `nil` for too few clicks.
    static func clickLevel(_ clicks: [GatheredTouch], zero: Float, maximum: Float) -> Float? {
        let brackets = clicks.compactMap(\.click).filter { $0.at > zero && $0.at <= maximum }
            .map { (low: min($0.before, $0.at), high: $0.at) }
        guard brackets.count >= CalibrationTuning.fewestClicks else { return nil }
        let silent = brackets.filter { $0.low <= zero }
        if silent.count * 2 > brackets.count { return silent.map(\.high).sorted()[silent.count / 8] }
        // The number of brackets that hold a place changes at their ends only.
        let ends = brackets.flatMap { [$0.low, $0.high] }.sorted()
        var most = 0
        var stretch: ClosedRange<Float> = ends[0]...ends[0]
        for (from, to) in zip(ends, ends.dropFirst()) {
            let middle = (from + to) / 2
            let count = brackets.count {
                // The lower end is a force at which the pad did not click, but where it is all that is known.
                ($0.low < middle || $0.low == $0.high) && $0.low <= middle && middle <= $0.high
            }
            // Of equal agreement the narrower place tells more.
            guard count > most || count == most && to - from < stretch.upperBound - stretch.lowerBound else { continue }
            most = count
            stretch = from...to
        }
        return (stretch.lowerBound + stretch.upperBound) / 2
    }
}
