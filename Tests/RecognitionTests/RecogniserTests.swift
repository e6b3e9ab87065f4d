import Recognition
import Testing

@Suite struct RecogniserTests {
    @Test func pressGoesThroughItsPhases() {
        var trace = Trace()
        trace.land()
        trace.ramp(0.3, 3.2, ms: 300)
        trace.hold(3.2, ms: 100)
        trace.ramp(3.2, 0.2, ms: 80)
        trace.lift()
        #expect(trace.story == ["began", "peeked", "popped", "ended"])
        #expect(trace.events.map(\.sequence) == Array(1...UInt64(trace.events.count)))
        #expect(trace.events.allSatisfy { $0.press == 1 && $0.fingers == 1 })
    }

    @Test func progressRisesToOneAndStays() {
        var trace = Trace()
        trace.land()
        trace.ramp(0.3, 2.2, ms: 400)
        trace.hold(2.2, ms: 300)
        let peek = trace.events.firstIndex { $0.phase == .peeked }!
        #expect(trace.events[..<peek].allSatisfy { $0.preview < 1 && $0.commit == 0 })
        #expect(trace.events[..<peek].map(\.preview) == trace.events[..<peek].map(\.preview).sorted())
        #expect(trace.events[peek...].allSatisfy { $0.preview == 1 })
        // 2.2 lies 35 % of the way from 1.85 to 2.85.
        #expect(abs(trace.events.last!.commit - 0.35) < 0.02)
    }

    @Test func eventsCarryForceAndPlace() {
        var trace = Trace()
        trace.land()
        trace.ramp(0.3, 2, ms: 300)
        let event = trace.events.last!
        #expect(event.clicks == 2 && event.grams == 400 && event.raw == 1600)
        #expect(event.x == 0.5 && event.y == 0.5)
    }

    @Test func peekWithoutPopIsReleased() {
        var trace = Trace()
        trace.land()
        trace.ramp(0.3, 2, ms: 200)
        trace.lift()
        #expect(trace.story == ["began", "peeked", "cancelled(released)"])
    }

    @Test(
        arguments: [
            (1.39, [String]()), (1.41, ["began"]), (1.84, ["began"]), (1.86, ["began", "peeked"]),
            (2.84, ["began", "peeked"]), (2.86, ["began", "peeked", "popped"]),
        ] as [(Float, [String])])
    func levels(level: Float, story: [String]) {
        var trace = Trace()
        trace.land(1, ms: 400)
        trace.ramp(1, level, ms: 300)
        trace.hold(level, ms: 100)
        #expect(trace.story == story)
    }

    @Test func decisionComesWithTheReportThatShowsIt() {
        var trace = Trace()
        trace.land(1, ms: 400)
        for (below, above, phase) in [(1.35, 1.42, "began"), (1.8, 1.87, "peeked"), (2.75, 2.9, "popped")]
            as [(Float, Float, String)]
        {
            trace.ramp(max(1, below - 0.3), below, ms: 160)
            #expect(trace.story.last != phase)
            trace.report(above)
            #expect(trace.story.last == phase)
        }
    }

    /// From further below it could be a spike: the next report has to say the same.
    @Test func jumpWantsASecondReport() {
        var trace = Trace()
        trace.land(1, ms: 400)
        trace.report(1.45)
        #expect(trace.story == [])
        trace.hold(1.45, ms: 300)
        #expect(trace.story == ["began"])
    }

    @Test func silentHoldCountsAsRepeated() {
        var trace = Trace()
        trace.land(1, ms: 200)
        trace.ramp(0.75, 1.1, ms: 120)
        trace.report(1.45)
        #expect(trace.story == [])
        trace.silence(ms: 15)
        #expect(trace.story == ["began"])
    }

    @Test func progressCatchesUpInSilence() {
        var trace = Trace()
        trace.land()
        trace.ramp(0.3, 1.6, ms: 200)
        trace.silence(ms: 2_000)
        // 1.6 lies 44 % of the way from 1.4 to 1.85.
        #expect(abs(trace.events.last!.preview - 0.444) < 0.02)
        let deadline = trace.recogniser.deadlineUsec!
        #expect(deadline > trace.timeUsec + 50_000_000, "a settled hold wakes nobody until it times out")
    }

