import Recognition
import Testing

@Suite struct ClassificationTests {
    @Test func everyKindOfPadHasItsClassAndReason() {
        let area = Axis(minimum: 0, maximum: 255)
        let table: [(PadDescription, PadClass, String)] = [
            (.test(), .grams, "its pressure axis announces 4 units a gram"),
            (
                .test(pressure: Axis(minimum: 0, maximum: 6000, resolution: 1)), .grams,
                "its pressure axis announces 1 unit a gram"
            ),
            (
                .test(pressure: area, isPressurePad: true), .force,
                "the kernel marks it as a pressure pad, without a scale"
            ),
            (
                .test(pressure: area, knowledge: HardwareKnowledge(padClass: .force)), .force,
                "the hardware database knows this model"
            ),
            (
                .test(pressure: area, knowledge: HardwareKnowledge(unitsPerGram: 0.25)), .grams,
                "the hardware database gives its scale"
            ),
            (
                .test(pressure: area), .area,
                "its pressure axis has no force unit and nothing marks a pressure pad: contact size"
            ),
            (.test(pressure: nil), .none, "it announces no pressure axis"),
            (
                .test(pressure: Axis(minimum: 0, maximum: 0)), .none,
                "it announces a broken pressure range (0 to 0)"
            ),
            (
                .test(pressure: Axis(minimum: 9, maximum: 3), isPressurePad: true), .none,
                "it announces a broken pressure range (9 to 3)"
            ),
            (
                .test(
                    pressure: Axis(minimum: 0, maximum: 0),
                    knowledge: HardwareKnowledge(padClass: .force, pressureMaximum: 2000)), .force,
                "the hardware database knows this model"
            ),
            (.test(kind: .other), .none, "it is no touchpad and no touchscreen"),
            (
                .test(kind: .pen), .none,
                "it is a pen: its tip pressure is drawing force, not a press (the libinput source has presses of pens)"
            ),
            (
                .test(pressure: area, kind: .touchscreen), .area,
                "its pressure axis has no force unit and nothing marks a pressure pad: contact size"
            ),
        ]
        for (pad, padClass, reason) in table {
            #expect(pad.classification == Classification(padClass: padClass, reason: reason))
        }
    }

    @Test func gesturesAreOffOnAreaPadsUntilCalibrated() {
        let pad = PadDescription.test(pressure: Axis(minimum: 0, maximum: 4000))
        var trace = Trace(pad)
        trace.land()
        trace.ramp(0.3, 4, ms: 300)
        #expect(trace.story == [])
        guard case .off = trace.recogniser.levels else { return #expect(Bool(false)) }
        var calibrated = Trace(pad, calibration: Calibration(clickPressure: 800, gesturesEnabled: true))
        calibrated.land()
        calibrated.ramp(0.3, 2, ms: 300)
        #expect(calibrated.story == ["began", "peeked"])
        var refused = Trace(calibration: Calibration(gesturesEnabled: false))
        refused.land()
        refused.ramp(0.3, 2, ms: 300)
        #expect(refused.story == [])
    }
}

@Suite struct ForceScaleTests {
    @Test func orderOfTrust() {
        var pad = PadDescription.test(pressure: Axis(minimum: 0, maximum: 1000), isPressurePad: true)
        var calibration: Calibration? = Calibration(clickPressure: 200)
        var learned: LearnedClick? = LearnedClick(pressure: 250, clicks: 15)
        pad.knowledge.clickPressure = 220
        var scale: ForceScale { ForceScale(pad, calibration: calibration, learned: learned)! }
        #expect(scale.click == 200 && scale.source == .calibration)
        calibration = nil
        #expect(scale.click == 220 && scale.source == .hardwareDatabase)
        pad.knowledge.clickPressure = nil
        #expect(scale.click == 250 && scale.source == .learnedClicks)
        learned = nil
        #expect(scale.click == 300 && scale.source == .classDefault)
    }

    @Test(arguments: [-5, 0, 4_000, 9_999, .nan, .infinity] as [Float])
    func implausibleClickLevelsFallThrough(pressure: Float) {
        let scale = ForceScale(.test(), calibration: Calibration(clickPressure: pressure))!
        #expect(scale.click == 800 && scale.source == .classDefault)
    }

    @Test func gramsAndClicks() {
        let scale = ForceScale(.test(), calibration: Calibration(zeroPressure: 100))!
        #expect(scale.click == 900)
        #expect(scale.clicks(900) == 1 && scale.clicks(1_700) == 2 && scale.clicks(50) == 0)
        #expect(scale.grams(900) == 200 && scale.grams(0) == 0)
        #expect(scale.clicks(.grams(350)) == 1.75 && scale.clicks(.clicks(1.6)) == 1.6)
        #expect(scale.topClicks == 4.875)
    }

    @Test func unknownScaleHasNoGrams() {
        let scale = ForceScale(.test(pressure: Axis(minimum: 0, maximum: 253), isPressurePad: true))!
        #expect(scale.grams(100) == nil && scale.clicks(.grams(350)) == nil)
        #expect(abs(scale.click - 75.9) < 0.01)
    }

