import Calibrating
import PeekPopWire
import Recognition

/// The guided calibration as a state machine: which step it is at, and what keys, the pad and the daemon make of that.
///
/// It knows no terminal, no socket and no clock: everything comes in by its methods, and what it wants done comes out as
/// an ``Effect``. ``GuidedView`` draws it, ``GuidedSession`` connects it.
struct GuidedFlow {
    enum Step: Equatable {
        /// The daemon has not told its pads yet.
        case connecting
        /// There is more than one pad; the place in ``candidates`` that is pointed at.
        case choosing(Int)
        /// ``collector`` has a stage.
        case gathering
        /// All stages are through: to be stored or not.
        case result(CalibrationOutcome)
        /// On its way to the daemon.
        case storing(CalibrationFit)
        /// It is in force, and can be tried.
        case verifying(CalibrationFit)
        case over(Ending)
    }

    enum Ending: Equatable {
        /// In force; with what went wrong after that.
        case stored(CalibrationFit, problem: String?)
        /// Somebody left before the end; nothing has been changed.
        case left
        /// Nothing has been changed, and why.
        case failed(String)
    }

    /// What is to be done outside.
    enum Effect: Equatable {
        /// Have the samples of this pad come in.
        case observe(String)
        case store(CalibrationFit)
    }

    /// A line for whoever calibrates, until the next touch or key.
    struct Message: Equatable {
        var text: String
        var isBad = false
    }

    private(set) var step = Step.connecting
    /// Pads that can be calibrated.
    private(set) var candidates: [Wire.Device] = []
    /// The one that is.
    private(set) var device: Wire.Device?
    private(set) var collector: CalibrationCollector?
    /// What the touches came to, the last time all steps were through.
    private(set) var outcome: CalibrationOutcome?
    private(set) var message: Message?
    private(set) var live = LiveForce()
    private(set) var trial = LevelTrial()
    /// By how many lines the result is scrolled.
    var scroll = 0
    /// Asked to go on with fewer touches than wanted: once more means yes.
    private var isSkipAsked = false
    private let preferred: String?

    /// - Parameter preferred: the pad's id; `nil`: the only one, else it is asked for.
    init(preferred: String? = nil) {
        self.preferred = preferred
    }

    // MARK: Pads

    /// The daemon's list of pads.
    mutating func take(pads: [Wire.Device]) -> Effect? {
        guard step == .connecting else { return nil }
        candidates = pads.filter { CalibrationPad($0) != nil }
        if let preferred {
            guard let wanted = pads.first(where: { $0.id == preferred }) else {
                return fail("there is no pad \(preferred.drawable): `peekpopctl devices` lists the pads there are")
            }
            return begin(wanted)
        }
        switch candidates.count {
        case 1: return begin(candidates[0])
        case 0:
            let why = pads.map { "\($0.id.drawable): \($0.reason.drawable)" }.joined(separator: "; ")
            return fail("there is no pad here that can be calibrated" + (why.isEmpty ? "" : " (\(why))"))
        default:
            step = .choosing(0)
            return nil
        }
    }

    /// A pad came, or its description changed.
    mutating func add(_ pad: Wire.Device) {
        if pad.id == device?.id { device = pad }
        guard case .choosing(let selection) = step else { return }
        let selected = candidates.indices.contains(selection) ? candidates[selection].id : nil
        if let index = candidates.firstIndex(where: { $0.id == pad.id }) {
            candidates[index] = pad
        } else {
            candidates.append(pad)
        }
        candidates.removeAll { CalibrationPad($0) == nil }
        step = .choosing(candidates.firstIndex { $0.id == selected } ?? 0)
    }

    mutating func remove(_ id: String) {
        if id == device?.id {
            return interrupt("\(name) was unplugged")
        }
        guard case .choosing(let selection) = step else { return }
        let selected = candidates.indices.contains(selection) ? candidates[selection].id : nil
        candidates.removeAll { $0.id == id }
        step = .choosing(candidates.firstIndex { $0.id == selected } ?? 0)
    }

    /// Something outside ended it: the daemon, the pad, the terminal.
    mutating func interrupt(_ reason: String) {
        switch step {
        case .over: return
        case .verifying(let fit): step = .over(.stored(fit, problem: reason))
        case .storing:
            step = .over(
                .failed(
                    "\(reason) while the calibration was being stored; `peekpopctl calibrate --show` tells whether it is"
                ))
        case .connecting, .choosing, .gathering, .result:
            step = .over(.failed("\(reason); nothing was stored"))
        }
    }