    @Test func oneSpikeDecidesNothing() {
        var trace = Trace()
        trace.land(0.5, ms: 400)
        trace.report(3.9)
        trace.hold(0.5, ms: 200)
        #expect(trace.story == [])
    }

    // MARK: Taps and clicks

    @Test(arguments: [0.4, 0.9, 1.6, 2.4, 3.5] as [Float])
    func tapIsNoPress(peak: Float) {
        var trace = Trace()
        for _ in 0..<3 {
            trace.ramp(0.1, peak, ms: 32)
            trace.ramp(peak, 0.1, ms: 40)
            trace.lift()
            trace.silence(ms: 120)
        }
        #expect(trace.story == [])
    }

    @Test(arguments: [1.1, 1.4, 1.7, 2.2] as [Float])
    func clickFromARestingFingerIsNoPeek(peak: Float) {
        var trace = Trace()
        trace.land(0.3, ms: 500)
        for _ in 0..<2 {
            trace.ramp(0.3, 1, ms: 16)
            trace.buttons = .left
            trace.ramp(1, peak, ms: 16)
            trace.ramp(peak, 0.7, ms: 48)
            trace.buttons = []
            trace.ramp(0.7, 0.3, ms: 24)
            trace.hold(0.3, ms: 100)
        }
        #expect(!trace.story.contains("peeked"))
    }

    @Test func fastDeliberatePressStillPeeks() {
        var trace = Trace()
        trace.ramp(0, 3, ms: 48)
        trace.hold(3, ms: 260)
        trace.lift()
        #expect(trace.story == ["began", "peeked", "popped", "ended"])
    }

    /// The upper half of a click's rise takes 13 ms, of a press's 70 ms.
    @Test(arguments: [(32, true), (48, true), (80, false), (120, false), (160, false)] as [(UInt64, Bool)])
    func onlyStrokesWait(riseMs: UInt64, waits: Bool) {
        var trace = Trace()
        trace.land(0.3, ms: 400)
        trace.ramp(0.3, 2.2, ms: riseMs)
        trace.hold(2.2, ms: 24)
        #expect(trace.story.contains("peeked") != waits)
        trace.hold(2.2, ms: 260)
        #expect(trace.story == ["began", "peeked"])
    }

    /// The plateau of a firm click rises by some per cent while it is held.
    @Test func heldClickThatWandersIsNoPeek() {
        var trace = Trace()
        trace.land(0.3, ms: 400)
        trace.ramp(0.3, 1.75, ms: 32)
        trace.ramp(1.75, 2.05, ms: 136)
        trace.ramp(2.05, 0.3, ms: 48)
        #expect(trace.story == [])
    }

    /// A press that begins like a stroke and goes on.
    @Test func fastPressThatGoesOnIsDecidedAtThePop() {
        var trace = Trace()
        trace.land(0.3, ms: 400)
        trace.ramp(0.3, 1.9, ms: 56)
        trace.ramp(1.9, 3.4, ms: 88)
        #expect(trace.story == ["began", "peeked", "popped"])
    }

    // MARK: Hysteresis and release

    @Test func releaseFollowsThePeak() {
        var trace = Trace()
        trace.land()
        trace.ramp(0.3, 2.6, ms: 300)
        // Half the peak is 1.3: above it the preview stands.
        trace.ramp(2.6, 1.32, ms: 100)
        trace.hold(1.32, ms: 50)
        #expect(trace.story == ["began", "peeked"])
        trace.hold(1.28, ms: 50)
        #expect(trace.story == ["began", "peeked", "cancelled(released)"])
    }

    @Test func popIsHeldAboveItsLowerSide() {
        var trace = Trace()
        trace.land()
        trace.ramp(0.3, 4.6, ms: 400)
        trace.ramp(4.6, 2.32, ms: 100)
        #expect(trace.story == ["began", "peeked", "popped"])
        trace.hold(2.15, ms: 30)
        #expect(trace.story == ["began", "peeked", "popped", "ended"])
    }

    @Test func pumpingWithoutLiftingNeedsMoreForce() {
        var trace = Trace()
        trace.land()
        trace.ramp(0.3, 3, ms: 300)
        trace.ramp(3, 1.4, ms: 100)
        trace.hold(1.4, ms: 100)
        #expect(trace.story == ["began", "peeked", "popped", "ended"])
        // 1.2 × 1.4 = 1.68 begins the next; the hint alone would be 1.4.
        trace.ramp(1.4, 1.6, ms: 100)
        #expect(trace.story.count == 4)
        trace.ramp(1.6, 1.72, ms: 60)
        trace.hold(1.72, ms: 30)
        #expect(trace.story.count == 5 && trace.events.last!.press == 2)
    }

