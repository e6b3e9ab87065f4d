import Recognition
import Testing

@testable import Calibrating

@Suite struct RawScaleTests {
    private func click(_ before: Float, _ at: Float) -> GatheredTouch {
        GatheredTouch(
            startUsec: 0,
            samples: [TouchSample(usec: 0, raw: before), TouchSample(usec: 8000, raw: at, button: true)],
            durationUsec: 100_000)
    }

    @Test(
        "The pad clicks where most clicks agree",
        arguments: [
            ([(500, 700), (550, 650), (400, 610)], 580), ([(500, 700), (590, 900), (300, 610)], 600),
            // One that contradicts the others is outvoted.
            ([(500, 700), (550, 650), (560, 620), (900, 1000)], 590),
        ] as [([(Float, Float)], Float)])
    func agreement(brackets: [(Float, Float)], level: Float) {
        #expect(RawScale.clickLevel(brackets.map { click($0.0, $0.1) }, zero: 0, maximum: 2000) == level)
    }

    @Test("A pad that tells nothing before it clicks, clicks where it begins to tell")
    func silentUntilClick() {
        let clicks = [33, 36, 31, 45, 34, 38, 32, 40].map { click(0, $0) }
        #expect(RawScale.clickLevel(clicks, zero: 0, maximum: 255) == 32)
        // Some quick ones on a pad that does tell are no such pad.
        let mixed = [click(0, 70), click(60, 66), click(58, 68), click(0, 90), click(62, 71)]
        #expect(RawScale.clickLevel(mixed, zero: 0, maximum: 255) == 64)
    }

    @Test("Where one click's report ends and another's begins, nothing is agreed on")
    func touchingEnds() {
        #expect(RawScale.clickLevel([click(12, 13), click(13, 14), click(13, 15)], zero: 0, maximum: 50) == 13.5)
    }

    @Test("Too few clicks tell nothing, nor do those beyond the range")
    func tooFew() {
        #expect(RawScale.clickLevel([click(500, 700), click(500, 700)], zero: 0, maximum: 2000) == nil)
        #expect(RawScale.clickLevel([], zero: 0, maximum: 2000) == nil)
        #expect(
            RawScale.clickLevel(Array(repeating: click(0, 0), count: 5), zero: 0, maximum: 2000) == nil)
    }

    @Test("A press reaches its plateau, a quick click nothing, one spike nothing")
    func reach() {
        var strokes = Strokes(seed: 1)
        let scale = RawScale(zero: 0, click: 600, maximum: 2000)
        let press = scale.reach(strokes.press(2))
        #expect(abs(press.reach - 2) < 0.01 && abs(press.peak - 2) < 0.01)
        let quick = scale.reach(strokes.touch(1.8, rise: 24, hold: 24, fall: 24))
        #expect(quick.reach < 0.7 && quick.peak > 1.7)
        var spike = strokes.press(1)
        spike.samples[40].raw = 1900
        // Levels up to a fifth beyond where the force was anyhow: no more of a spike counts.
        #expect(abs(scale.reach(spike).peak - 1.25) < 0.01)
        #expect(scale.reach(GatheredTouch(startUsec: 0, samples: [], durationUsec: 0)).peak == 0)
    }

    @Test("What a touch reaches is what the recogniser lets it reach", arguments: [1.2, 1.5, 1.9, 2.4])
    func agreesWithTheRecogniser(force: Double) {
        var strokes = Strokes(seed: 3)
        let scale = RawScale(zero: 0, click: 600, maximum: 2000)
        for touch in [strokes.press(force), strokes.slowClick(force), strokes.touch(force, rise: 30, hold: 30)] {
            let reach = Float(scale.reach(touch).reach)
            for (factor, expected) in [(Float(0.97), true), (1.03, false)] where reach > 0.5 {
                let pad = PadDescription(
                    id: "pad", name: "pad", pressure: Axis(minimum: 0, maximum: 2000), isPressurePad: true)
                let level = reach * factor
                var recogniser = Recogniser(
                    pad, calibration: Calibration(clickPressure: 600, hint: level * 0.9, peek: level, pop: 3))
                var peeked = false
                for sample in touch.samples {
                    let frame = Frame(
                        timeUsec: 1_000_000 + sample.usec,
                        contacts: [Contact(x: 50, y: 30, pressure: Int32(sample.raw.rounded()))])
                    recogniser.feed(frame) { if $0.phase == .peeked { peeked = true } }
                }
                recogniser.feed(Frame(timeUsec: 1_000_000 + touch.durationUsec)) {
                    if $0.phase == .peeked { peeked = true }
                }
                #expect(peeked == expected, "\(force): reach \(reach), level \(level)")
            }
        }
    }
}
