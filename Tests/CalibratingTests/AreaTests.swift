import Recognition
import Testing

@testable import Calibrating

/// Pads that measure contact size: those that can tell a press from a touch, and those that cannot.
@Suite struct AreaTests {
    /// A finger of a size, which wanders a little, and grows by `growth` when it presses.
    struct Finger {
        var strokes: Strokes
        var aspect: Strokes.Aspect

        init(seed: UInt64, aspect: Strokes.Aspect = .none) {
            strokes = Strokes(seed: seed)
            strokes.padClass = .area
            strokes.maximum = 255
            strokes.click = 76
            self.aspect = aspect
        }

        mutating func touch(growth: Double, clicks: Bool = false, flat: Double = 1) -> GatheredTouch {
            let size = strokes.around(60, 0.25)
            var samples: [TouchSample] = []
            for index in 0..<110 {
                let landing = min(1, Double(index + 2) / 8)
                let press = min(1, max(0, Double(index - 45) / 25))
                let wander = 1 + 0.004 * strokes.normal()
                let roll = 1 + (flat - 1) * press
                let raw = size * landing * (1 + growth * press) * roll * wander
                let side = (size / 60 * landing * (1 + growth * press)).squareRoot()
                let sized = aspect == .told
                samples.append(
                    TouchSample(
                        usec: UInt64(index) * 10_000, raw: Float(min(raw, 255)),
                        majorMm: sized ? Float(10 * side * roll) : 0, minorMm: sized ? Float(8 * side) : 0,
                        button: clicks && press > 0.9))
            }
            return GatheredTouch(startUsec: 1, samples: samples, durationUsec: 1_100_000)
        }
    }

    private func gathered(
        _ finger: inout Finger, growth: (press: Double, hard: Double), roll: Double = 1
    ) -> GatheredTouches {
        GatheredTouches(
            pad: finger.strokes.pad,
            touches: (0..<16).map { finger.touch(growth: 0.02, flat: $0 % 2 == 0 ? roll : 1) },
            clicks: (0..<8).map { _ in finger.touch(growth: 0.12, clicks: true) },
            presses: (0..<6).map { _ in finger.touch(growth: growth.press) },
            hardPresses: (0..<6).map { _ in finger.touch(growth: growth.hard) })
    }

    /// Whether the recogniser, with the calibration, sees a touch peek.
    private func peeks(_ touch: GatheredTouch, _ calibration: Calibration) -> Bool {
        let pad = PadDescription(id: "pad", name: "pad", pressure: Axis(minimum: 0, maximum: 255))
        var recogniser = Recogniser(pad, calibration: calibration)
        var hasPeeked = false
        for sample in touch.samples {
            var frame = Frame(timeUsec: 1_000_000 + sample.usec)
            frame.add(
                Contact(
                    x: 50, y: 30, pressure: Int32(sample.raw.rounded()), major: sample.majorMm, minor: sample.minorMm))
            frame.buttons = sample.button ? .left : []
            recogniser.feed(frame) { if $0.phase == .peeked { hasPeeked = true } }
        }
        return hasPeeked
    }

    @Test(
        "Fingers of all sizes whose presses grow clearly: presses are on, measured against each touch",
        arguments: [1, 2, 4]
    )
    func separates(seed: UInt64) throws {
        var finger = Finger(seed: seed)
        let gathered = gathered(&finger, growth: (0.7, 1.3))
        let fit = try #require(CalibrationFitter.fit(gathered).fit)
        #expect(fit.calibration.gesturesEnabled == true)
        #expect(fit.calibration.zeroPressure == 0)
        let resting = try #require(fit.calibration.restingPressure)
        #expect(resting > 45 && resting < 80)
        #expect(fit.figures.separation > 0.99)
        // By size alone these touches and presses overlap: that is what the landing is measured for.
        let largest = gathered.touches.map(\.peakRaw).max() ?? 0
        #expect(gathered.presses.contains { $0.peakRaw < largest * 1.2 })
        var peeked = 0
        for _ in 0..<40 where peeks(finger.touch(growth: 0.7), fit.calibration) { peeked += 1 }
        #expect(peeked >= 38)
        for _ in 0..<40 {
            #expect(!peeks(finger.touch(growth: 0.02), fit.calibration))
            #expect(!peeks(finger.touch(growth: 0.12, clicks: true), fit.calibration))
        }
    }

    @Test("A finger that rolls flat grows as a pressing one does: where the pad tells its shape, that is taken out")
    func posture() throws {
        var told = Finger(seed: 5, aspect: .told)
        let fit = try #require(CalibrationFitter.fit(gathered(&told, growth: (0.7, 1.3), roll: 1.6)).fit)
        #expect(fit.calibration.restingAspect != nil)
        for _ in 0..<20 { #expect(!peeks(told.touch(growth: 0.02, flat: 1.6), fit.calibration)) }
        var untold = Finger(seed: 5)
        #expect(CalibrationFitter.fit(gathered(&untold, growth: (0.7, 1.3), roll: 1.6)).refusal != nil)
    }

    @Test("Presses that grow no more than clicks and wandering do are refused")
    func refused() throws {
        var finger = Finger(seed: 6)
        let refusal = try #require(CalibrationFitter.fit(gathered(&finger, growth: (0.12, 0.2))).refusal)
        #expect(refusal.reason.contains("cannot tell these presses from"))
        #expect(refusal.advice.contains("how large a contact is"))
    }
}
