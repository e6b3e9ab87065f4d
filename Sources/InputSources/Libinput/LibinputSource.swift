import Glibc
import Libinput
import Linux
import Recognition
import Systemd
import Udev

/// Pads as libinput sees them: touchpads and touchscreens with what it makes of their motion, and the tips of pens.
///
/// Pads are found, followed and read by an ``EvdevSource``, for libinput gives the pressure of touches to nobody. Beside it,
/// a libinput context for each seat hears the same events: scrolls, swipes, pinches, fingers that move the pointer or lie
/// still, and silence about palms (``MotionContext``). Pens are read through libinput alone.
///
/// A context holds devices open only while pads of its seat are open. Then it reads, beside those pads, what tells about
/// their touches: the keyboards, pointing sticks and switches of the seat. Given nodes have a context of their own (a path
/// context), and nothing beside them is opened.
public final class LibinputSource: FrameSource {
    private final class Pad {
        let number: PadNumber
        let description: PadDescription
        var isWanted = false
        /// See ``FrameSource/hold(_:_:)``.
        var isHeld = false
        /// libinput's word for it, while it watches it.
        var device: LibinputDevice?
        var motion: MotionContext
        var matrix: ScreenMatrix?
        var pen: PenFrames
        /// What was last said of libinput not taking it.
        var complaint: String?

        var isPen: Bool { description.pressureAxis == .tip }

        init(_ number: PadNumber, _ description: PadDescription, _ library: LibinputLibrary) {
            self.number = number
            self.description = description
            motion = MotionContext(
                description,
                judgesSilence: MotionContext.judgesSilence(
                    description, knowsPressurePads: library.knowsPressurePads))
            pen = PenFrames(description)
        }
    }

    /// What the evdev source says; apart, so that nobody else can say it.
    private final class Ear: FrameSink {
        unowned let source: LibinputSource

        init(_ source: LibinputSource) { self.source = source }

        func padAdded(_ pad: PadNumber, _ description: PadDescription) { source.added(pad, description) }
        func padRemoved(_ pad: PadNumber) { source.removed(pad) }
        func padOpened(_ pad: PadNumber, _ node: PadNode) { source.sink?.padOpened(pad, node) }
        func frame(_ frame: borrowing Frame, from pad: PadNumber) { source.take(frame, from: pad) }
        func padFailed(_ pad: PadNumber, _ message: String) { source.sink?.padFailed(pad, message) }
        func sourceEnded() {}
    }

    public var isLive: Bool { true }

    private let loop: EventLoop
    private let library: LibinputLibrary
    private let udev: Udev?
    private let evdev: EvdevSource
    private let hasNodes: Bool
    private let notice: (String) -> Void
    private let warning: (String) -> Void
    private weak var sink: (any FrameSink)?
    private var ear: Ear!
    private var pads: [PadNumber: Pad] = [:]
    private var numbers: [LibinputDevice: PadNumber] = [:]
    /// By seat; the one of given nodes under "".
    private var watches: [String: LibinputWatch] = [:]
    /// Pads opened since the contexts were last told: their nodes may have been other devices' before.
    private var fresh: Set<PadNumber> = []
    private var tools: [LibinputTool] = []
    private var change: EventSource?
    private var timer: EventSource?
    private var armedUsec: UInt64 = 0

    /// - Parameters:
    ///   - loop: on whose thread everything happens.
    ///   - nodes: only these event nodes, `/dev/input/event5`; all there are and will be where `nil`.
    ///   - database: what is known of certain models.
    ///   - library: libinput; nothing of it is in memory before it is asked for.
    ///   - notice: called with one line for the log: what is unusual here and yet no failure.
    ///   - warning: called with one line for whoever looks after this system: what libinput cannot do here, and what udev says of
    ///     a pad that makes no sense.
    /// - Throws: `SystemError` where udev's library cannot be used.
    public init(
        loop: EventLoop, nodes: [String]? = nil, database: HardwareDatabase = .builtIn, library: LibinputLibrary,
        notice: @escaping (String) -> Void, warning: @escaping (String) -> Void
    ) throws {
        self.loop = loop
        self.library = library
        self.notice = notice
        self.warning = warning
        hasNodes = nodes != nil
        udev = Udev.isRunning ? try? Udev() : nil
        evdev = try EvdevSource(loop: loop, nodes: nodes, database: database, notice: notice, warning: warning)
    }

    public func start(sink: any FrameSink) throws {
        self.sink = sink
        change = try loop.deferred { [unowned self] in updateWatches() }
        change?.setEnabled(false)
        // After all that is waiting: silence is what is left when everything has been heard.
        timer = try loop.timer(priority: 1) { [unowned self] in silence() }
        ear = Ear(self)
        try evdev.start(sink: ear)
        guard udev == nil else { return }
        warning(
            "no udev runs here, and libinput knows no device without it: pads go on without what it makes of their"
                + " motion, pens not at all")
    }

