import InputSources
import Recognition
import Recordings

/// A recording and a recogniser for each of its pads.
final class Replay {
    final class Pad {
        let number: Int
        var recogniser: Recogniser

        init(_ number: Int, _ recogniser: Recogniser) {
            self.number = number
            self.recogniser = recogniser
        }
    }

    private var player: RecordingPlayer
    private(set) var pads: [Pad] = []
    private var byNumber: [Pad?] = []

    /// - Parameter only: the number of the one device that counts; `nil` for all.
    init(
        _ recording: Recording, name: String, settings: RecognitionSettings, calibration: CalibrationFile?, only: Int?
    ) {
        player = RecordingPlayer(recording, name: name) { HardwareDatabase.builtIn.knowledge(of: $0) }
        for (number, description) in player.descriptions.enumerated() {
            let isWanted = only == nil || only == number
            let recogniser = Recogniser(
                description, settings: settings, calibration: calibration?.calibration,
                learned: calibration?.learned)
            byNumber.append(isWanted ? Pad(number, recogniser) : nil)
        }
        pads = byNumber.compactMap { $0 }
    }

    /// Plays it to the end; a press still in flight then is cancelled, as if the pad had been unplugged.
    ///
    /// - Parameters:
    ///   - frames: gets each frame after its pad's recogniser has had it.
    ///   - body: gets each event, and the id of its pad.
    func run(
        frames: (Pad, borrowing Frame) -> Void = { _, _ in }, _ body: (PressEvent, _ device: String) throws -> Void
    ) throws {
        var failure: (any Error)?
        func pass(_ event: PressEvent, _ device: String) {
            guard failure == nil else { return }
            do { try body(event, device) } catch { failure = error }
        }
        while failure == nil,
            player.step({ frame, number in
                guard let pad = byNumber[number] else { return }
                let device = pad.recogniser.pad.id
                pad.recogniser.feed(frame) { pass(copy $0, device) }
                frames(pad, frame)
            })
        {}
        for pad in pads {
            let device = pad.recogniser.pad.id
            pad.recogniser.interrupt(.gone) { pass(copy $0, device) }
        }
        if let failure { throw failure }
    }
}
