/// One kernel event as a recording holds it; 16 bytes.
///
/// The corresponding C type is `struct input_event`.
public struct RecordedEvent: Equatable, Hashable, Sendable {
    /// The recording's own time in µs: within one device it never runs backwards.
    public var timeUsec: UInt64
    /// EV_SYN, EV_KEY, EV_ABS …
    public var type: UInt16
    /// SYN_REPORT, BTN_LEFT, ABS_MT_PRESSURE … within its type.
    public var code: UInt16
    public var value: Int32

    public init(timeUsec: UInt64, type: UInt16, code: UInt16, value: Int32) {
        self.timeUsec = timeUsec
        self.type = type
        self.code = code
        self.value = value
    }

    /// SYN_REPORT: what came before it belongs together.
    public var isReport: Bool { type == EventCode.syn && code == EventCode.report }
}

/// The formats that are read.
public enum RecordingFormat: String, Sendable, CaseIterable {
    /// `libinput record`, version 1.
    case libinput = "libinput record"
    /// `evemu-record` and `evemu-describe`, 1.0 to 1.3.
    case evemu
    /// What `evtest` prints.
    case evtest
}

/// Something in a recording that was not as it should be, though it could be read.
public struct RecordingWarning: Equatable, Sendable, CustomStringConvertible {
    /// The first line it concerns, from 1; 0 where it concerns no line.
    public let line: Int
    /// What is the matter and what was done about it, without a full stop.
    public let message: String

    public init(line: Int, message: String) {
        self.line = line
        self.message = message
    }

    public var description: String { line > 0 ? "line \(line): \(message)" : message }
}

/// What devices said, each with its facts and its events.
public struct Recording: Equatable, Sendable {
    public var format: RecordingFormat
    /// At least one. A description without events (`.desc`, `.prop`) has a device with no events.
    public var devices: [RecordedDevice]
    /// In the order in which they were found; one for each kind and device, however often it happened.
    public var warnings: [RecordingWarning]

    public init(format: RecordingFormat, devices: [RecordedDevice], warnings: [RecordingWarning] = []) {
        self.format = format
        self.devices = devices
        self.warnings = warnings
    }
}
