import Haptics
import InputSources
import Linux
import Recognition
import Systemd

/// What becomes of the pads' frames.
protocol PadObserver: AnyObject {
    func padAdded(_ pad: Pad)
    func padRemoved(_ pad: Pad)
    /// What is wrong with it has changed.
    func padChanged(_ pad: Pad)
    /// One step of a press. No allocation happens on the way here.
    ///
    /// - Returns: whether somebody was told.
    func press(_ event: PressEvent, on pad: Pad) -> Bool
    /// A frame was taken in; ``Pad/recogniser``'s sample is new.
    func sampled(_ pad: Pad)
    func sourceEnded()
}

/// One pad with its recogniser.
final class Pad {
    let number: PadNumber
    let description: PadDescription
    let haptics: PadHaptics
    fileprivate(set) var recogniser: Recogniser
    /// How many want its frames; it is open while that is above 0.
    fileprivate(set) var users = 0
    /// What went wrong with it last, in words; `nil` while all is well.
    fileprivate(set) var failure: String?
    fileprivate var timer: EventSource?
    /// What of its levels was complained of last.
    fileprivate var levelComplaint: String?
    /// Whether it was last told of as a pad that can be played on, and why or how.
    fileprivate var toldHaptics: String
    /// The recogniser's revision that was told of last.
    fileprivate var toldRevision = 0
    /// What the timer is set to, in CLOCK_MONOTONIC; 0 while it rests.
    fileprivate var armedUsec: UInt64 = 0

    var id: String { description.id }

    fileprivate init(
        _ number: PadNumber, _ description: PadDescription, _ recogniser: Recogniser, _ haptics: PadHaptics
    ) {
        self.number = number
        self.description = description
        self.recogniser = recogniser
        self.haptics = haptics
        toldHaptics = haptics.words
    }
}

/// The pads of a source, a recogniser for each, and their clocks.
final class PadHub: FrameSink {
    private let source: any FrameSource
    private let loop: EventLoop
    private let reporter: Reporter
    private var configuration: Configuration
    private let store: CalibrationStore
    private weak var observer: (any PadObserver)?
    private(set) var pads: [Pad] = []
    /// Events of the frame being taken in. They are told after the recogniser is done with it: whoever hears them may
    /// close the pad.
    private var events: [PressEvent] = []
    /// Something has become of a pad, or of its motor, that whoever wants it played may wait for.
    var onHaptics: (Pad) -> Void = { _ in }

    init(
        _ source: any FrameSource, loop: EventLoop, _ reporter: Reporter, store: CalibrationStore,
        observer: any PadObserver,
        configuration: Configuration
    ) {
        self.source = source
        self.loop = loop
        self.reporter = reporter
        self.store = store
        self.observer = observer
        self.configuration = configuration
        events.reserveCapacity(32)
    }

    func start() throws {
        try source.start(sink: self)
    }

    func pad(_ id: String) -> Pad? { pads.first { $0.id == id } }

    /// The configuration in force for a pad.
    func settings(of pad: Pad) -> RecognitionSettings { configuration.settings(for: pad.description) }

    /// Somebody wants a pad's frames.
    func open(_ pad: Pad) {
        pad.users += 1
        if pad.users == 1 {
            pad.failure = nil
            source.open(pad.number)
        }
    }

    /// Somebody does not want them any more.
    func close(_ pad: Pad) {
        precondition(pad.users > 0, "closing \(pad.id), which nobody opened")
        pad.users -= 1
        guard pad.users == 0 else { return }
        source.close(pad.number)
        pad.haptics.closed()
        // Nobody is left to hear of a press in flight.
        pad.recogniser.interrupt(.gone) { _ in }
        disarm(pad)
        keepLearned(pad)
    }

    /// A new configuration is there.
    func reload(_ configuration: Configuration) {
        self.configuration = configuration
        refresh()
        for pad in pads { pad.haptics.apply(configuration.haptics(for: pad.description)) }
    }

    /// Settings or calibrations have changed: for all pads at once, for a press in flight when it has ended.
    func refresh() {
        for pad in pads {
            defer { tellRevision(of: pad) }
            pad.recogniser.apply(
                settings(of: pad), calibration: store.calibration(of: pad.id)?.values)
        }
    }

    /// What was learned of a pad, and its calibration, are gone.
    func forgetLearned(_ pad: Pad) {
        pad.recogniser.forgetLearned()
        refresh()
    }

    /// Ends every press in flight.
    func interrupt(_ input: PressInput) {
        for pad in pads { interrupt(pad, input) }
    }

    /// Remembers what was learned.
    func stop() {
        for pad in pads {
            keepLearned(pad)
            source.close(pad.number)
            pad.haptics.closed()
        }
    }

    private func interrupt(_ pad: Pad, _ input: PressInput) {
        pad.recogniser.interrupt(input) { events.append(copy $0) }
        tell(pad)
        disarm(pad)
    }

    private func keepLearned(_ pad: Pad) {
        guard let learned = pad.recogniser.learnedClick else { return }
        store.keep(learned, for: pad.id)
    }

    // MARK: FrameSink

    func padAdded(_ number: PadNumber, _ description: PadDescription) {
        let pad = Pad(
            number, description,
            Recogniser(
                description, settings: configuration.settings(for: description),
                calibration: store.calibration(of: description.id)?.values,
                learned: store.learned(of: description.id)),
            PadHaptics(
                description, isLive: source.isLive, configuration.haptics(for: description), loop, reporter))
        pad.haptics.onHold = { [unowned self] in source.hold(number, $0) }
        pad.haptics.onChange = { [unowned self, unowned pad] in hapticsChanged(pad) }
        pads.append(pad)
        let classification = pad.recogniser.classification
        reporter.info("\(description.id) (\(description.name)): \(classification.padClass), \(classification.reason)")
        complainOfLevels(pad)
        observer?.padAdded(pad)
    }