    @Test func wobbleAtALevelDecidesOnce() {
        var trace = Trace()
        trace.land()
        trace.ramp(0.3, 1.85, ms: 300)
        for index in 0..<200 { trace.report(index % 3 == 0 ? 1.8 : 1.9) }
        trace.lift()
        #expect(trace.story == ["began", "peeked", "cancelled(released)"])
    }

    // MARK: Cancels

    @Test(arguments: PressState.allCases.filter(\.isPress))
    func secondFingerCancels(state: PressState) {
        var trace = Trace.pressing(to: state)
        trace.others = [Contact(slot: 1, trackingID: 9, x: 70, y: 30, pressure: 100)]
        trace.report(trace.force(of: state))
        #expect(trace.story.last == "cancelled(fingers)")
        #expect(trace.events.last!.fingers == 1, "the event tells of the press, not of the newcomer")
        trace.others = []
        trace.ramp(0.3, 3, ms: 300)
        #expect(trace.story.last == "cancelled(fingers)", "the touch is spent until it lifts")
        trace.lift()
        trace.land()
        trace.ramp(0.3, 2, ms: 300)
        #expect(trace.story.last == "peeked")
    }

    @Test func movementBeforeThePeekCancels() {
        var trace = Trace.pressing(to: .hinted)
        trace.slide(dx: 6, clicks: 1.5, ms: 60)
        #expect(trace.story == ["began", "cancelled(moved)"])
        trace.hold(1.5, ms: 200)
        #expect(trace.story.count == 2, "no new press before the force has been below the hint")
        trace.hold(0.8, ms: 100)
        trace.ramp(0.8, 1.9, ms: 200)
        #expect(trace.story.suffix(2) == ["began", "peeked"])
    }

    @Test func dragIsNoPressForThatTouch() {
        var trace = Trace()
        trace.land()
        trace.buttons = .left
        trace.ramp(0.3, 1.2, ms: 100)
        trace.slide(dx: 8, clicks: 1.2, ms: 100)
        trace.hold(1.2, ms: 200)
        trace.ramp(1.2, 3, ms: 300)
        #expect(trace.story == [])
        trace.buttons = []
        trace.hold(0.3, ms: 100)
        trace.ramp(0.3, 3, ms: 300)
        #expect(trace.story == [], "once a drag began, peek is off for that touch")
    }

    @Test func dragCancelsABegunPress() {
        var trace = Trace.pressing(to: .hinted)
        trace.buttons = .left
        trace.slide(dx: 6, clicks: 1.5, ms: 60)
        #expect(trace.story == ["began", "cancelled(drag)"])
    }

    @Test func afterThePeekTheFingerMayMove() {
        var trace = Trace.pressing(to: .peeked)
        trace.slide(dx: 3, dy: -20, clicks: 2, ms: 200)
        #expect(trace.story == ["began", "peeked"])
        #expect(abs(trace.events.last!.translationX - 3) < 0.01)
        #expect(abs(trace.events.last!.translationY + 20) < 0.01)
    }

    @Test(arguments: [Motion.scroll, .swipe, .pinch])
    func gestureCancelsOnlyBeforeThePeek(motion: Motion) {
        var hinted = Trace.pressing(to: .hinted)
        hinted.motion = motion
        hinted.report(1.5)
        #expect(hinted.story == ["began", "cancelled(gesture)"])
        var peeked = Trace.pressing(to: .peeked)
        peeked.motion = motion
        peeked.report(2)
        #expect(peeked.story == ["began", "peeked"])
    }

    @Test(arguments: PressState.allCases.filter(\.isPress))
    func palmCancels(state: PressState) {
        var trace = Trace.pressing(to: state)
        trace.contact.tool = .palm
        trace.report(trace.force(of: state))
        #expect(trace.story.last == "cancelled(palm)")
    }

    @Test func pressedFingerThatGrowsIsNoPalm() {
        var trace = Trace.pressing(to: .hinted)
        trace.contact.major = 30
        trace.ramp(1.5, 2, ms: 100)
        #expect(trace.story == ["began", "peeked"])
    }

