import ForceModel
import InputSources
import Recognition

/// The click level that a trace teaches, as a multiple of the pad's true one; `nil` where it teaches none.
func learnedRatio(_ trace: LabelledTrace) -> Float? {
    var player = RecordingPlayer(trace.recording, name: "")
    var recogniser = Recogniser(player.descriptions[0])
    while player.step({ frame, _ in recogniser.feed(frame) { _ in } }) {}
    guard let learned = recogniser.learnedClick, let click = trace.pad.clickUnits else { return nil }
    return learned.pressure / Float(click)
}
