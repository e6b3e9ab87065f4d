import CommandLineTable
import FoundationEssentials
import InputSources
import PeekPopWire
import Recognition
import Recordings

/// `peekpopctl replay`: the recogniser over a recording, as fast as it goes.
enum ReplayCommand {
    static func run(_ context: Context) throws {
        let invocation = context.invocation
        let file = invocation.operands[0]
        var settings = RecognitionSettings()
        if let name = invocation.value(PeekpopctlTable.sensitivity), let sensitivity = Sensitivity(rawValue: name) {
            settings.sensitivity = sensitivity
        }
        let calibration = try invocation.value(PeekpopctlTable.calibration).map(CalibrationFile.read)
        let recording = try Recording.read(file == "-" ? "/dev/stdin" : file)
        for warning in recording.warnings { context.note("\(file): \(warning)") }
        if let number = invocation.integer(PeekpopctlTable.deviceNumber), number >= recording.devices.count {
            let count = recording.devices.count
            throw CommandFailure(
                "\(file): there is no device \(number), only "
                    + (count == 1 ? "device 0" : "devices 0 to \(count - 1)"))
        }
        let replay = Replay(
            recording, name: file, settings: settings, calibration: calibration,
            only: invocation.integer(PeekpopctlTable.deviceNumber))
        if invocation.has(PeekpopctlTable.json) {
            var encoder = EventEncoder()
            try replay.run { try context.output.line(bytes: encoder.object($0, device: $1)) }
        } else {
            try show(replay, context)
        }
    }

    private static func show(_ replay: Replay, _ context: Context) throws {
        let lines = LiveLines(context.output, context.terminal)
        for pad in replay.pads {
            try lines.add(
                "device \(pad.number): \(pad.recogniser.pad.id)  \(pad.recogniser.pad.name)".drawable, .strong)
            for line in headlines(pad.recogniser) { try lines.add("  " + line, .dim) }
        }
        var tally = Tally()
        try replay.run { event, device in
            tally.add(event)
            // Between the steps a recording changes hundreds of times a second; `--json` has them all.
            guard event.phase != .changed else { return }
            try lines.add(
                EventText.line(event, device: replay.pads.count > 1 ? device : nil), EventText.style(event.phase))
        }
        try lines.add(tally.text)
    }

    private static func headlines(_ recogniser: Recogniser) -> [String] {
        var lines = ["class \(recogniser.classification.padClass.rawValue): \(recogniser.classification.reason)"]
        if let scale = recogniser.scale {
            lines.append(
                "clicks at \(fixed(scale.click, 0)) (\(DeviceText.words(scale.source))),"
                    + " range ends at \(fixed(scale.topClicks, 2)) clicks")
        }
        switch recogniser.levels {
        case .on(let levels):
            lines.append(
                "hint \(fixed(levels.hint.down, 2)), peek \(fixed(levels.peek.down, 2)),"
                    + " pop \(fixed(levels.pop.down, 2)) clicks")
        case .off(let why): lines.append("presses are off: \(why)")
        }
        return lines
    }

    /// How often each phase came.
    struct Tally {
        private var counts: [PressPhase: Int] = [:]

        mutating func add(_ event: PressEvent) { counts[event.phase, default: 0] += 1 }

        var text: String {
            func count(_ phase: PressPhase) -> Int { counts[phase] ?? 0 }
            let began = count(.began)
            guard began > 0 else { return "no presses" }
            return "\(began) press\(began == 1 ? "" : "es"): \(count(.peeked)) peeked, \(count(.popped)) popped,"
                + " \(count(.ended)) ended, \(count(.cancelled)) cancelled"
        }
    }
}

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
    func run(_ body: (PressEvent, _ device: String) throws -> Void) throws {
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
            })
        {}
        for pad in pads {
            let device = pad.recogniser.pad.id
            pad.recogniser.interrupt(.gone) { pass(copy $0, device) }
        }
        if let failure { throw failure }
    }
}