    @Test func zeroAboveTheClickIsRefused() {
        let scale = ForceScale(
            .test(pressure: Axis(minimum: 0, maximum: 253), isPressurePad: true),
            calibration: Calibration(zeroPressure: 200))!
        #expect(scale.zero == 0 && scale.clicks(75.9) == 1)
    }
}

@Suite struct LevelsTests {
    @Test func defaultsAndSensitivities() {
        #expect(Levels(.medium) == Levels(hint: 1.4, peek: 1.85, pop: 2.85))
        #expect(abs(Levels(.light).peek.down - 1.5725) < 1e-6)
        #expect(abs(Levels(.firm).pop.down - 3.5625) < 1e-6)
    }

    @Test func levelsAreLeftBelowWhereTheyAreReached() {
        for sensitivity in Sensitivity.allCases {
            let levels = Levels(sensitivity)
            for level in [levels.hint, levels.peek, levels.pop] { #expect(level.up < level.down) }
            #expect(levels.hint.up < levels.peek.up && levels.peek.up < levels.pop.up)
        }
    }

    @Test(
        arguments: [
            ("1.6", LevelSetting.clicks(1.6)), ("350g", .grams(350)), ("0.5", .clicks(0.5)), ("1e2g", .grams(100)),
            ("", nil), ("g", nil), ("-1", nil), ("0", nil), ("nan", nil), ("inf", nil), ("1,6", nil), ("350 g", nil),
            ("350kg", nil),
        ] as [(String, LevelSetting?)])
    func settingsAsWritten(text: String, setting: LevelSetting?) {
        #expect(LevelSetting(text) == setting)
    }

    @Test func levelsBendToThePadsRange() {
        // A range that ends at 2 clicks: pop may be 1.84 at most.
        let pad = PadDescription.test(
            pressure: Axis(minimum: 0, maximum: 1600), isPressurePad: true,
            knowledge: HardwareKnowledge(clickPressure: 800))
        guard case .on(let levels) = Recogniser(pad).levels else { return #expect(Bool(false)) }
        #expect(abs(levels.pop.down - 1.84) < 1e-5)
        #expect(abs(levels.peek.down - (1 + 0.84 * 0.85 / 1.85)) < 1e-5)
        #expect(levels.areOrdered && levels.hint.down > 1)
    }

    @Test func aPopOutOfReachLeavesTheOthersAlone() {
        // The range ends at 5 clicks.
        for pop: Float in [5, 50, 1_000] {
            let settings = RecognitionSettings(hint: .clicks(1.35), peek: .clicks(1.75), pop: .clicks(pop))
            guard case .on(let levels) = Recogniser(.test(), settings: settings).levels else {
                return #expect(Bool(false))
            }
            #expect(levels.hint.down == 1.35 && levels.peek.down == 1.75 && abs(levels.pop.down - 4.6) < 1e-5)
        }
    }

    @Test func tooLittleRoomSwitchesGesturesOff() {
        let pad = PadDescription.test(
            pressure: Axis(minimum: 0, maximum: 1200), isPressurePad: true,
            knowledge: HardwareKnowledge(clickPressure: 800))
        #expect(
            Recogniser(pad).levels == .off("its range ends too near its click to tell a press from one"))
    }

    @Test func levelsOutOfOrderSwitchGesturesOff() {
        let settings = RecognitionSettings(hint: .grams(600), peek: .clicks(2))
        guard case .off(let reason) = Recogniser(.test(), settings: settings).levels else {
            return #expect(Bool(false))
        }
        #expect(reason.contains("order"))
    }

    @Test func settingsGoBeforeCalibrationBeforeDefaults() {
        let calibration = Calibration(hint: 1.2, peek: 1.5, pop: 2)
        let settings = RecognitionSettings(sensitivity: .firm)
        guard
            case .on(let levels) = Recogniser(.test(), settings: settings, calibration: calibration).levels
        else { return #expect(Bool(false)) }
        // What lies above the click is stretched: the levels stay between this person's clicks and presses.
        #expect(levels.hint.down == 1.25 && levels.peek.down == 1.625 && levels.pop.down == 2.25)
    }

    @Test(
        arguments: [
            (RecognitionSettings(peek: .clicks(3.7)), 2.8, 3.7, 5.7),
            (RecognitionSettings(hint: .clicks(2.8)), 2.8, 3.7, 5.7),
            (RecognitionSettings(pop: .grams(1140)), 2.8, 3.7, 5.7),
            (RecognitionSettings(hint: .clicks(1), pop: .clicks(2.45)), 1, 1.45, 2.45),
            (RecognitionSettings(sensitivity: .firm, hint: .clicks(1.2), peek: .clicks(1.85)), 1.2, 1.85, 2.85),
        ] as [(RecognitionSettings, Float, Float, Float)])
    func levelsNotSetKeepTheirProportion(settings: RecognitionSettings, hint: Float, peek: Float, pop: Float) {
        let pad = PadDescription.test(pressure: Axis(minimum: 0, maximum: 40_000, resolution: 4))
        guard case .on(let levels) = Recogniser(pad, settings: settings).levels else { return #expect(Bool(false)) }
        #expect(abs(levels.hint.down - hint) < 1e-4)
        #expect(abs(levels.peek.down - peek) < 1e-4)
        #expect(abs(levels.pop.down - pop) < 1e-4)
    }

    @Test func newSettingsWaitForThePressToEnd() {
        var trace = Trace.pressing(to: .hinted)
        trace.recogniser.apply(RecognitionSettings(peek: .clicks(1.4)), calibration: nil)
        trace.hold(1.5, ms: 100)
        #expect(trace.story == ["began"])
        trace.lift()
        trace.land()
        trace.ramp(0.3, 1.5, ms: 300)
        #expect(trace.story.suffix(2) == ["began", "peeked"])
    }
}

@Suite struct ClickLearnerTests {
    /// Strokes are caught at other heights: each says only that the level lies between two reports.
    @Test func whatMostClicksAgreeOn() {
        var learner = ClickLearner()
        for (low, high) in [(40, 78), (60, 110), (68, 120), (72, 100)] as [(Float, Float)] {
            learner.add(from: low, to: high)
            #expect(learner.learned == nil)
        }
        learner.add(from: 200, to: 250)
        let learned = learner.learned!
        #expect((73...77).contains(learned.pressure) && learned.clicks == 5)
        for _ in 0..<15 { learner.add(from: 88, to: 92) }
        #expect(learner.learned.map { (89...91).contains($0.pressure) && $0.clicks == 15 } == true)
    }

    @Test func clicksThatDoNotAgreeTeachNothing() {
        var learner = ClickLearner()
        for pressure: Float in [10, 200, 60, 120, 240, 15] { learner.add(from: pressure * 0.9, to: pressure) }
        #expect(learner.learned == nil)
    }

    /// The report with the button's edge shows up to a third more than the level, a slow pad's even more.
    @Test(arguments: [4_000, 8_000, 11_000] as [UInt64])
    func strokesBetweenReportsTeachTheTrueLevel(intervalUsec: UInt64) {
        var trace = Trace(.test(pressure: Axis(minimum: 0, maximum: 4000), isPressurePad: true))
        trace.intervalUsec = intervalUsec
        // A click at 1.0 on a stroke from 0.3 to 1.4 within 40 ms, reported at another moment each time.
        for click in 0..<12 {
            trace.hold(0.3, ms: 120)
            let phase = Float(click * 5 % 12) / 12
            for step in 0..<Int(44_000 / intervalUsec) {
                let share = (Float(step) + phase) * Float(intervalUsec) / 40_000
                let force = 0.3 + 1.1 * min(share, 1)
                trace.buttons = force >= 1 ? .left : []
                trace.report(force)
            }
            trace.buttons = .left
            trace.report(1.4)
            trace.buttons = []
            trace.report(0.5)
            trace.lift()
            trace.silence(ms: 400)
        }
        let learned = trace.recogniser.learnedClick!
        #expect((776...824).contains(learned.pressure), "\(learned)")
    }

    /// A pad that says nothing below its click shows the level with the click itself.
    @Test func silenceBeforeTheClickIsNoForce() {
        var trace = Trace(.test(pressure: Axis(minimum: 0, maximum: 4000), isPressurePad: true))
        for _ in 0..<6 {
            trace.hold(0, ms: 120)
            trace.buttons = .left
            trace.hold(1, ms: 60)
            trace.buttons = []
            trace.hold(0, ms: 40)
            trace.lift()
            trace.silence(ms: 400)
        }
        #expect(trace.recogniser.learnedClick.map { (640...820).contains($0.pressure) } == true)
    }

    @Test func keptLevelGoesOn() {
        var learner = ClickLearner(LearnedClick(pressure: 80, clicks: 9))
        #expect(learner.learned == LearnedClick(pressure: 80, clicks: 9))
        learner = ClickLearner(LearnedClick(pressure: 80, clicks: 1_000_000))
        #expect(learner.learned?.clicks == ClickLearner.capacity)
        learner = ClickLearner(LearnedClick(pressure: 80, clicks: -1))
        #expect(learner.learned == nil)
    }

    @Test func recogniserLearnsFromSingleFingerClicks() {
        var trace = Trace(.test(pressure: Axis(minimum: 0, maximum: 4000), isPressurePad: true))
        func click(_ trace: inout Trace, at level: Float) {
            trace.ramp(0.1, level, ms: 40)
            trace.buttons = .left
            trace.ramp(level, level + 0.1, ms: 32)
            trace.buttons = []
            trace.ramp(level, 0.1, ms: 40)
            trace.lift()
            trace.silence(ms: 400)
        }
        #expect(trace.recogniser.scale?.source == .classDefault)
        for _ in 0..<5 { click(&trace, at: 0.6) }
        #expect(trace.recogniser.scale?.source == .learnedClicks)
        let learned = trace.recogniser.scale!.click
        #expect((480...520).contains(learned))
        trace.others = [Contact(slot: 1, trackingID: 50, x: 70, y: 30, pressure: 4000)]
        for _ in 0..<15 { click(&trace, at: 2) }
        #expect(trace.recogniser.scale!.click == learned, "two fingers teach nothing")
    }
}
