import Testing

@testable import Recognition

@Suite struct PressureCorrectionTests {
    static let reference = PressureCorrection.Reference(restingPressure: 60)

    /// Raw pressures each 10 ms as they count.
    private func corrected(
        _ raw: [Float], major: [Float] = [], minor: [Float] = [], _ reference: PressureCorrection.Reference = reference
    ) -> [Float] {
        var correction = PressureCorrection(reference)
        return raw.enumerated().map { index, raw in
            let major = index < major.count ? major[index] : 0
            let minor = index < minor.count ? minor[index] : 0
            let now = UInt64(index) * 10_000 + 5_000_000
            return index == 0
                ? correction.begin(raw, majorMm: major, minorMm: minor, atUsec: now)
                : correction.add(raw, majorMm: major, minorMm: minor, atUsec: now)
        }
    }

    @Test("However large a finger is, resting it counts as the reference", arguments: [30, 60, 90, 140] as [Float])
    func size(raw: Float) {
        let forces = corrected(Array(repeating: raw, count: 100))
        #expect(forces.allSatisfy { $0 <= 60 })
        #expect(abs(forces[99] - 60) < 0.5)
    }

    @Test("The landing transient never counts as pressing")
    func landing() {
        let forces = corrected((0..<100).map { $0 < 15 ? Float($0) * 6 : 90 })
        // A rest of the landing is still in the baseline then: a few hundredths.
        #expect(forces.allSatisfy { $0 <= 63 })
    }

    @Test("A press grows the contact by half: so it counts, for as long as it is held", arguments: [40, 80] as [Float])
    func press(rest: Float) {
        let raw = (0..<400).map { index -> Float in
            let share = min(1, max(0, Float(index - 60) / 20))
            return rest * (1 + 0.5 * share)
        }
        let forces = corrected(raw)
        #expect(abs(forces[50] - 60) < 1)
        // What the baseline followed while the press began is lost, no more; and nothing while it is held.
        #expect(forces[90] > 82 && forces[90] <= 91)
        #expect(forces[399] == forces[90])
    }

    @Test("Wandering of a tenth a half second is followed, and is no press")
    func wandering() {
        let raw = (0..<1000).map { 60 * (1 + Float($0) / 1000) }
        #expect((corrected(raw).max() ?? 0) < 60 * 1.12)
    }

    @Test("Reports of a silent pad: what was told last held until now")
    func silence() {
        var correction = PressureCorrection(Self.reference)
        _ = correction.begin(40, majorMm: 0, minorMm: 0, atUsec: 1_000_000)
        _ = correction.add(90, majorMm: 0, minorMm: 0, atUsec: 1_050_000)
        // 2 s without a report: 90 is what the finger is.
        #expect(abs(correction.add(91, majorMm: 0, minorMm: 0, atUsec: 3_050_000) - 60 * 91 / 90) < 1.5)
    }

    @Test("A finger that rolls flat grows in length alone, and does not press")
    func posture() {
        let rolling = (0..<200).map { 1 + min(1, max(0, Float($0 - 60) / 40)) * 0.6 }
        let reference = PressureCorrection.Reference(restingPressure: 60, restingAspect: 0.8)
        let flat = corrected(
            rolling.map { 60 * $0 }, major: rolling.map { 10 * $0 }, minor: Array(repeating: 8, count: 200), reference)
        #expect(abs(flat[199] - 60) < 0.5)
        // Both axes grow: that is pressing.
        let pressed = corrected(
            rolling.map { 60 * $0 }, major: rolling.map { 10 * $0.squareRoot() },
            minor: rolling.map { 8 * $0.squareRoot() }, reference)
        #expect(pressed[199] > 88)
        // Without sizes it cannot tell, and takes the pressure as it is.
        #expect(corrected(rolling.map { 60 * $0 }, reference)[199] > 88)
    }

    @Test(
        "Nothing but numbers comes out of nothing",
        arguments: [
            [0, 0, 0, 0], [Float](repeating: 0, count: 60), [Float](repeating: 0, count: 40) + [5, 50, 500],
        ] as [[Float]])
    func zeros(raw: [Float]) {
        #expect(corrected(raw).allSatisfy { $0.isFinite && $0 >= 0 })
    }

    @Test("A touch that began before the calibration did counts from the first report seen")
    func unseen() {
        var correction = PressureCorrection(Self.reference)
        #expect(correction.add(200, majorMm: 0, minorMm: 0, atUsec: 9_000_000) == 60)
    }

    // MARK: In the recogniser

    static let pad = PadDescription.test(pressure: Axis(minimum: 0, maximum: 255))
    static let calibration = Calibration(
        zeroPressure: 0, clickPressure: 70, hint: 1.08, peek: 1.2, pop: 1.5, gesturesEnabled: true, restingPressure: 60)

    private func phases(_ calibration: Calibration?, rest: Float, pressed: Float) -> [PressPhase] {
        var recogniser = Recogniser(Self.pad, calibration: calibration)
        var phases: [PressPhase] = []
        for index in 0..<300 {
            var frame = Frame(timeUsec: UInt64(index) * 10_000 + 1_000_000)
            let share = min(1, max(0, Float(index - 80) / 25))
            if index < 250 {
                frame.add(Contact(x: 50, y: 30, pressure: Int32(rest + (pressed - rest) * share)))
            }
            recogniser.feed(frame) { if $0.phase != .changed { phases.append($0.phase) } }
        }
        return phases
    }

    @Test("A calibrated pad of contact size: presses are seen, whatever the finger's size; without, nothing is")
    func recognised() {
        for rest in [40, 60, 85] as [Float] {
            #expect(phases(Self.calibration, rest: rest, pressed: rest * 2) == [.began, .peeked, .popped, .ended])
            #expect(phases(Self.calibration, rest: rest, pressed: rest * 1.05) == [])
            #expect(phases(nil, rest: rest, pressed: rest * 2) == [])
        }
        // By size alone the large finger would peek without pressing.
        #expect(phases(Self.calibration, rest: 110, pressed: 112) == [])
    }
}
