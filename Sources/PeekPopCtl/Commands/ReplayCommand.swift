import CommandLineTable
import FoundationEssentials
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
        let recording = try RecordingOperand.read(
            file, device: invocation.integer(PeekpopctlTable.deviceNumber), context)
        if let doubt = calibration?.doubt(recording, name: file) { context.note(doubt) }
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
