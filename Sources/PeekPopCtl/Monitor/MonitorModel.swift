import Recognition

/// The force at one moment.
struct ForceReading: Equatable {
    var clicks: Float = 0
    var grams: Float?
    var raw: Float = 0
    var fingers = 0
    /// 0…1 of the pad's width and height.
    var x: Float = 0
    var y: Float = 0
    var button = false
}

/// The three levels a pad works with, in clicks.
struct LevelMarks: Equatable {
    var hint: Float
    var peek: Float
    var pop: Float

    /// How a force looks against them.
    func style(_ force: Float) -> Style {
        force >= pop ? .pop : force >= peek ? .peek : force >= hint ? .hint : .touch
    }

    var all: [(name: String, force: Float, style: Style)] {
        [("hint", hint, .hint), ("peek", peek, .peek), ("pop", pop, .pop)]
    }
}

/// One pad, as the daemon describes it.
struct PadSummary: Equatable {
    var id: String
    var name: String
    var padClass: String
    /// Why it has that class, or why its presses are off.
    var reason: String
    /// `nil` where presses are off.
    var levels: LevelMarks?
    /// Where its range ends, in clicks.
    var topClicks: Float?
}

/// What the monitor knows of one pad.
struct MonitoredPad: Equatable {
    var summary: PadSummary
    var force = ForceReading()
    /// The press in flight, or the one that ended last.
    var press: PressEvent?
    var trace = Trace()

    /// The force at the right end of the bar and the top of the trace: a bit above the pop, or the end of the range.
    var topForce: Float {
        let wanted = (summary.levels?.pop ?? 2.5) * 1.2
        guard let top = summary.topClicks, top > 0 else { return wanted }
        return min(wanted, max(top, 0.1))
    }

    /// The state of the press in words.
    var state: (text: String, style: Style) {
        guard isPressed, let press else {
            return force.fingers > 0 ? ("touch", .touch) : ("no touch", .dim)
        }
        let level: (String, Style) =
            press.commit >= 1 ? ("pop", .pop) : press.preview >= 1 ? ("peek", .peek) : ("hint", .hint)
        return ("press \(press.press)  \(level.0)", level.1)
    }

    var isPressed: Bool {
        switch press?.phase {
        case .began, .changed, .peeked, .popped: true
        case .ended, .cancelled, nil: false
        }
    }
}

/// Everything the monitor shows. It changes by what the daemon tells and by keys, and draws nothing itself.
struct MonitorModel: Equatable {
    struct LogLine: Equatable {
        var device: String
        var event: PressEvent
    }

    static let logCapacity = 200
    /// What `+` and `-` go through, in seconds.
    static let spans: [Double] = [2, 5, 10, 20, 30, 60]

    private(set) var pads: [MonitoredPad] = []
    private(set) var selection = 0
    private(set) var log: [LogLine] = []
    /// In place of pads, why there are none.
    var notice: String? = "connecting"
    /// Events that were too many for us, as the daemon counts them.
    var lost: UInt64 = 0
    private(set) var spanIndex = 2
    /// The right end of the trace.
    private(set) var nowUsec: UInt64 = 0
    private(set) var isPaused = false

    var spanSec: Double { MonitorModel.spans[spanIndex] }
    var selected: MonitoredPad? { pads.indices.contains(selection) ? pads[selection] : nil }

    // MARK: What the daemon tells

    mutating func setPads(_ summaries: [PadSummary], preferred: String? = nil) {
        let wanted = preferred ?? selected?.summary.id
        pads = summaries.map { summary in
            guard var known = pads.first(where: { $0.summary.id == summary.id }) else {
                return MonitoredPad(summary: summary)
            }
            known.summary = summary
            return known
        }
        selection = pads.firstIndex { $0.summary.id == wanted } ?? pads.firstIndex { $0.summary.levels != nil } ?? 0
        notice = pads.isEmpty ? "no pads here; one that is plugged in appears by itself" : nil
    }

    mutating func add(_ summary: PadSummary) {
        setPads(pads.map(\.summary).filter { $0.id != summary.id } + [summary])
    }

    mutating func remove(_ id: String) {
        setPads(pads.map(\.summary).filter { $0.id != id })
    }

    /// - Parameter arrivalUsec: of our own clock, by which the trace is drawn.
    mutating func sample(_ device: String, _ reading: ForceReading, arrivalUsec: UInt64) {
        guard let index = pads.firstIndex(where: { $0.summary.id == device }) else { return }
        var reading = reading
        // No pad presses infinitely; a daemon that says so shall not stop the drawing.
        if !reading.clicks.isFinite { reading.clicks = 0 }
        pads[index].force = reading
        pads[index].trace.add(reading.fingers > 0 ? reading.clicks : 0, atUsec: arrivalUsec)
    }

    mutating func press(_ device: String, _ event: PressEvent, arrivalUsec: UInt64) {
        if let index = pads.firstIndex(where: { $0.summary.id == device }) {
            pads[index].press = event
            // A cancelled press tells the last force, not the present one.
            if event.phase != .ended, event.phase != .cancelled {
                let reading = ForceReading(
                    clicks: event.clicks, grams: event.grams, raw: Float(event.raw), fingers: event.fingers, x: event.x,
                    y: event.y, button: event.button)
                sample(device, reading, arrivalUsec: arrivalUsec)
            }
        }
        guard event.phase != .changed else { return }
        log.append(LogLine(device: device, event: event))
        if log.count > MonitorModel.logCapacity { log.removeFirst() }
    }

    // MARK: Time and keys

    mutating func tick(_ usec: UInt64) {
        if !isPaused { nowUsec = usec }
    }

    mutating func selectNext(_ step: Int = 1) {
        guard !pads.isEmpty else { return }
        selection = (selection + step + pads.count) % pads.count
    }

    mutating func select(_ id: String) {
        selection = pads.firstIndex { $0.summary.id == id } ?? selection
    }

    mutating func togglePause() { isPaused.toggle() }
    mutating func zoom(_ step: Int) { spanIndex = min(max(spanIndex + step, 0), MonitorModel.spans.count - 1) }
}
