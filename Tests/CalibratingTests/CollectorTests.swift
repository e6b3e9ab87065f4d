import Recognition
import Testing

@testable import Calibrating

@Suite struct CollectorTests {
    static let pad = CalibrationPad(
        id: "pad", padClass: .force, widthMm: 100, heightMm: 60, minimum: 0, maximum: 2000, assumedClick: 600)
    /// Feeds whole touches, 8 ms a report.
    struct Hand {
        var collector = CalibrationCollector(CollectorTests.pad)
        var now: UInt64 = 1_000_000

        init(_ stage: CalibrationStage) { collector.begin(stage) }

        @discardableResult
        mutating func touch(
            _ raw: [Float], clickAt: Float = .infinity, fingers: Int = 1, driftMm: Float = 0, lost: Int = 0
        ) -> CalibrationCollector.Notice? {
            for (index, pressure) in raw.enumerated() {
                var sample = ForceSample()
                sample.timeUsec = now
                sample.fingers = fingers
                sample.raw = pressure
                sample.x = 0.5 + driftMm / 100 * Float(index) / Float(raw.count)
                sample.y = 0.5
                sample.buttons = pressure >= clickAt ? .left : []
                collector.add(sample, lost: index == 1 ? lost : 0)
                now += 8_000
            }
            return lift()
        }

        @discardableResult
        mutating func lift() -> CalibrationCollector.Notice? {
            var sample = ForceSample()
            sample.timeUsec = now
            now += 300_000
            return collector.add(sample)
        }
    }

    static let press: [Float] = (0..<50).map { 1200 * Float(min($0, 20)) / 20 }

    @Test(
        "What counts in which stage, and why not",
        arguments: [
            (CalibrationStage.touches, [100, 150, 120] as [Float], Float.infinity, 1, Float(0), 0, nil),
            (.touches, [100, 700, 120], 600, 1, 0, 0, TouchFault.button),
            (.touches, [100, 150, 120], .infinity, 1, 30, 0, nil),
            (.touches, [0, 0], .infinity, 1, 0, 0, nil),
            (.presses, Array(repeating: 0, count: 40), .infinity, 1, 0, 0, .noPressure),
            (.touches, [100, 150, 120], .infinity, 2, 0, 0, .fingers(2)),
            (.clicks, [100, 700, 120], 600, 1, 0, 0, nil),
            (.clicks, [100, 500, 120], 600, 1, 0, 0, .noButton),
            (.clicks, [100, 700, 120], 600, 1, 0, 3, .lost(3)),
            (.presses, press, 600, 1, 0, 0, nil),
            (.presses, press, .infinity, 1, 0, 0, nil),
            (.presses, press, 600, 1, 40, 0, .moved(20)),
            (.presses, [100, 700, 1200, 700, 100], 600, 1, 0, 0, .tooShort(40_000)),
            (.hardPresses, press, 600, 1, 0, 0, nil),
            (.hardPresses, Array(repeating: 900, count: 2600), 600, 1, 0, 0, .tooLong(20_800_000)),
        ])
    func judged(
        stage: CalibrationStage, raw: [Float], clickAt: Float, fingers: Int, driftMm: Float, lost: Int,
        fault: TouchFault?
    ) throws {
        var hand = Hand(stage)
        let notice = hand.touch(raw, clickAt: clickAt, fingers: fingers, driftMm: driftMm, lost: lost)
        if let fault {
            guard case .rejected(let found)? = notice else { Issue.record("\(String(describing: notice))"); return }
            #expect(found.reason == fault.reason)
            #expect(hand.collector.progress.have == 0)
            #expect(hand.collector.progress.rejected == 1)
        } else {
            #expect(notice == .accepted(1))
            #expect(hand.collector.touches(of: stage).count == 1)
        }
    }
}