    public func open(_ number: PadNumber) {
        guard let pad = pads[number], !pad.isWanted else { return evdev.open(number) }
        pad.isWanted = true
        fresh.insert(number)
        if !pad.isPen { evdev.open(number) }
        change?.schedule()
    }

    public func close(_ number: PadNumber) {
        evdev.close(number)
        guard let pad = pads[number], pad.isWanted else { return }
        pad.isWanted = false
        fresh.remove(number)
        forget(pad)
        // Whoever closes a pad has done with what is on it.
        _ = pad.pen.reset(atUsec: 0)
        change?.schedule()
    }

    /// libinput asks the devices it opens, and those whose events the kernel dropped: all of that waits too.
    public func hold(_ number: PadNumber, _ isHeld: Bool) {
        guard let pad = pads[number], pad.isHeld != isHeld else { return }
        pad.isHeld = isHeld
        let key = key(pad)
        watches[key]?.isHeld = holds(key)
        evdev.hold(number, isHeld)
        guard !isHeld else { return }
        change?.schedule()
        arm(pad.motion.deadlineUsec)
    }

    // MARK: From the evdev source

    private func added(_ number: PadNumber, _ description: PadDescription) {
        var description = description
        if description.kind == .pen {
            description.pressure = PadDescription.tipRange
            description.pressureAxis = .tip
        }
        pads[number] = Pad(number, description, library)
        sink?.padAdded(number, description)
    }

    private func removed(_ number: PadNumber) {
        if let pad = pads.removeValue(forKey: number) {
            forget(pad)
            fresh.remove(number)
            watches[key(pad)]?.isHeld = holds(key(pad))
            if pad.isWanted { change?.schedule() }
        }
        sink?.padRemoved(number)
    }

    private func take(_ frame: borrowing Frame, from number: PadNumber) {
        guard let pad = pads[number], pad.device != nil else {
            sink?.frame(frame, from: number)
            return
        }
        var frame = copy frame
        frame.motion = pad.motion.take(frame)
        pad.matrix?.apply(to: &frame)
        arm(pad.motion.deadlineUsec)
        sink?.frame(frame, from: number)
    }

    // MARK: Contexts

    private func key(_ pad: Pad) -> String { hasNodes ? "" : pad.description.seat }

    /// Whether a pad of a context is held.
    private func holds(_ key: String) -> Bool { pads.values.contains { $0.isHeld && self.key($0) == key } }

    /// Tells the contexts which pads are wanted now: once for all that were opened in a turn of the loop.
    private func updateWatches() {
        guard udev != nil else { return failPens() }
        let wanted = Dictionary(grouping: pads.values.filter(\.isWanted), by: key)
        for key in Set(watches.keys).union(wanted.keys).sorted() {
            let pads = wanted[key] ?? []
            // Told again when it is let go.
            guard !holds(key) else { continue }
            guard let watch = watches[key] ?? makeWatch(key) else { continue }
            watches[key] = watch
            watch.want(
                Set(pads.map(\.description.node)), again: pads.contains { fresh.contains($0.number) })
            fresh.subtract(pads.map(\.number))
            for pad in pads.sorted(by: { $0.number < $1.number }) where pad.device == nil { complain(pad, watch) }
        }
    }

    private func makeWatch(_ key: String) -> LibinputWatch? {
        do throws(Errno) {
            return try LibinputWatch(
                library, hasNodes ? .nodes : .seat(key), loop: loop, udev: udev,
                handle: { [unowned self] in take($0) }, failed: warning, ended: { [unowned self] in ended(key) })
        } catch {
            warning("starting libinput: \(error); pads go on without what it makes of their motion")
            return nil
        }
    }

    /// libinput does not take a pad: a touchpad goes on without it, a pen cannot.
    private func complain(_ pad: Pad, _ watch: LibinputWatch) {
        let node = pad.description.node
        let why = watch.word(on: node) ?? "it gives no reason; see `libinput list-devices`"
        let message = "libinput does not take \(node): \(why)"
        guard pad.complaint != message else { return }
        pad.complaint = message
        if pad.isPen {
            sink?.padFailed(pad.number, message + " (it is tried again when the tablet is plugged in again)")
        } else {
            warning(message + " (its presses go on, without what libinput makes of the motion)")
        }
    }

    private func failPens() {
        failPens { _ in "no udev runs here, and libinput reads no pen without it" }
    }

