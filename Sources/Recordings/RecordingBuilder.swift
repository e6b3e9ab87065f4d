/// Gathers what a reader finds, and puts right what can be put right: every oddity becomes one warning, counted.
struct RecordingBuilder {
    private enum Oddity: Hashable {
        case unreadable
        case backwards
        case setBack
        case pause
        case slot(Int32)
        case longFrame
        case tail
        case cutOff(String)
    }

    private struct Note {
        let oddity: Oddity
        let device: Int
        let line: Int
        var count: Int
    }

    /// Where one device's events stand.
    private struct Progress {
        /// Added to what the recording says, after its clock was set back.
        var shiftUsec: UInt64 = 0
        var lastUsec: UInt64?
        var eventsSinceReport = 0
        var lineOfReport = 0
    }

    /// A step back of less is a few events out of order: they are given the time before them. A longer one is the
    /// clock having been set: everything after it is shifted, so that intervals stay true.
    static let smallStepBackUsec: UInt64 = 1_000_000
    /// Longer pauses are worth a word: most often a digit of the time is damaged.
    static let longPauseUsec: UInt64 = 86_400_000_000
    /// A pad of 16 slots sends about 100 events a report.
    static let longestFrame = 10_000

    private(set) var devices: [RecordedDevice] = []
    /// Of all devices, wherever in the file it stands.
    var machine = "" {
        didSet { for index in devices.indices { devices[index].machine = machine } }
    }
    private var progress: [Progress] = []
    private var notes: [Note] = []
    private var noteIndex: [String: Int] = [:]

    mutating func beginDevice() {
        var device = RecordedDevice()
        device.machine = machine
        devices.append(device)
        progress.append(Progress())
    }

    /// The device begun last.
    var device: RecordedDevice {
        get { devices[devices.count - 1] }
        _modify { yield &devices[devices.count - 1] }
    }

    mutating func add(timeUsec: UInt64, type: UInt16, code: UInt16, value: Int32, line: Int) {
        guard type <= EventCode.typeMaximum, code <= EventCode.codeMaximum else { return unreadable(line) }
        let index = devices.count - 1
        let time = monotone(timeUsec, device: index, line: line)
        let event = RecordedEvent(timeUsec: time, type: type, code: code, value: value)
        if type == EventCode.abs, code == EventCode.slot {
            let last = devices[index].axes[EventCode.slot]?.maximum ?? Int32.max
            if value < 0 || value > last { note(.slot(last), line) }
        }
        if event.isReport {
            progress[index].eventsSinceReport = 0
            progress[index].lineOfReport = line
        } else {
            progress[index].eventsSinceReport += 1
            if progress[index].eventsSinceReport == RecordingBuilder.longestFrame { note(.longFrame, line) }
        }
        devices[index].events.append(event)
    }

    private mutating func monotone(_ timeUsec: UInt64, device: Int, line: Int) -> UInt64 {
        let last = progress[device].lastUsec
        var (time, overflow) = timeUsec.addingReportingOverflow(progress[device].shiftUsec)
        if overflow || time > UInt64(Int64.max) { time = last ?? 0 }
        if let last {
            if time < last {
                if last - time < RecordingBuilder.smallStepBackUsec {
                    note(.backwards, line)
                } else {
                    note(.setBack, line)
                    progress[device].shiftUsec += last - time
                }
                time = last
            } else if time - last > RecordingBuilder.longPauseUsec {
                note(.pause, line)
            }
        }
        progress[device].lastUsec = time
        return time
    }

    /// A line, or an entry, that cannot be understood: it is left out.
    mutating func unreadable(_ line: Int) { note(.unreadable, line) }

    /// The file stops, or breaks, here; what came before is kept.
    mutating func cutOff(_ line: Int, _ how: String) { note(.cutOff(how), line) }

    private mutating func note(_ oddity: Oddity, _ line: Int) {
        let key = "\(devices.count) \(oddity)"
        if let index = noteIndex[key] {
            notes[index].count += 1
        } else {
            noteIndex[key] = notes.count
            notes.append(Note(oddity: oddity, device: devices.count - 1, line: line, count: 1))
        }
    }

    /// The recording, with the events behind each device's last SYN_REPORT left out: they are no whole frame.
    mutating func finish(_ format: RecordingFormat) -> Recording {
        for index in devices.indices where progress[index].eventsSinceReport > 0 {
            devices[index].events.removeLast(progress[index].eventsSinceReport)
            notes.append(
                Note(
                    oddity: .tail, device: index, line: progress[index].lineOfReport,
                    count: progress[index].eventsSinceReport))
        }
        return Recording(format: format, devices: devices, warnings: notes.map(warning))
    }

    private func warning(_ note: Note) -> RecordingWarning {
        let times = note.count == 1 ? "once, here" : "\(note.count) times, first here"
        let message: String
        switch note.oddity {
        case .unreadable:
            let lines = note.count == 1 ? "" : "\(note.count) lines from here on "
            message = lines + "cannot be understood; left out"
        case .backwards: message = "time runs backwards \(times); such events are given the time before them"
        case .setBack: message = "the clock is set back \(times); what follows is shifted to go on from there"
        case .pause: message = "time jumps ahead by more than a day \(times); playing shortens the pause"
        case .slot(let last):
            let range = last == Int32.max ? "below 0" : "outside 0…\(last)"
            message = "a slot \(range) is named \(times); contacts there are not followed"
        case .longFrame:
            message = "\(RecordingBuilder.longestFrame) events and more without SYN_REPORT, \(times)"
        case .tail:
            let events = note.count == 1 ? "1 event" : "\(note.count) events"
            message =
                note.line > 0
                ? "the last whole frame ends here; \(events) after it left out"
                : "no frame ends with SYN_REPORT; \(events) left out"
        case .cutOff(let how): message = "\(how); what came before is kept"
        }
        let isOne = devices.count < 2
        return RecordingWarning(
            line: note.line, message: isOne || note.device < 0 ? message : "device \(note.device + 1): \(message)")
    }
}
