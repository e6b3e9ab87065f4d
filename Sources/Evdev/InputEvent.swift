import CEvdev

/// One kernel event. The corresponding C type is `struct input_event`.
public struct InputEvent: Equatable, Sendable {
    /// The kernel's time: CLOCK_MONOTONIC in µs on devices opened by ``EvdevDevice/init(_:)``.
    public var timeUsec: UInt64
    public var type: UInt16
    public var code: UInt16
    public var value: Int32

    public init(timeUsec: UInt64, type: UInt16, code: UInt16, value: Int32) {
        self.timeUsec = timeUsec
        self.type = type
        self.code = code
        self.value = value
    }

    init(_ event: input_event) {
        // A time before the clock's zero cannot be; a broken driver's shall not trap.
        let seconds = UInt64(clamping: event.time.tv_sec)
        let microseconds = UInt64(clamping: event.time.tv_usec)
        self.init(
            timeUsec: seconds &* 1_000_000 &+ microseconds, type: event.type, code: event.code, value: event.value)
    }
}

/// What reading one event came to.
public enum InputReading: Equatable, Sendable {
    /// An event as the kernel queued it.
    case event(InputEvent)
    /// The kernel dropped events (SYN_DROPPED): the next calls read the difference back.
    case dropped
    /// A part of the difference between the state known before and the state read back.
    case difference(InputEvent)
    /// The difference is complete; ordinary events follow.
    case synchronised
    /// Nothing is waiting.
    case nothing
}

/// An axis as the kernel announces it. The corresponding C type is `struct input_absinfo`.
public struct AxisInfo: Equatable, Sendable {
    public let value: Int32
    public let minimum: Int32
    public let maximum: Int32
    public let fuzz: Int32
    public let flat: Int32
    /// Units per mm for positions, units per gram for pressure; 0 where the device does not tell.
    public let resolution: Int32

    public init(
        value: Int32 = 0, minimum: Int32, maximum: Int32, fuzz: Int32 = 0, flat: Int32 = 0, resolution: Int32 = 0
    ) {
        self.value = value
        self.minimum = minimum
        self.maximum = maximum
        self.fuzz = fuzz
        self.flat = flat
        self.resolution = resolution
    }

    init(_ info: input_absinfo) {
        self.init(
            value: info.value, minimum: info.minimum, maximum: info.maximum, fuzz: info.fuzz, flat: info.flat,
            resolution: info.resolution)
    }

    var raw: input_absinfo {
        input_absinfo(
            value: value, minimum: minimum, maximum: maximum, fuzz: fuzz, flat: flat, resolution: resolution)
    }
}