    /// Somebody wants to leave.
    mutating func leave() {
        switch step {
        case .over: return
        case .verifying(let fit): step = .over(.stored(fit, problem: nil))
        case .storing: interrupt("you left")
        case .result(.refusal(let refusal)): step = .over(.failed("\(refusal.reason); nothing was stored"))
        case .connecting, .choosing, .gathering, .result(.fit): step = .over(.left)
        }
    }

    /// The pad's name, as a terminal may be given it.
    var name: String { device?.name.drawable ?? "" }

    private mutating func fail(_ reason: String) -> Effect? {
        step = .over(.failed(reason))
        return nil
    }

    mutating func begin(_ pad: Wire.Device) -> Effect? {
        guard let known = CalibrationPad(pad) else {
            return fail("\(pad.id.drawable) cannot be calibrated: \(pad.reason.drawable)")
        }
        device = pad
        collector = CalibrationCollector(known)
        live = LiveForce(known, zero: pad.scale?.zeroPressure ?? known.minimum)
        step = .gathering
        message = nil
        return .observe(pad.id)
    }

    // MARK: The pad's reports

    /// - Parameter arrivalUsec: of our own clock.
    mutating func take(_ sample: Wire.Sample, arrivalUsec: UInt64) {
        guard device != nil else { return }
        live.take(sample, arrivalUsec: arrivalUsec)
        guard step == .gathering, var collector else { return }
        var force = ForceSample(sample)
        force.timeUsec = live.ownTime(sample.timeUsec)
        // No pad is so large, and none loses so much: what is reckoned with these shall stay in its range.
        force.x = bounded(force.x, to: -1...2)
        force.y = bounded(force.y, to: -1...2)
        force.majorMm = force.majorMm.map { bounded($0, to: 0...1000) }
        force.minorMm = force.minorMm.map { bounded($0, to: 0...1000) }
        let notice = collector.add(force, lost: min(max(sample.lost ?? 0, 0), 1_000_000))
        self.collector = collector
        switch notice {
        case .began?:
            message = nil
            isSkipAsked = false
        case .accepted?:
            live.marked(collector)
            message = Message(text: "Counted: \(fixed(live.peaks.last?.last ?? 0, 2)) clicks.")
        case .rejected(.touched)?:
            message = Message(text: "Something touched the pad: the time of rest begins anew.", isBad: true)
        case .rejected(let fault)?: message = Message(text: "Not counted: \(fault.reason).", isBad: true)
        case nil: break
        }
    }

    private func bounded(_ value: Float, to range: ClosedRange<Float>) -> Float {
        value.isFinite ? min(max(value, range.lowerBound), range.upperBound) : 0
    }

    /// Time passes.
    mutating func take(timeUsec now: UInt64) {
        live.nowUsec = now
        guard step == .gathering, var collector, collector.stage == .rest else { return }
        collector.advance(toUsec: now)
        // Nothing is left to decide, and both hands are off the keyboard.
        if collector.progress.isComplete {
            collector.next()
            message = nil
        }
        self.collector = collector
    }

    mutating func take(_ press: Wire.Press) {
        guard case .verifying = step, press.device == device?.id else { return }
        trial.take(press)
    }

    // MARK: Storing

    mutating func stored() {
        guard case .storing(let fit) = step else { return }
        step = .verifying(fit)
        message = nil
        trial = LevelTrial()
        live.followDaemon()
    }

    /// The daemon did not take it.
    mutating func refused(_ reason: String) {
        guard case .storing(let fit) = step else { return }
        step = .result(.fit(fit))
        message = Message(text: "Not stored: \(reason.drawable)", isBad: true)
    }

    // MARK: Keys

    mutating func take(_ key: Key) -> Effect? {
        if key == .character("q") || key == .character("Q") {
            leave()
            return nil
        }
        switch step {
        case .connecting, .storing, .over: return nil
        case .choosing(let selection): return choose(key, selection)
        case .gathering:
            gather(key)
            return nil
        case .result(let outcome): return decide(key, outcome)
        case .verifying:
            // The answer to the question before, held down, is no wish to leave.
            if key != .character("y"), key != .character("Y") { leave() }
            return nil
        }
    }

