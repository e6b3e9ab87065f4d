import ForceModel
import Testing

/// Pads of contact size against the statistics measured on recordings of real ones.
@Suite struct AreaPadTests {
    struct Measured: Sendable, CustomTestStringConvertible {
        var testDescription: String { pad.key }
        var pad: PadModel
        /// 5, 50 and 95 % of touches' peaks.
        var peaks: (Double, Double, Double)
        /// Peak over median within a touch: median and 95 %.
        var wander: (Double, Double)
        /// Time to 90 % in ms: median and 95 %.
        var landing: (Double, Double)
        /// First and last value over the median.
        var ends: (Double, Double)
    }

    static let measured = [
        Measured(
            pad: .synapticsRMI4, peaks: (58, 71, 88), wander: (1.05, 1.29), landing: (74, 199), ends: (0.68, 0.70)),
        Measured(pad: .cyapa, peaks: (29, 39, 79), wander: (1.14, 2.1), landing: (131, 492), ends: (0.28, 0.34)),
        Measured(pad: .atmel, peaks: (39, 60, 108), wander: (1.12, 1.5), landing: (28, 145), ends: (0.82, 0.49)),
    ]

    @Test(arguments: measured)
    func touches(_ measured: Measured) {
        var peaks: [Double] = []
        var wander: [Double] = []
        var landing: [Double] = []
        var (firsts, lasts): ([Double], [Double]) = ([], [])
        for user in 0..<12 {
            let made = trace(measured.pad, repeated([.hold, .pointerMove], 25), user: user)
            var touch: [(ms: Double, pressure: Double)] = []
            for frame in frames(made).frames {
                if frame.contactCount > 0 {
                    touch.append((Double(frame.timeUsec) / 1_000, Double(frame[0].pressure)))
                } else if let first = touch.first, let last = touch.last {
                    defer { touch = [] }
                    guard last.ms - first.ms > 300 else { continue }
                    let median = quantile(touch.map(\.pressure), 0.5)
                    let peak = touch.map(\.pressure).max() ?? 0
                    peaks.append(peak)
                    wander.append(peak / median)
                    firsts.append(first.pressure / median)
                    lasts.append(last.pressure / median)
                    if let there = touch.first(where: { $0.pressure >= 0.9 * median }) {
                        landing.append(there.ms - first.ms)
                    }
                }
            }
        }
        func near(_ value: Double, _ expected: Double, _ tolerance: Double, _ what: String) {
            #expect(
                abs(value / expected - 1) < tolerance, "\(measured.pad.key), \(what): \(value), measured \(expected)")
        }
        near(quantile(peaks, 0.05), measured.peaks.0, 0.25, "low peaks")
        near(quantile(peaks, 0.5), measured.peaks.1, 0.1, "peaks")
        near(quantile(peaks, 0.95), measured.peaks.2, 0.2, "high peaks")
        near(quantile(wander, 0.5), measured.wander.0, 0.05, "wandering")
        near(quantile(wander, 0.95), measured.wander.1, 0.25, "far wandering")
        near(quantile(landing, 0.5), measured.landing.0, 0.3, "landing")
        near(quantile(landing, 0.95), measured.landing.1, 0.3, "slow landing")
        near(quantile(firsts, 0.5), measured.ends.0, 0.15, "first value")
        near(quantile(lasts, 0.5), measured.ends.1, 0.2, "last value")
    }

    /// A click raises the size by 0, 9 and 20…30 %, measured as people find it in a recording: the greatest value around
    /// the click over the value before.
    @Test(arguments: [(PadModel.synapticsRMI4, 0.97...1.09), (.atmel, 1.04...1.18), (.cyapa, 1.15...1.4)])
    func clicks(_ pad: PadModel, _ expected: ClosedRange<Double>) {
        var rises: [Double] = []
        for user in 0..<8 {
            let made = trace(pad, repeated([.click], 25), user: user)
            var before: [Double] = []
            var held: [Double] = []
            for frame in frames(made).frames {
                guard frame.contactCount > 0 else {
                    if before.count > 14, !held.isEmpty {
                        let base = before.dropLast(8).suffix(6)
                        rises.append((held.max() ?? 0) / (base.reduce(0, +) / Double(base.count)))
                    }
                    (before, held) = ([], [])
                    continue
                }
                if frame.buttons.contains(.left) {
                    held.append(Double(frame[0].pressure))
                } else if held.isEmpty {
                    before.append(Double(frame[0].pressure))
                }
            }
        }
        #expect(rises.count > 100)
        #expect(expected.contains(quantile(rises, 0.5)), "\(quantile(rises, 0.5))")
    }
}
