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
    private let readOnlyReason: Errno?
    private let isWritable: Bool
    private let path: String
    /// What has to be read back when the pad is let go.
    private var missed: Continuity?
    private let emit: (borrowing Frame) -> Void
    private let ended: (End) -> Void
    /// While somebody else may keep the kernel waiting for this device, nothing is asked of it here: see
    /// ``FrameSource/hold(_:_:)``.
    var isHeld = false {
        didSet {
            guard !isHeld, missed != nil, source != nil else { return }
            source?.setEnabled(true)
            withExtendedLifetime(self) { turn() }
        }
    }

    /// - Parameters:
    ///   - writing: whether to open it for writing too, where that is allowed.
    ///   - frame: called with each frame.
    ///   - ended: called once, when there will be no more; letting go of the pad in it is fine.
    /// - Throws: what opening gives: `EACCES`, `ENOENT`, `ENODEV`.
    init(
        _ loop: EventLoop, _ node: EventNode, writing: Bool, frame: @escaping (borrowing Frame) -> Void,
        ended: @escaping (End) -> Void
    ) throws(Errno) {
        (device, readOnlyReason) = try OpenPad.device(node.path, writing: writing)
        path = node.path
        emit = frame
        self.ended = ended
        assembler = FrameAssembler(DeviceFacts(device, node: node.path, udevProperties: node.properties))
        isWritable = writing && readOnlyReason == nil
        isAnonymous = device.slotCount == nil && device.axis(EventCode.positionX) != nil
        prime()
        source = try loop.watch(device.fd, for: .readable) { [unowned self] _ in
            // The handlers may let go of this pad.
            withExtendedLifetime(self) { turn() }
        }
    }

    /// Reads what waits, and says when that was the last.
    private func turn() {
        if let end = read(emit) {
            close()
            ended(end)
        }
    }

    deinit {
        close()
    }

    /// Opens a node for reading, without grabbing it.
    static func device(_ path: String) throws(Errno) -> EvdevDevice {
        try EvdevDevice(try FileDescriptor.open(path, O_RDONLY | O_NONBLOCK))
    }

    /// Opens a node for reading and, where it may be, for writing.
    ///
    /// - Returns: the device, and why it could not be opened for writing.
    private static func device(_ path: String, writing: Bool) throws(Errno) -> (EvdevDevice, Errno?) {
        guard writing else { return (try device(path), nil) }
        let descriptor: FileDescriptor
        do {
            descriptor = try FileDescriptor.open(path, O_RDWR | O_NONBLOCK)
        } catch {
            guard [EACCES, EPERM, EROFS].contains(error.rawValue) else { throw error }
            return (try device(path), error)
        }
        return (try EvdevDevice(descriptor), nil)
    }

    /// What of it others may have.
    var node: PadNode {
        PadNode(
            path: path, phys: device.phys, writable: isWritable ? device.openDescriptor : nil,
            readOnlyReason: readOnlyReason)
    }

    /// As of the last event read.
    var isTouched: Bool { device.value(EventCode.key, EventCode.touch) == 1 }

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
                guard !isHeld else { return miss(.resumed) }
                missed = .resumed
            }
            switch missed {
            case .resumed?:
                try device.readBack()
                try readDifference(.resumed, emit)
            case .resynchronised?: try readDifference(.resynchronised, emit)
            case .unbroken?, nil: break
            }
            missed = nil
            while source != nil {
                switch try device.next() {
                case .event(let event):
                    if take(event, atUsec: event.timeUsec) { emit(assembler.frame) }
                case .dropped:
                    guard !isHeld else { return miss(.resynchronised) }
                    try readDifference(.resynchronised, emit)
                case .difference, .synchronised: break
                case .nothing: return nil
                }
            }
            return nil
        } catch {
            return error.rawValue == ENODEV ? .gone : .failed(error)
        }
    }

    /// Reads nothing more until the device may be asked for its state.
    private func miss(_ continuity: Continuity) -> End? {
        // What is read back after a sleep is the whole state, dropped or not.
        missed = missed == .resumed ? .resumed : continuity
        source?.setEnabled(false)
        return nil
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
