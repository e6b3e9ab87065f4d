import Recognition
import Recordings

/// What one pad of a recording said, and what the recogniser made of it, for drawing.
struct PadTrace {
    /// One frame.
    struct Sample: Equatable {
        /// The recording's own time.
        var usec: UInt64
        /// Contacts of any kind.
        var fingers: Int
        /// Of the fingers that count, palms and resting thumbs left out; `nil` while there is none.
        var clicks: Double?
        /// Of these fingers since they landed, in mm.
        var movedMm: Double
        var buttons: Buttons
    }

    /// A press, with the time of each of its steps.
    struct Press: Equatable {
        var beganUsec: UInt64
        var peekedUsec: UInt64?
        var poppedUsec: UInt64?
        var endedUsec: UInt64
        /// `nil` where it ended after a pop.
        var reason: CancelReason?
    }

    /// The levels and the scale from one frame on.
    struct Scaling {
        var usec: UInt64
        var levels: PressLevels
        var scale: ForceScale?
    }

    let pad: PadDescription
    let classification: Classification
    private(set) var samples: [Sample] = []
    private(set) var presses: [Press] = []
    /// At least one; more where clicks taught the pad's scale meanwhile.
    private(set) var scalings: [Scaling]
    private var landing: (x: Float, y: Float) = (0, 0)
    private var last: (x: Float, y: Float, fingers: Int) = (0, 0, 0)

    init(_ recogniser: Recogniser) {
        pad = recogniser.pad
        classification = recogniser.classification
        scalings = [Scaling(usec: 0, levels: recogniser.levels, scale: recogniser.scale)]
    }

    /// Plays a recording, and gives the traces of its pads that have usable pressure, or the one device asked for.
    static func all(
        _ recording: Recording, name: String, settings: RecognitionSettings, calibration: CalibrationFile?, only: Int?
    ) throws -> [PadTrace] {
        let replay = Replay(recording, name: name, settings: settings, calibration: calibration, only: only)
        var traces = replay.pads.map { PadTrace($0.recogniser) }
        let places = Dictionary(uniqueKeysWithValues: replay.pads.enumerated().map { ($1.recogniser.pad.id, $0) })
        let byNumber = Dictionary(uniqueKeysWithValues: replay.pads.enumerated().map { ($1.number, $0) })
        try replay.run(
            frames: { pad, frame in
                if let place = byNumber[pad.number] { traces[place].take(frame, pad.recogniser) }
            },
            { event, device in
                if let place = places[device] { traces[place].take(event) }
            })
        return traces
    }

    private mutating func take(_ frame: borrowing Frame, _ recogniser: Recogniser) {
        let sample = recogniser.sample
        let (x, y) = (sample.x * pad.widthMm, sample.y * pad.heightMm)
        if sample.fingers > 0, last.fingers == 0 {
            landing = (x, y)
        } else if sample.fingers != last.fingers {
            // The middle of other fingers lies elsewhere without anything having moved.
            landing.x += x - last.x
            landing.y += y - last.y
        }
        last = (x, y, sample.fingers)
        let (dx, dy) = (Double(x - landing.x), Double(y - landing.y))
        samples.append(
            Sample(
                usec: max(sample.timeUsec, samples.last?.usec ?? 0), fingers: frame.fingers,
                clicks: sample.fingers > 0 ? sample.clicks.map(Double.init) : nil,
                movedMm: sample.fingers > 0 ? (dx * dx + dy * dy).squareRoot() : 0, buttons: frame.buttons))
        let scaling = Scaling(usec: sample.timeUsec, levels: recogniser.levels, scale: recogniser.scale)
        if let known = scalings.last, known.levels != scaling.levels || known.scale?.click != scaling.scale?.click {
            scalings.append(scaling)
        }
    }

    private mutating func take(_ event: PressEvent) {
        switch event.phase {
        case .began: presses.append(Press(beganUsec: event.timeUsec, endedUsec: event.timeUsec))
        case .changed: break
        case .peeked: presses[presses.count - 1].peekedUsec = event.timeUsec
        case .popped: presses[presses.count - 1].poppedUsec = event.timeUsec
        case .ended, .cancelled: presses[presses.count - 1].reason = event.reason
        }
        presses[presses.count - 1].endedUsec = event.timeUsec
    }

    /// Whether anything touched it.
    var wasTouched: Bool { samples.contains { $0.fingers > 0 } }

    /// The levels at the end, where presses are on.
    var levels: Levels? {
        if case .on(let levels) = scalings[scalings.count - 1].levels { levels } else { nil }
    }

    var scale: ForceScale? { scalings[scalings.count - 1].scale }
}
