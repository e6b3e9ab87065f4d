import Calibrating
import InputSources
import Recognition
import Recordings

/// The touches of a calibration, from recordings of it.
///
/// Each recording is of one stage where its name says so (`presses=FILE`), all of them in the order they are given
/// otherwise: then the stages are found by their content (``StageFinder``).
struct RecordedStages {
    /// One recording as the command line names it.
    struct Source: Equatable {
        /// `nil`: to be found by content.
        var stage: CalibrationStage?
        var file: String

        init(_ text: String) {
            for stage in CalibrationStage.allCases where text.hasPrefix("\(stage.word)=") {
                self.stage = stage
                file = String(text.dropFirst(stage.word.count + 1))
                return
            }
            file = text
        }
    }

    let description: PadDescription
    let gathered: GatheredTouches

    /// - Parameter device: the pad's id, or its number in the recordings; `nil` where they have but one.
    init(_ texts: [String], device: String?, _ context: Context) throws {
        let sources = texts.map(Source.init)
        let named = sources.filter { $0.stage != nil }.count
        guard named == 0 || named == sources.count else {
            throw CommandFailure(
                "some recordings have a stage and some do not: name it for all of them (presses=FILE), or for none")
        }
        var recorded: [(stage: CalibrationStage?, samples: [ForceSample])] = []
        var pad: PadDescription?
        for source in sources {
            let (description, samples) = try RecordedStages.play(source.file, device: device, context)
            if let pad, pad.id != description.id {
                throw CommandFailure(
                    "\(source.file): it was recorded on \(description.id.drawable), the others on"
                        + " \(pad.id.drawable); a calibration is of one pad")
            }
            pad = pad ?? description
            recorded.append((source.stage, samples))
        }
        guard let pad, let calibrationPad = CalibrationPad(pad) else {
            throw CommandFailure(
                "\(pad?.id.drawable ?? "no pad"): \(pad?.classification.reason ?? "nothing was recorded"); it cannot"
                    + " be calibrated")
        }
        description = pad
        if named > 0 {
            var collector = CalibrationCollector(calibrationPad)
            for (stage, samples) in recorded {
                if let stage { collector.begin(stage) }
                for sample in samples { collector.add(sample) }
            }
            gathered = collector.gathered
        } else {
            gathered = StageFinder.gather(RecordedStages.joined(recorded.map(\.samples)), pad: calibrationPad)
        }
    }

    /// One after the other, with a long pause between: each recording has its own time.
    private static func joined(_ parts: [[ForceSample]]) -> [ForceSample] {
        var all: [ForceSample] = []
        for part in parts {
            let first = part.first?.timeUsec ?? 0
            let start = all.last.map { $0.timeUsec + 10_000_000 } ?? first
            all += part.map { sample in
                var sample = sample
                sample.timeUsec = start + (sample.timeUsec >= first ? sample.timeUsec - first : 0)
                return sample
            }
        }
        return all
    }

    /// What a recording's pad measures, as `Observe` would tell it. It ends with nothing on the pad.
    private static func play(
        _ file: String, device: String?, _ context: Context
    ) throws -> (PadDescription, [ForceSample]) {
        let recording = try RecordingOperand.read(file, device: nil, context)
        var player = RecordingPlayer(recording, name: file)
        let number = try pad(of: player.descriptions, device: device, file: file)
        var recogniser = Recogniser(player.descriptions[number])
        var samples: [ForceSample] = []
        while player.step({ frame, from in
            guard from == number else { return }
            recogniser.feed(frame) { _ in }
            samples.append(recogniser.sample)
        }) {}
        if let last = samples.last, last.fingers > 0 {
            var lifted = ForceSample()
            lifted.timeUsec = last.timeUsec + 10_000
            samples.append(lifted)
        }
        return (player.descriptions[number], samples)
    }

    private static func pad(of pads: [PadDescription], device: String?, file: String) throws -> Int {
        if let device {
            if let index = pads.firstIndex(where: { $0.id == device }) { return index }
            if let number = Int(device), pads.indices.contains(number) { return number }
            let there = pads.map(\.id.drawable).joined(separator: ", ")
            throw CommandFailure(
                "\(file): there is no device \(device.drawable), only \(there.isEmpty ? "none" : there)")
        }
        let usable = pads.indices.filter { pads[$0].classification.padClass != .none }
        guard usable.count < 2 else {
            let ids = usable.map { pads[$0].id.drawable }.joined(separator: ", ")
            throw CommandFailure("\(file): it has \(usable.count) pads, so --device has to name one: \(ids)")
        }
        if let only = usable.first { return only }
        guard let pad = pads.first else { throw CommandFailure("\(file): nothing was recorded in it") }
        throw CommandFailure("\(file): \(pad.id.drawable) cannot be calibrated: \(pad.classification.reason)")
    }
}

extension CalibrationStage {
    /// As the command line names it.
    var word: String {
        switch self {
        case .rest: "rest"
        case .touches: "touches"
        case .clicks: "clicks"
        case .presses: "presses"
        case .hardPresses: "hardest"
        }
    }
}
