import Glibc
import Linux

/// Writes one device's events as `libinput record` YAML, version 1, which `libinput replay` plays.
///
/// Each frame is written as soon as its SYN_REPORT comes. When a write fails (a full disk), the file is cut back to its
/// last whole frame, so that it stays a valid recording; of a pipe that cannot be taken back.
public final class RecordingWriter {
    private let file: FileDescriptor
    private let name: String
    /// The time that is written as 0; `nil` until the first event gives it.
    private var originUsec: UInt64?
    private var lastUsec: UInt64 = 0
    private var frame: [UInt8] = []
    private var eventsInFrame = 0
    private var failure: RecordingError?
    /// Where the last whole frame ends; `nil` for what cannot be cut back.
    private var wholeBytes: off_t?
    /// Frames written so far.
    public private(set) var frames = 0

    /// Writes the device's description.
    ///
    /// - Parameters:
    ///   - file: open for writing; the recording goes to where it stands.
    ///   - name: the file's name, for errors.
    ///   - device: its facts; its events are not looked at.
    ///   - originUsec: the time to be written as 0. Without it, that of the first event, as `libinput record` does.
    /// - Throws: the system's error; nothing of the recording is left in the file then.
    public init(
        to file: FileDescriptor, name: String, device: RecordedDevice, originUsec: UInt64? = nil
    ) throws(RecordingError) {
        self.file = file
        self.name = name
        self.originUsec = originUsec
        var status = stat()
        if fstat(file.rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
            let position = lseek(file.rawValue, 0, SEEK_CUR)
            if position >= 0 { wholeBytes = position }
        }
        try write(Array(YamlText.header(device).utf8))
    }

    /// Takes an event; with a SYN_REPORT, the frame goes to the file.
    ///
    /// Time that runs backwards is held at the last event's time.
    ///
    /// - Throws: the system's error, now and at each later call.
    public func append(_ event: RecordedEvent) throws(RecordingError) {
        if let failure { throw failure }
        let origin = originUsec ?? event.timeUsec
        originUsec = origin
        lastUsec = max(lastUsec, event.timeUsec > origin ? event.timeUsec - origin : 0)
        if eventsInFrame == 0 { frame.append(contentsOf: "  - evdev:\n".utf8) }
        YamlText.append(event, atUsec: lastUsec, to: &frame)
        eventsInFrame += 1
        guard event.isReport else { return }
        let bytes = frame
        frame.removeAll(keepingCapacity: true)
        eventsInFrame = 0
        try write(bytes)
        frames += 1
    }

    /// Leaves the file as a whole recording: events without their SYN_REPORT are not written.
    ///
    /// - Throws: the error of an earlier write, so that nobody takes a cut recording for a whole one.
    public func finish() throws(RecordingError) {
        frame.removeAll()
        eventsInFrame = 0
        if let failure { throw failure }
    }

    private func write(_ bytes: [UInt8]) throws(RecordingError) {
        var failed: Errno?
        bytes.withUnsafeBytes { buffer in
            do throws(Errno) { try file.writeAll(buffer) } catch { failed = error }
        }
        guard let failed else {
            if let whole = wholeBytes { wholeBytes = whole + off_t(bytes.count) }
            return
        }
        if let wholeBytes, ftruncate(file.rawValue, wholeBytes) == 0 { lseek(file.rawValue, wholeBytes, SEEK_SET) }
        let kept = frames == 0 ? "" : " after \(frames) whole frames, which stand"
        let error = RecordingError(
            file: name, problem: .system(SystemError("writing \(name)\(kept)", failed)))
        failure = error
        throw error
    }
}
