import ForceModel
import InputSources
import Recognition
import Recordings
import Testing

/// A trace's frames, read as any recording is.
func frames(_ trace: LabelledTrace) -> (pad: PadDescription, frames: [Frame]) {
    var player = RecordingPlayer(trace.recording, name: trace.pad.key)
    var frames: [Frame] = []
    while player.step({ frame, _ in frames.append(copy frame) }) {}
    return (player.descriptions[0], frames)
}

/// A person's trace on a pad.
func trace(
    _ pad: PadModel, _ kinds: [Intent.Kind], user: Int = 0, weight: HandWeight? = nil,
    conditions: Conditions = Conditions(), take: Int = 0
) -> LabelledTrace {
    LabelledTrace.make(
        Population.user(.tuning, user, weight: weight), on: pad, .exactly(kinds), conditions: conditions, take: take)
}

func repeated(_ kinds: [Intent.Kind], _ count: Int) -> [Intent.Kind] {
    (0..<count).flatMap { _ in kinds }
}

/// The value below which the given fraction of values lies.
func quantile(_ values: [Double], _ fraction: Double) -> Double {
    let sorted = values.sorted()
    return sorted.isEmpty ? .nan : sorted[min(sorted.count - 1, Int(fraction * Double(sorted.count)))]
}

func deviation(_ values: [Double]) -> Double {
    let mean = values.reduce(0, +) / Double(values.count)
    return (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)).squareRoot()
}

extension PadModel {
    /// Every pad with its key, for tables of tests.
    static let everyPad = PadModel.all + [.demo]
}

extension PadModel: CustomTestStringConvertible {
    public var testDescription: String { key }
}
