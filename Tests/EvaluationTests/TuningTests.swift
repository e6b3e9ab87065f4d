import ForceModel
import Recognition
import Testing

@testable import Evaluation

/// The numbers of `Tuning` hold these: each was chosen on the people for tuning, and who moves one by a tenth in the wrong
/// direction sees it here. Seeded, so the same on every machine; the whole evaluation is `make eval`.
@Suite struct TuningTests {
    /// Some people do something on some pads, at the settings of a new installation.
    static func run(
        _ script: UseScript, people: [Int], pads: [PadModel], weight: HandWeight? = nil
    ) async -> Tally {
        var scenarios: [Scenario] = []
        for pad in pads {
            for number in people {
                let user = Population.user(.tuning, number, weight: weight)
                scenarios.append(Scenario(.main, user: user, pad: pad, script: script, take: 7))
            }
        }
        var tally = Tally()
        for outcome in await Workers.map(scenarios, atOnce: 2, { $0.run() }) { tally.add(outcome[.peekPop]) }
        return tally
    }

    @Test func pressesAreMadeAtOnce() async {
        let presses: [Intent.Kind] = [.peek, .quickPeek, .pop, .quickPop, .peekThenPop, .peekSlide]
        let tally = await TuningTests.run(
            .exactly(presses), people: Array(0..<12), pads: [.redrix, .goodix, .synapticsCE37], weight: .average)
        #expect(tally.peek.missed == 0)
        #expect(tally.pop.missed == 0)
        #expect(tally.unwantedPop.made <= 1)
        #expect((tally.peekDelay.share(withinReports: 1) ?? 0) >= 0.9)
        #expect(tally.stuck.made == 0 && tally.late.made == 0 && tally.doubled.made == 0)
    }

    /// Heavy hands' clicks and drags go beyond the peek again and again.
    @Test func heavyHandsClickWithoutPeeks() async {
        let clicks = [Intent.Kind](repeating: .firmClick, count: 12) + [Intent.Kind](repeating: .drag, count: 6)
        let tally = await TuningTests.run(
            .exactly(clicks), people: Array(0..<10), pads: [.redrix, .magicTrackpad2], weight: .heavy)
        #expect(tally.ordinaryTouches == 360)
        #expect(tally.falsePeeks <= 2)
    }

    @Test func doubleClicksAndHeldOnesDoNotPeek() async {
        let clicks: [Intent.Kind] = [
            .doubleClick, .longClick, .doubleTap, .tap, .click, .restingThumb, .scroll, .swipe,
        ]
        let tally = await TuningTests.run(
            .exactly(clicks + clicks), people: Array(0..<8), pads: [.redrix, .surface], weight: .average)
        #expect(tally.falsePeeks == 0)
    }

    @Test func clickLevelIsLearnedWithinThreePerCent() async {
        // On the slowest pad a stroke rises by half a click from report to report.
        let clicks = UseScript.exactly([Intent.Kind](repeating: .click, count: 15))
        var ratios: [Float] = []
        for number in 0..<9 {
            let trace = LabelledTrace.make(Population.user(.tuning, number), on: .magicTrackpad2, clicks)
            if let ratio = learnedRatio(trace) { ratios.append(ratio) }
        }
        #expect(ratios.count == 9)
        #expect(abs(ratios.sorted()[4] - 1) < 0.03)
        #expect(ratios.allSatisfy { abs($0 - 1) < 0.08 })
    }

    @Test func areaPadsNeverPeekUncalibrated() async {
        let tally = await TuningTests.run(.deliberate(rounds: 1), people: [0, 1], pads: PadModel.areaPads)
        #expect(tally.peek.made == 0 && tally.betweenFalsePeeks == 0)
    }
}