    @Test func largeContactIsAPalm() {
        var trace = Trace()
        trace.contact.major = 30
        trace.land()
        trace.ramp(0.3, 3, ms: 300)
        #expect(trace.story == [])
    }

    @Test func edgeContactIsAPalmUntilItLeavesTheEdge() {
        var trace = Trace()
        trace.contact.x = 2
        trace.land()
        trace.ramp(0.3, 2, ms: 300)
        #expect(trace.story == [])
        trace.hold(0.3, ms: 100)
        trace.slide(dx: 20, clicks: 0.3, ms: 200)
        trace.hold(0.3, ms: 200)
        trace.ramp(0.3, 2, ms: 300)
        #expect(trace.story == ["began", "peeked"])
    }

    @Test func interruptionsGiveTheirReason() {
        let table: [(PressInput, String)] = [
            (.gone, "cancelled(gone)"), (.suspend, "cancelled(suspended)"),
            (.shutdown, "cancelled(shutdown)"),
        ]
        for (input, story) in table {
            for state in PressState.allCases where state.isPress {
                var trace = Trace.pressing(to: state)
                trace.recogniser.interrupt(input) { trace.events.append(copy $0) }
                #expect(trace.story.last == story)
                trace.recogniser.interrupt(input) { trace.events.append(copy $0) }
                #expect(trace.story.count { $0.hasPrefix("cancelled") } == 1)
            }
        }
    }

    @Test func silenceForAMinuteEndsAPress() {
        var trace = Trace.pressing(to: .peeked)
        trace.silence(ms: 59_000)
        #expect(trace.story.last == "peeked")
        trace.silence(ms: 2_000)
        #expect(trace.story.last == "cancelled(timeout)")
    }

    @Test func sleepCancels() {
        var trace = Trace.pressing(to: .peeked)
        trace.report(2, continuity: .resumed)
        #expect(trace.story.last == "cancelled(suspended)")
    }

    // MARK: Lost events

    @Test func sameContactAfterLossGoesOn() {
        var trace = Trace.pressing(to: .peeked)
        trace.report(2, continuity: .resynchronised)
        #expect(trace.story.last == "peeked")
    }

    @Test func otherContactAfterLossCancels() {
        var trace = Trace.pressing(to: .peeked)
        trace.contact.trackingID += 1
        trace.report(2, continuity: .resynchronised)
        #expect(trace.story.last == "cancelled(dropped)")
    }

    @Test func liftedContactAfterLossCancels() {
        for state in PressState.allCases where state.isPress {
            var trace = Trace.pressing(to: state)
            trace.report(nil, continuity: .resynchronised)
            #expect(trace.story.last == "cancelled(dropped)")
        }
    }

    // MARK: Thumbs and more fingers

    @Test func restingThumbDoesNotCancel() {
        var trace = Trace.pressing(to: .hinted)
        trace.others = [Contact(slot: 1, trackingID: 9, x: 30, y: 55, pressure: 100)]
        trace.ramp(1.5, 2, ms: 100)
        #expect(trace.story == ["began", "peeked"])
        #expect(trace.events.last!.fingers == 1 && trace.events.last!.raw == 1600)
    }

    @Test(arguments: ["moving", "heavy", "high"])
    func otherSecondFingersDoCancel(why: String) {
        var trace = Trace.pressing(to: .hinted)
        trace.others = [
            Contact(slot: 1, trackingID: 9, x: 30, y: why == "high" ? 30 : 55, pressure: why == "heavy" ? 600 : 100)
        ]
        trace.report(1.5)
        if why == "moving" { trace.others[0].y = 51 }
        trace.report(1.5)
        #expect(trace.story == ["began", "cancelled(fingers)"])
    }

    @Test func thumbFirstThenFinger() {
        var trace = Trace()
        trace.others = [Contact(slot: 5, trackingID: 90, x: 30, y: 55, pressure: 80)]
        for _ in 0..<20 { trace.report(nil) }
        trace.land()
        trace.ramp(0.3, 2, ms: 300)
        #expect(trace.story == ["began", "peeked"])
    }

