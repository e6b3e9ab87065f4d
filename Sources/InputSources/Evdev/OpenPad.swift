import Evdev
import Glibc
import Linux
import Recognition
import Recordings
import Systemd

/// A pad whose events are being read. Reading allocates nothing.
final class OpenPad {
    /// What became of reading.
    enum End {
        case gone
        case failed(Errno)
    }

    private let device: EvdevDevice
    private var assembler: FrameAssembler
    private var source: EventSource?
    private var sleep = SleepDetector()
    private var lastUsec: UInt64 = 0
    private let isAnonymous: Bool

    /// - Parameters:
    ///   - frame: called with each frame.
    ///   - ended: called once, when there will be no more; letting go of the pad in it is fine.
    /// - Throws: what opening gives: `EACCES`, `ENOENT`, `ENODEV`.
    init(
        _ loop: EventLoop, _ node: EventNode, frame: @escaping (borrowing Frame) -> Void, ended: @escaping (End) -> Void
    ) throws(Errno) {
        device = try OpenPad.device(node.path)
        assembler = FrameAssembler(DeviceFacts(device, node: node.path, udevProperties: node.properties))
        isAnonymous = device.slotCount == nil && device.axis(EventCode.positionX) != nil
        prime()
        source = try loop.watch(device.fd, for: .readable) { [unowned self] _ in
            // The handlers may let go of this pad.
            withExtendedLifetime(self) {
                if let end = read(frame) {
                    close()
                    ended(end)
                }
            }
        }
    }

    deinit {
        close()
    }

    /// Opens a node for reading, without grabbing it.
    static func device(_ path: String) throws(Errno) -> EvdevDevice {
        try EvdevDevice(try FileDescriptor.open(path, O_RDONLY | O_NONBLOCK))
    }

    /// No frame comes after this.
    func close() {
        source?.cancel()
        source = nil
    }

    /// Tells the assembler what is already on the pad and in its slots: a slot's old value counts for the next touch,
    /// which sends none where it is the same.
    private func prime() {
        device.tellState { type, code, value in
            _ = assembler.feed(timeUsec: 0, type: type, code: code, value: value)
        }
    }

    // MARK: Reading

    /// Reads all that waits.
    private func read(_ emit: (borrowing Frame) -> Void) -> End? {
        do {
            if sleep.hasSlept() {
                try device.readBack()
                try readDifference(.resumed, emit)
            }
            while source != nil {
                switch try device.next() {
                case .event(let event):
                    if take(event, atUsec: event.timeUsec) { emit(assembler.frame) }
                case .dropped: try readDifference(.resynchronised, emit)
                case .difference, .synchronised: break
                case .nothing: return nil
                }
            }
            return nil
        } catch {
            return error.rawValue == ENODEV ? .gone : .failed(error)
        }
    }

    private func take(_ event: InputEvent, atUsec timeUsec: UInt64) -> Bool {
        // A state read back is stamped with our clock, and what follows may have been queued just before.
        lastUsec = max(lastUsec, timeUsec)
        return assembler.feed(timeUsec: lastUsec, type: event.type, code: event.code, value: event.value)
    }

    /// Takes a state read back as one frame: the kernel's order of what happened meanwhile is lost, so libevdev's steps
    /// towards the present state are no frames of their own.
    private func readDifference(_ continuity: Continuity, _ emit: (borrowing Frame) -> Void) throws(Errno) {
        // The events of the difference carry the time of the last event before it.
        let now = Clock.monotonicUsec
        reading: while true {
            switch try device.next() {
            case .difference(let event): _ = take(event, atUsec: now)
            case .event, .dropped, .synchronised, .nothing: break reading
            }
        }
        assembler.markNext(continuity)
        // Contacts without slots have no state in the kernel: the next report tells them all.
        guard !isAnonymous else { return }
        let report = InputEvent(timeUsec: now, type: EventCode.syn, code: EventCode.report, value: 0)
        if take(report, atUsec: now) { emit(assembler.frame) }
    }
}