    private mutating func choose(_ key: Key, _ selection: Int) -> Effect? {
        guard !candidates.isEmpty else { return nil }
        let count = candidates.count
        switch key {
        case .down, .right, .character("\t"): step = .choosing((selection + 1) % count)
        case .up, .left, .backTab: step = .choosing((selection + count - 1) % count)
        case .enter, .character(" "), .character("n"): return begin(candidates[selection])
        case .character(let digit):
            if let number = digit.wholeNumberValue, number >= 1, number <= count {
                return begin(candidates[number - 1])
            }
        case .backspace, .escape: break
        }
        return nil
    }

    private mutating func gather(_ key: Key) {
        guard var collector, let stage = collector.stage else { return }
        let wasSkipAsked = isSkipAsked
        isSkipAsked = false
        message = nil
        switch key {
        case .character(" "), .character("n"), .enter: advance(&collector, stage, isSure: wasSkipAsked)
        case .backspace: goBack(&collector, stage)
        case .character("r"), .character("R"):
            collector.restartStage()
            message = Message(text: "This step begins anew.")
        default: break
        }
        live.marked(collector)
        self.collector = collector
    }

    /// On to the next stage, if enough is there.
    private mutating func advance(_ collector: inout CalibrationCollector, _ stage: CalibrationStage, isSure: Bool) {
        let progress = collector.progress
        guard progress.isComplete || isSure else {
            if stage == .rest {
                message = Message(text: "A moment: this goes on by itself.")
            } else if progress.have < stage.fewest {
                let more = stage.fewest - progress.have
                message = Message(
                    text: "Not yet: it takes \(stage.counted(more, more: true)) at the least.",
                    isBad: true)
            } else {
                isSkipAsked = true
                message = Message(
                    text: "\(stage.counted(progress.more, more: true)) would be better. Once more to go on without.")
            }
            return
        }
        collector.next()
        if collector.stage == nil { finish(collector) }
    }

    /// The last touch is taken back; where there is none, the stage before is at hand again.
    private mutating func goBack(_ collector: inout CalibrationCollector, _ stage: CalibrationStage) {
        if collector.dropLast() {
            message = Message(text: "The last one is taken back.")
            return
        }
        let stages = collector.pad.stages.filter { $0 != .rest }
        guard let index = stages.firstIndex(of: stage), index > 0 else {
            message = Message(text: "There is nothing to take back.")
            return
        }
        collector.begin(stages[index - 1])
        message = Message(text: "Back at this step; what was counted is still there.")
    }

    private mutating func finish(_ collector: CalibrationCollector) {
        let outcome = collector.fit()
        self.outcome = outcome
        step = .result(outcome)
        scroll = 0
        message = nil
    }

    private mutating func decide(_ key: Key, _ outcome: CalibrationOutcome) -> Effect? {
        switch (key, outcome) {
        case (.character("y"), .fit(let fit)), (.character("Y"), .fit(let fit)):
            step = .storing(fit)
            message = nil
            return .store(fit)
        case (.backspace, _):
            guard var collector, let last = collector.pad.stages.last else { return nil }
            collector.begin(last)
            self.collector = collector
            step = .gathering
            message = Message(text: "Back at this step; what was counted is still there.")
        case (.character("r"), _), (.character("R"), _):
            guard let device, let pad = collector?.pad else { return nil }
            collector = CalibrationCollector(pad)
            live.unmark()
            step = .gathering
            message = Message(text: "All steps of \(device.name.drawable) begin anew.")
        case (.down, _): scroll += 1
        case (.up, _): scroll = max(0, scroll - 1)
        default: break
        }
        return nil
    }
}

extension CalibrationStage {
    /// `1 click`, `3 presses`, `2 more seconds`.
    func counted(_ number: Int, more: Bool = false) -> String {
        let word: String =
            switch self {
            case .rest: number == 1 ? "second" : "seconds"
            case .touches: number == 1 ? "touch" : "touches"
            case .clicks: number == 1 ? "click" : "clicks"
            case .presses, .hardPresses: number == 1 ? "press" : "presses"
            }
        return "\(number) \(more ? "more " : "")\(word)"
    }
}