    @Test func twoFingersPressWhereTheyMay() {
        var trace = Trace(settings: RecognitionSettings(fingers: 2))
        trace.others = [Contact(slot: 1, trackingID: 9, x: 70, y: 30, pressure: 200)]
        trace.land(0.2)
        trace.ramp(0.2, 1.8, ms: 300)
        #expect(trace.story == ["began", "peeked"])
        #expect(trace.events.last!.fingers == 2 && trace.events.last!.raw == 1640)
        trace.others = []
        trace.report(1.8)
        #expect(trace.story.last == "cancelled(fingers)")
    }

    @Test(arguments: [(ForceSharing.perContact, 1600), (.shared, 1600), (.wholePad, 800)] as [(ForceSharing, Int32)])
    func sharedForceIsAddedUp(sharing: ForceSharing, raw: Int32) {
        var trace = Trace(
            .test(knowledge: HardwareKnowledge(sharing: sharing)), settings: RecognitionSettings(fingers: 2))
        trace.others = [Contact(slot: 1, trackingID: 9, x: 70, y: 30, pressure: 800)]
        trace.report(1)
        #expect(trace.recogniser.sample.raw == Float(raw))
    }

    // MARK: Drift

    @Test func padStuckHighNeverPeeks() {
        var trace = Trace()
        for _ in 0..<5 {
            trace.hold(3.5, ms: 3_000)
            trace.lift()
        }
        #expect(trace.story == [])
    }

    @Test func creepingSensorNeverPeeks() {
        var trace = Trace()
        trace.land()
        trace.ramp(0.3, 1.1, ms: 1_000)
        trace.ramp(1.1, 3.5, ms: 120_000)
        #expect(trace.story == [])
    }

    @Test func driftedZeroIsFollowed() {
        var trace = Trace()
        // The pad has drifted by 0.3 clicks: nothing is ever reported below 240.
        for _ in 0..<16 {
            trace.ramp(0.3, 0.6, ms: 100)
            trace.ramp(0.6, 0.3, ms: 100)
            trace.lift()
        }
        // 0.3 less the deadband of 0.1: the zero is at 160 now.
        #expect(abs(trace.recogniser.scale!.zero - 160) < 1)
    }

    @Test func restPressureIsTheZero() {
        var trace = Trace()
        var frame = Frame(timeUsec: 1_000)
        frame.restPressure = 200
        trace.recogniser.feed(frame) { _ in }
        #expect(trace.recogniser.scale!.zero == 200)
        frame.timeUsec += 8_000
        frame.restPressure = 3_000
        trace.recogniser.feed(frame) { _ in }
        #expect(trace.recogniser.scale!.zero == 400, "never above half a click: that is no drift")
    }

    // MARK: Bad input

    @Test func timeRunningBackwardsStandsStill() {
        var trace = Trace.pressing(to: .hinted)
        let time = trace.timeUsec
        trace.timeUsec = 5
        trace.report(2)
        #expect(trace.events.allSatisfy { $0.timeUsec <= time })
        trace.timeUsec = time
        trace.lift()
        #expect(trace.story.last == "cancelled(released)")
    }

    @Test func hugeGapsEndWhatWasInFlight() {
        var trace = Trace.pressing(to: .peeked)
        trace.timeUsec += 1_000_000_000 * 1_000_000
        trace.report(2)
        #expect(trace.story.last == "cancelled(timeout)")
    }

    @Test(arguments: [Int32.min, -1, 4_001, Int32.max])
    func valuesOutsideTheRangeCountAsItsEnds(raw: Int32) {
        var trace = Trace()
        trace.land()
        trace.contact.pressure = raw
        for _ in 0..<40 {
            trace.timeUsec += 8_000
            trace.recogniser.feed(Frame(timeUsec: trace.timeUsec, contacts: [trace.contact])) {
                trace.events.append(copy $0)
            }
        }
        #expect(trace.events.allSatisfy { (0...5).contains($0.clicks) })
        #expect(trace.story == (raw > 4_000 ? ["began", "peeked", "popped"] : []))
    }
}

extension Trace {
    func force(of state: PressState) -> Float {
        switch state {
        case .hinted: 1.5
        case .peeked: 2
        case .popped: 3
        default: 0.3
        }
    }

    /// A finger that has pressed as far as `state`.
    static func pressing(to state: PressState) -> Trace {
        var trace = Trace()
        trace.land()
        trace.ramp(0.3, trace.force(of: state), ms: 300)
        trace.hold(trace.force(of: state), ms: 16)
        precondition(trace.recogniser.state == state)
        return trace
    }
}
