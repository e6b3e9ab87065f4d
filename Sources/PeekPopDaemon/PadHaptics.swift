import Glibc
import Haptics
import InputSources
import Linux
import Recognition
import Systemd

/// The motor of one pad: gives it its effects when the pad opens, plays them, and knows in words why it does not.
///
/// Whatever the motor does, presses go on.
final class PadHaptics {
    enum State: Equatable {
        /// Nothing will be played, for this reason.
        case silent(String)
        /// The pad is closed; so it seems, it can be played on once it is open.
        case resting
        /// The device is being given its effects.
        case starting
        case ready
    }

    /// How long a device may take for its effects until that is said. Real ones take milliseconds.
    static let patienceUsec: UInt64 = 1_000_000

    private let pad: PadDescription
    private let isLive: Bool
    private let loop: EventLoop
    private let reporter: Reporter
    private let search: HidrawSearch
    private var settings: HapticSettings
    /// While the pad is open.
    private var node: PadNode?
    private var hand: HapticHand?
    private var plan: FeedbackPlan?
    /// Effects of the plan that the device has refused.
    private var refused: [Int: Errno] = [:]
    /// What went wrong since the pad was opened.
    private var trouble: String?
    private var lastFailure: Errno?
    private var slowTimer: EventSource?
    /// The hand that is letting go of the device.
    private var leaving: HapticHand?

    /// Asks that nothing be asked of the pad's event device, or that this is over.
    var onHold: (Bool) -> Void = { _ in }
    /// ``state`` may have changed.
    var onChange: () -> Void = {}

    init(
        _ pad: PadDescription, isLive: Bool, _ settings: HapticSettings, _ loop: EventLoop, _ reporter: Reporter,
        search: HidrawSearch = HidrawSearch()
    ) {
        self.pad = pad
        self.isLive = isLive
        self.settings = settings
        self.loop = loop
        self.reporter = reporter
        self.search = search
    }

    // MARK: What it can

    var state: State {
        if let reason = silence { return .silent(reason) }
        guard let hand else { return node == nil ? .resting : .starting }
        return hand.isReady ? .ready : .starting
    }

    /// How the pad is played on, or why it is not, in words.
    var words: String {
        if let silence { return silence }
        switch driver {
        case .kernel(.haptic)?: return "waveforms, by the kernel (FF_HAPTIC)"
        case .kernel(.rumble)?: return "a rumble motor, by the kernel (FF_RUMBLE): it shakes, it does not click"
        case .vendor?: return "a click, by the vendor's own report (hidraw)"
        case .kernel(.none)?, nil: return ""
        }
    }

    private var driver: MotorDriver? {
        guard isLive else { return nil }
        if pad.motor != .none { return .kernel(pad.motor) }
        guard settings.usesVendorReports else { return nil }
        return VendorMotor.of(bus: pad.bus, vendor: pad.vendor, product: pad.product).map(MotorDriver.vendor)
    }

    private var silence: String? {
        guard isLive else { return "this pad is a recording, which has no haptic motor" }
        guard driver != nil else {
            let isKnown = VendorMotor.of(bus: pad.bus, vendor: pad.vendor, product: pad.product) != nil
            return "the kernel offers no haptic motor of this pad"
                + (isKnown
                    ? "; its vendor's report is known, and not used unless `vendor-reports = yes` is set in [haptics]"
                    : "")
        }
        guard settings.isOn else { return "switched off in the configuration" }
        guard settings.intensity > 0 else { return "its intensity is 0 in the configuration" }
        return trouble
    }

    /// Whether it is silent for what went wrong, which may pass, and not by nature or by wish.
    var isTroubled: Bool { trouble != nil && silence == trouble }

    /// Whether this can be played, once ``state`` is ready.
    func canPlay(_ feedback: Feedback) -> Bool {
        plan?.place(of: feedback).map { refused[$0] == nil } ?? false
    }

    /// Plays it if it can be; allocates nothing.
    @discardableResult
    func play(_ feedback: Feedback) -> Bool {
        guard let hand, let place = plan?.place(of: feedback), refused.isEmpty || refused[place] == nil else {
            return false
        }
        return hand.play(place)
    }

    // MARK: Open and closed

    func opened(_ node: PadNode) {
        self.node = node
        trouble = nil
        if leaving == nil { start() }
    }

    /// The pad is closed or gone; frames are not read any more.
    func closed() {
        // Before the hand ends: the last to let go of the device has to be the hand, which may wait.
        node = nil
        trouble = nil
        end()
    }

    /// New settings hold at once: there is no feedback in flight.
    func apply(_ settings: HapticSettings) {
        guard settings != self.settings else { return }
        self.settings = settings
        trouble = nil
        end()
        if node != nil, leaving == nil { start() } else { onChange() }
    }

    private func start() {
        lastFailure = nil
        refused = [:]
        var asksTheNode = false
        if let node, silence == nil, let driver {
            let plan = FeedbackPlan(settings, driver)
            self.plan = plan
            if let device = device(node, driver), start(on: device, plan), case .kernel = driver {
                asksTheNode = true
            }
        }
        onChange()
        // The last: the source goes on with what it has put off.
        onHold(asksTheNode)
    }

