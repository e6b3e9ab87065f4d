// Any bytes as a recording, through the assembler and the recogniser: nothing may crash, hang or go back in time.
// Built and run by `Fuzz/run recordings [SECONDS]`.
import InputSources
import Recognition
import Recordings

@c(LLVMFuzzerTestOneInput)
public func fuzzRecordings(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: data, count: size))
    guard let recording = try? Recording.read(bytes: bytes, name: "input") else { return 0 }
    var player = RecordingPlayer(recording, name: "input")
    var recognisers = player.descriptions.map { Recogniser($0) }
    var last = [UInt64](repeating: 0, count: recognisers.count)
    while player.step({ frame, pad in
        precondition(frame.timeUsec >= last[pad], "time runs backwards")
        last[pad] = frame.timeUsec
        recognisers[pad].feed(frame) { _ in }
    }) {}
    return 0
}