    func padRemoved(_ number: PadNumber) {
        guard let index = pads.firstIndex(where: { $0.number == number }) else { return }
        let pad = pads[index]
        interrupt(pad, .gone)
        keepLearned(pad)
        pads.remove(at: index)
        pad.haptics.closed()
        reporter.info("\(pad.id): gone")
        observer?.padRemoved(pad)
        onHaptics(pad)
    }

    func padOpened(_ number: PadNumber, _ node: PadNode) {
        pads.first { $0.number == number }?.haptics.opened(node)
    }

    private func hapticsChanged(_ pad: Pad) {
        guard pads.contains(where: { $0 === pad }) else { return }
        if pad.haptics.words != pad.toldHaptics {
            pad.toldHaptics = pad.haptics.words
            observer?.padChanged(pad)
        }
        onHaptics(pad)
    }

    func frame(_ frame: borrowing Frame, from number: PadNumber) {
        guard let pad = pads.first(where: { $0.number == number }), pad.users > 0 else { return }
        if pad.failure != nil {
            // The source tried again by itself, and it worked.
            pad.failure = nil
            observer?.padChanged(pad)
        }
        pad.recogniser.feed(frame) { events.append(copy $0) }
        tell(pad)
        tellRevision(of: pad)
        observer?.sampled(pad)
        arm(pad)
    }

    func motion(_ motion: Motion, on number: PadNumber) {
        guard let pad = pads.first(where: { $0.number == number }), pad.users > 0 else { return }
        pad.recogniser.take(motion) { events.append(copy $0) }
        tell(pad)
    }

    func padFailed(_ number: PadNumber, _ message: String) {
        let pad = pads.first { $0.number == number }
        reporter.warning(message, device: pad?.id)
        guard let pad else { return }
        pad.failure = message
        interrupt(pad, .gone)
        pad.haptics.closed()
        observer?.padChanged(pad)
        onHaptics(pad)
    }

    func sourceEnded() {
        interrupt(.gone)
        observer?.sourceEnded()
    }

    /// A changed description is told, and presses that are off for another reason than the pad itself are a problem.
    private func tellRevision(of pad: Pad) {
        guard pad.recogniser.revision != pad.toldRevision else { return }
        pad.toldRevision = pad.recogniser.revision
        complainOfLevels(pad)
        observer?.padChanged(pad)
    }

    /// Said once, until something else is wrong.
    private func complainOfLevels(_ pad: Pad) {
        let complaint = levelComplaint(pad)
        defer { pad.levelComplaint = complaint }
        if let complaint, complaint != pad.levelComplaint {
            reporter.warning("\(pad.id): \(complaint)", device: pad.id)
        }
    }

    private func levelComplaint(_ pad: Pad) -> String? {
        switch pad.recogniser.levels {
        case .on:
            pad.recogniser.scale.flatMap { ConfigurationChecks.levelsBelowClick(configuration, pad.description, $0) }
        case .off(let reason):
            switch pad.recogniser.classification.padClass {
            case .grams, .force: "no presses: \(reason)\(configuration.origins(for: pad.description))"
            case .area, .none: nil
            }
        }
    }

    private func tell(_ pad: Pad) {
        var feedback: Feedback?
        for index in events.indices where observer?.press(events[index], on: pad) == true {
            feedback = PadHub.feedback(at: events[index].phase) ?? feedback
        }
        events.removeAll(keepingCapacity: true)
        // In the same turn, and after the sends. Asking the hand takes about 6 µs, and the hand has it some 7 µs later (p99
        // 33 µs): before the sends every client would get its bytes that much later, after them the finger waits for the
        // sends, a few µs a client, and notices nothing below some milliseconds. Only what somebody was told is felt; of
        // two levels in one frame the higher.
        if let feedback { pad.haptics.play(feedback) }
    }

    private static func feedback(at phase: PressPhase) -> Feedback? {
        switch phase {
        case .began: .hint
        case .peeked: .peek
        case .popped: .pop
        case .changed, .ended, .cancelled: nil
        }
    }

    // MARK: Clocks

    /// Sets a pad's timer for what its recogniser wants to do when no frame comes. A timer that is set too early is
    /// left alone: it looks again when it fires, which is cheaper than setting it anew at every frame.
    private func arm(_ pad: Pad) {
        guard source.isLive, let deadline = pad.recogniser.deadlineUsec else { return }
        guard pad.armedUsec == 0 || deadline < pad.armedUsec else { return }
        do throws(Errno) {
            // After the frames that are waiting: no report has come only when all that have come are read.
            if pad.timer == nil {
                pad.timer = try loop.timer(priority: 1) { [unowned self, unowned pad] in expired(pad) }
            }
            pad.timer?.arm(atUsec: deadline)
            pad.armedUsec = deadline
        } catch {
            reporter.error("making a timer for \(pad.id): \(error); holds without reports are recognised late")
        }
    }

    private func expired(_ pad: Pad) {
        pad.armedUsec = 0
        pad.recogniser.advance(toUsec: Clock.monotonicUsec) { events.append(copy $0) }
        tell(pad)
        arm(pad)
    }

    private func disarm(_ pad: Pad) {
        pad.timer?.disarm()
        pad.armedUsec = 0
    }
}
