import ForceModel
import Recognition
import Testing

@testable import Calibrating

/// People and pads of the force model.
@Suite struct ModelTests {
    /// Levels in the pad's own true clicks, as somebody sees them who watches the progress.
    private func seen(_ calibration: Calibration, on pad: PadModel) throws -> Levels {
        let factor = try #require(calibration.clickPressure) / Float(try #require(pad.clickUnits))
        return Levels(
            hint: try #require(calibration.hint) * factor, peek: try #require(calibration.peek) * factor,
            pop: try #require(calibration.pop) * factor)
    }

    @Test("Five presses of a weak hand on a Goodix pad: its peeks are seen", arguments: [1, 3, 5])
    func weakHand(number: Int) throws {
        let hands = ModelHands(user: Population.user(.tuning, number, weight: .weak), model: .goodix)
        let gathered = try #require(hands.gather(ModelHands.calibration(presses: 5)))
        #expect(gathered.presses.count == 5)
        let fit = try #require(CalibrationFitter.fit(gathered).fit)
        let levels = try seen(fit.calibration, on: .goodix)
        let peeks = hands.count(
            Array(repeating: .peek, count: 100), calibration: fit.calibration, aim: .seen(levels), take: 77)
        #expect(peeks.peeked >= 99)
        // Without a calibration this hand does not reach the usual levels.
        let before = hands.count(Array(repeating: .hardPress, count: 40), calibration: nil, aim: .ownStrength, take: 78)
        let after = hands.count(
            Array(repeating: .hardPress, count: 40), calibration: fit.calibration, aim: .ownStrength, take: 78)
        #expect(after.peeked >= 37)
        #expect(after.popped > before.popped)
        let clicks = hands.count(
            Array(repeating: .click, count: 60), calibration: fit.calibration, aim: .ownStrength, take: 80)
        #expect(clicks.peeked <= 2)
    }

    @Test(
        "Pads that measure contact size are refused, with the figure",
        arguments: [
            PadModel.synapticsRMI4, .cyapa, .atmel,
        ])
    func areaPads(pad: PadModel) throws {
        for number in 0..<2 {
            let hands = ModelHands(user: Population.user(.tuning, number), model: pad)
            let gathered = try #require(hands.gather(ModelHands.calibration(presses: 8, hardPresses: 8, touches: 16)))
            #expect(gathered.pad.padClass == .area)
            let refusal = try #require(CalibrationFitter.fit(gathered).refusal)
            #expect(refusal.reason.contains("cannot tell"))
            #expect(try #require(refusal.figures).separation < 0.995)
        }
    }

    @Test("Found by content, the stages are the ones that were made")
    func foundByContent() throws {
        let hands = ModelHands(user: Population.user(.tuning, 3, weight: .average), model: .redrix)
        let reports = hands.play(ModelHands.calibration().flatMap { $0 }, take: 4)
        let pad = try #require(CalibrationPad(reports.description))
        let gathered = StageFinder.gather(reports.samples, pad: pad)
        #expect(gathered.touches.count == 8)
        #expect(gathered.clicks.count == 8)
        #expect(gathered.presses.count == 6)
        #expect(gathered.hardPresses.count == 5)
        #expect(CalibrationFitter.fit(gathered).fit != nil)
    }
}