    private func failPens(_ why: (Pad) -> String?) {
        for pad in pads.values.sorted(by: { $0.number < $1.number }) where pad.isWanted && pad.isPen {
            if let why = why(pad) { sink?.padFailed(pad.number, "\(pad.description.node): \(why)") }
        }
    }

    /// A context does not speak any more, which was told: its silence means nothing.
    private func ended(_ key: String) {
        for pad in pads.values where self.key(pad) == key { forget(pad) }
        failPens { self.key($0) == key ? "libinput, which reads pens, has failed (restart peekpopd)" : nil }
    }

    /// libinput does not watch a pad any more.
    private func forget(_ pad: Pad) {
        if let device = pad.device { numbers[device] = nil }
        pad.device = nil
        pad.matrix = nil
        pad.motion.detach()
    }

    // MARK: From libinput

    private func take(_ event: LibinputEvent) {
        switch event {
        case .deviceAdded(let device): watch(device)
        case .deviceRemoved(let device): if let pad = pad(device) { forget(pad) }
        case .pointerMotion(let device, let usec): hear(.pointer, device, usec)
        case .button(let device, let usec): hear(.button, device, usec)
        case .scroll(let device, let phase, let usec): hear(word(.scroll, phase), device, usec)
        case .swipe(let device, let phase, let usec): hear(word(.swipe, phase), device, usec)
        case .pinch(let device, let phase, let usec): hear(word(.pinch, phase), device, usec)
        case .hold(let device, let phase, let usec): hear(phase == .ended ? .holdOver : .holding, device, usec)
        case .touchCancelled(let device, let usec): hear(.palm, device, usec)
        case .tool(let device, let event): take(event, from: device)
        case .other: break
        }
    }

    private func word(_ motion: Motion, _ phase: LibinputGesturePhase) -> MotionContext.Word {
        phase == .ended ? .gestureOver : .gesture(motion)
    }

    private func pad(_ device: LibinputDevice) -> Pad? { numbers[device].flatMap { pads[$0] } }

    private func watch(_ device: LibinputDevice) {
        guard let node = device.node,
            let pad = pads.values.first(where: { $0.isWanted && $0.description.node == node })
        else { return }
        forget(pad)
        pad.device = device
        pad.complaint = nil
        numbers[device] = pad.number
        // In this context alone: else a press near the lower edge would be one in a button's area.
        device.preferClickFinger()
        pad.matrix = device.calibrationMatrix.flatMap { ScreenMatrix($0, pad.description) }
        pad.motion.attach(isTouched: evdev.isTouched(pad.number))
        // A tip that was down when libinput let go of the tablet may be up by now.
        if let frame = pad.pen.reset(atUsec: Clock.monotonicUsec) { sink?.frame(frame, from: pad.number) }
    }

    private func hear(_ word: MotionContext.Word, _ device: LibinputDevice, _ usec: UInt64) {
        guard let pad = pad(device), !pad.isPen else { return }
        if let motion = pad.motion.heard(word, atUsec: usec) { sink?.motion(motion, on: pad.number) }
    }

    private func take(_ event: LibinputToolEvent, from device: LibinputDevice) {
        guard let pad = pad(device), pad.isPen else { return }
        let report = PenFrames.Report(event)
        if !tools.contains(report.tool) { introduce(report.tool, event.toolName, pad) }
        if let frame = pad.pen.take(report) { sink?.frame(frame, from: pad.number) }
    }

    /// Says once what tool that is: for whoever wonders what to make of `tool` in the events.
    private func introduce(_ tool: LibinputTool, _ name: String?, _ pad: Pad) {
        tools.append(tool)
        let kind = tool.type.map { "\($0)" } ?? "tool of an unknown kind"
        let called = name.map { " (\($0))" } ?? ""
        let pressure = tool.hasPressure ? "" : ", which tells no pressure: no presses with it"
        notice("\(pad.description.id): \(kind)\(called), serial \(tool.serial), id \(tool.id)\(pressure)")
    }

    // MARK: Silence

    /// A timer that is set too early is left alone: it looks again when it fires.
    private func arm(_ usec: UInt64?) {
        guard let usec, armedUsec == 0 || usec < armedUsec else { return }
        timer?.arm(atUsec: usec)
        armedUsec = usec
    }

    private func silence() {
        armedUsec = 0
        for watch in watches.values { watch.dispatch() }
        let now = Clock.monotonicUsec
        // Of a held pad libinput may have something to say that it could not be asked for.
        for pad in pads.values where !holds(key(pad)) && pad.motion.silence(untilUsec: now) {
            sink?.motion(.palm, on: pad.number)
        }
        for pad in pads.values where !holds(key(pad)) { arm(pad.motion.deadlineUsec) }
    }
}
