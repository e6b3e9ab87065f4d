import ForceModel
import InputSources
import Recognition
import Recordings

@testable import Calibrating

/// People of the force model, taken through a calibration.
struct ModelHands {
    let user: User
    let model: PadModel

    /// What a pad measures while a script is done on it.
    struct Reports {
        var description: PadDescription
        var samples: [ForceSample]
        var intents: [Intent]
    }

    func play(_ kinds: [Intent.Kind], aim: Aim = .ownStrength, take: Int) -> Reports {
        let trace = LabelledTrace.make(user, on: model, .exactly(kinds), conditions: Conditions(aim: aim), take: take)
        var player = RecordingPlayer(trace.recording, name: "model")
        var recogniser = Recogniser(player.descriptions[0])
        var samples: [ForceSample] = []
        while player.step({ frame, _ in
            recogniser.feed(frame) { _ in }
            samples.append(recogniser.sample)
        }) {}
        return Reports(description: recogniser.pad, samples: samples, intents: trace.intents)
    }

    static func calibration(presses: Int = 6, hardPresses: Int = 5, touches: Int = 8) -> [[Intent.Kind]] {
        [
            Array(repeating: .lightTouch, count: touches),
            [.click, .click, .firmClick, .click, .click, .firmClick, .click, .click],
            Array(repeating: .firmPress, count: presses), Array(repeating: .hardPress, count: hardPresses),
        ]
    }

    /// Each stage as it is asked for, through the collector.
    func gather(_ stages: [[Intent.Kind]] = calibration(), take: Int = 0) -> GatheredTouches? {
        var collector: CalibrationCollector?
        for (index, kinds) in stages.enumerated() {
            let reports = play(kinds, take: take * 10 + index)
            if collector == nil { collector = CalibrationPad(reports.description).map { CalibrationCollector($0) } }
            collector?.begin(CalibrationStage.allCases[index + 1])
            for sample in reports.samples { collector?.add(sample) }
        }
        return collector?.gathered
    }

    /// How many of the presses peeked and popped, with a calibration.
    func count(
        _ kinds: [Intent.Kind], calibration: Calibration?, aim: Aim, take: Int
    ) -> (presses: Int, peeked: Int, popped: Int) {
        let trace = LabelledTrace.make(user, on: model, .exactly(kinds), conditions: Conditions(aim: aim), take: take)
        var player = RecordingPlayer(trace.recording, name: "model")
        var recogniser = Recogniser(player.descriptions[0], calibration: calibration)
        var peeked: Set<UInt32> = []
        var popped: Set<UInt32> = []
        while player.step({ frame, _ in
            recogniser.feed(frame) { event in
                if event.phase == .peeked { peeked.insert(event.press) }
                if event.phase == .popped { popped.insert(event.press) }
            }
        }) {}
        return (kinds.count, peeked.count, popped.count)
    }
}