    private func start(on device: HapticHand.Device, _ plan: FeedbackPlan) -> Bool {
        do throws(Errno) {
            // It may outlive the pad: the device decides how long it takes to let go.
            hand = try HapticHand(loop, device, plan.effects) { [weak self] in self?.take($0) }
            slowTimer = try loop.timer { [unowned self] in tooSlow() }
            slowTimer?.arm(atUsec: Clock.monotonicUsec + PadHaptics.patienceUsec)
        } catch {
            fail("starting the haptics of \(name): \(error)")
        }
        return hand != nil
    }

    private func device(_ node: PadNode, _ driver: MotorDriver) -> HapticHand.Device? {
        switch driver {
        case .kernel:
            if let descriptor = node.writable { return .descriptor(descriptor) }
            fail(
                "opening \(node.path) for writing, which haptic feedback takes:"
                    + " \(node.readOnlyReason ?? Errno(EACCES)) (root and group input may; presses go on without"
                    + " feedback)")
        case .vendor(let motor):
            if let path = search.node(of: motor, phys: node.phys) { return .node(path) }
            fail(
                "looking for the motor of \(name): none of its interfaces (hidraw) has the report that is known of this"
                    + " model; presses go on without feedback")
        }
        return nil
    }

    private func end() {
        slowTimer = nil
        plan = nil
        guard let hand else { return }
        self.hand = nil
        leaving = hand
        onHold(true)
        hand.end()
    }

    // MARK: News of the hand

    private func take(_ news: HapticHand.News) {
        guard let hand else {
            if news == .gone { gone() }
            return
        }
        switch news {
        case .closed(let error): fail(openingFailed(error))
        case .refused(let effect, let error): refused[effect] = error
        case .ready:
            slowTimer = nil
            settle()
            onChange()
            if self.hand === hand { onHold(false) }
        case .failed(_, let error): failedToPlay(error)
        case .gone:
            // It ends by itself only where it could not begin, which was told.
            self.hand = nil
            slowTimer = nil
            onChange()
            onHold(false)
        }
    }

    /// The hand has let go of the device: the next may take it, or whoever closed the pad may open it again.
    private func gone() {
        leaving = nil
        if node != nil, trouble == nil { start() } else { onHold(false) }
    }

    /// The device has said of every effect whether it takes it.
    private func settle() {
        if trouble != nil {
            trouble = nil
            reporter.notice("\(name): it has taken its haptic effects after all")
        }
        guard let plan, !refused.isEmpty else { return }
        let wanted = [Feedback.hint, .peek, .pop, .click].compactMap { plan.place(of: $0) }
        guard let place = wanted.first(where: { refused[$0] != nil }), let error = refused[place] else { return }
        let isAll = wanted.allSatisfy { refused[$0] != nil }
        let effect = plan.effects[place]
        let message =
            "giving \(name) the effect \(PadHaptics.words(effect)): \(error)\(PadHaptics.advice(effect, error))"
        if isAll {
            end()
            fail(message)
        } else {
            reporter.warning(message, device: pad.id)
        }
    }

    private func tooSlow() {
        fail(
            "giving \(name) its haptic effects: it has not answered for"
                + " \(PadHaptics.patienceUsec / 1_000_000) s; presses go on without feedback until it does")
        onChange()
    }

    private func failedToPlay(_ error: Errno) {
        guard error != lastFailure else { return }
        lastFailure = error
        switch (driver, error.rawValue) {
        // A pad that goes says so itself.
        case (.kernel?, ENODEV): break
        case (.vendor?, ENODEV), (.vendor?, EIO):
            end()
            fail("playing on \(name): the interface of its motor is gone (\(error)); presses go on without feedback")
            onChange()
        default: reporter.warning("playing on \(name): \(error); presses go on", device: pad.id)
        }
    }

    private func openingFailed(_ error: Errno) -> String {
        let what = "opening the hidraw node of \(name): \(error)"
        return [EACCES, EPERM].contains(error.rawValue)
            ? what
                + " (hidraw nodes are root's alone: peekpopd.conf(5), vendor-reports, has the rule that lets group input"
                + " write)"
            : what
    }

    private func fail(_ message: String) {
        trouble = message
        reporter.warning(message, device: pad.id)
    }

    private var name: String { "\(pad.name) (\(pad.node))" }

    private static func words(_ effect: FeedbackPlan.Effect) -> String {
        switch effect {
        case .haptic(let waveform, let intensity): "\(waveform.name) at \(intensity) %"
        case .rumble(_, let milliseconds): "rumble for \(milliseconds) ms"
        case .report: "report"
        }
    }

    private static func advice(_ effect: FeedbackPlan.Effect, _ error: Errno) -> String {
        switch (effect, error.rawValue) {
        case (.haptic, EINVAL): " (the pad does not have this waveform, or this kernel does not know FF_HAPTIC)"
        case (_, ENOSPC): " (other programs have taken all of its places for effects)"
        case (_, ETIMEDOUT): " (whatever answers for this device does not)"
        default: ""
        }
    }
}
