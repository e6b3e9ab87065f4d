import Testing

@testable import Recognition

/// User calibration, hardware database, learned clicks, the class's default: who is believed, and that they never fight.
@Suite struct TrustTests {
    private func pad(click: Float? = nil) -> PadDescription {
        var pad = PadDescription.test(pressure: Axis(minimum: 0, maximum: 2000))
        pad.isPressurePad = true
        pad.knowledge.clickPressure = click
        return pad
    }

    /// Clicks of the pad's button at a raw pressure, a second apart.
    private func click(_ recogniser: inout Recogniser, at raw: Int32, times: Int = 15) {
        var now = recogniser.nowUsec + 1_000_000
        for _ in 0..<times {
            // The level lies in the middle between the two reports around it: 700 is 690 and 710.
            for (pressure, down) in [(raw / 2, false), (raw - 10, false), (raw + 10, true), (raw / 2, false)] {
                recogniser.feed(
                    Frame(
                        timeUsec: now, contacts: [Contact(x: 50, y: 30, pressure: pressure)],
                        buttons: down ? .left : [])
                ) { _ in }
                now += 20_000
            }
            recogniser.feed(Frame(timeUsec: now)) { _ in }
            now += 900_000
        }
    }

    @Test(
        "The order",
        arguments: [
            (300, 400, 500, 300, ScaleSource.calibration), (nil, 400, 500, 400, .hardwareDatabase),
            (nil, nil, 500, 500, .learnedClicks), (nil, nil, nil, 600, .classDefault),
        ] as [(Float?, Float?, Float?, Float, ScaleSource)])
    func order(calibrated: Float?, known: Float?, learned: Float?, click: Float, source: ScaleSource) {
        let recogniser = Recogniser(
            pad(click: known), calibration: Calibration(clickPressure: calibrated),
            learned: learned.map { LearnedClick(pressure: $0, clicks: 15) })
        #expect(recogniser.scale?.click == click)
        #expect(recogniser.scale?.source == source)
    }

    @Test("Clicks that drift after a calibration are learned, and change nothing while it stands")
    func drift() {
        let calibration = Calibration(clickPressure: 400, hint: 1.3, peek: 1.6, pop: 2.5)
        var recogniser = Recogniser(pad(), calibration: calibration)
        let revision = recogniser.revision
        click(&recogniser, at: 700)
        #expect(abs((recogniser.learnedClick?.pressure ?? 0) - 700) < 1)
        #expect(recogniser.scale?.click == 400)
        #expect(recogniser.scale?.source == .calibration)
        #expect(recogniser.revision == revision)
        guard case .on(let levels) = recogniser.levels else { return #expect(Bool(false)) }
        #expect(levels.peek.down == 1.6)
        // Once it is gone, what was learned meanwhile holds.
        recogniser.apply(RecognitionSettings(), calibration: nil)
        #expect(abs((recogniser.scale?.click ?? 0) - 700) < 1)
        #expect(recogniser.scale?.source == .learnedClicks)
        // And back.
        recogniser.apply(RecognitionSettings(), calibration: calibration)
        #expect(recogniser.scale?.click == 400)
    }

    @Test("What was learned can be forgotten, also in a press, and presses and events are counted on")
    func forgetting() {
        var trace = Trace(learned: LearnedClick(pressure: 900, clicks: 15))
        trace.unitsPerClick = 900
        trace.land()
        trace.ramp(0.3, 2.2, ms: 300)
        let counted = trace.recogniser.sequence
        #expect(trace.recogniser.state == .peeked)
        trace.recogniser.forgetLearned()
        #expect(trace.recogniser.learnedClick == nil)
        // The press in flight goes on, and its levels stay.
        #expect(trace.recogniser.scale?.click == 900 && trace.recogniser.state == .peeked)
        trace.hold(2.2, ms: 100)
        trace.ramp(2.2, 0.3, ms: 100)
        trace.lift()
        #expect(trace.recogniser.scale?.source != .learnedClicks && trace.recogniser.scale?.click == 800)
        #expect(trace.recogniser.revision == 1)
        let ends = trace.events.filter { $0.phase == .cancelled }
        #expect(ends.map(\.reason) == [.released])
        #expect(trace.recogniser.sequence > counted)
        #expect(trace.events.map(\.sequence) == Array(1...trace.recogniser.sequence))
        trace.land()
        trace.ramp(0.3, 2.2, ms: 300)
        #expect(trace.events.last?.press == 2)
    }

    @Test("A calibration without a click pressure keeps its levels, and leaves the click to those after it")
    func withoutClick() {
        var recogniser = Recogniser(pad(), calibration: Calibration(hint: 1.3, peek: 1.6, pop: 2.5))
        #expect(recogniser.scale?.source == .classDefault)
        click(&recogniser, at: 500)
        #expect(abs((recogniser.scale?.click ?? 0) - 500) < 1)
        #expect(recogniser.scale?.source == .learnedClicks)
        guard case .on(let levels) = recogniser.levels else { return #expect(Bool(false)) }
        #expect(levels.hint.down == 1.3 && levels.peek.down == 1.6 && levels.pop.down == 2.5)
    }

    @Test("A calibrated click beyond the pad's range is not believed")
    func implausible() {
        let recogniser = Recogniser(
            pad(), calibration: Calibration(clickPressure: 2500), learned: LearnedClick(pressure: 500, clicks: 15))
        #expect(recogniser.scale?.source == .learnedClicks)
    }

    @Test("A calibrated zero stands; without one it is followed, and the calibrated click with it stays where it is")
    func zero() {
        for (calibration, expected) in [
            (Calibration(zeroPressure: 50, clickPressure: 400), 50), (Calibration(clickPressure: 400), 120),
        ] as [(Calibration, Float)] {
            var recogniser = Recogniser(pad(), calibration: calibration)
            var frame = Frame(timeUsec: 1_000_000)
            frame.restPressure = 120
            recogniser.feed(frame) { _ in }
            #expect(recogniser.scale?.zero == expected)
            #expect(recogniser.scale?.click == 400)
        }
    }

    @Test("Light and firm stretch what lies above the click, and never push a level into the clicks")
    func sensitivity() {
        let calibration = Calibration(clickPressure: 400, hint: 1.1, peek: 1.2, pop: 1.6)
        for (sensitivity, peek) in [(Sensitivity.light, 1.17), (.medium, 1.2), (.firm, 1.25)] as [(Sensitivity, Float)]
        {
            guard
                case .on(let levels) = Recogniser(
                    pad(), settings: RecognitionSettings(sensitivity: sensitivity), calibration: calibration
                ).levels
            else { return #expect(Bool(false)) }
            #expect(abs(levels.peek.down - peek) < 1e-4)
            #expect(levels.areOrdered && levels.hint.down > 1)
        }
    }
}
