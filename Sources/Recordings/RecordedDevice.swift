/// An axis as a recording announces it. The corresponding C type is `struct input_absinfo`, without its value.
public struct RecordedAxis: Equatable, Hashable, Sendable {
    public var minimum: Int32
    public var maximum: Int32
    public var fuzz: Int32
    public var flat: Int32
    /// Units per mm (positions) or per gram (pressure); 0 where nothing is announced.
    public var resolution: Int32

    public init(minimum: Int32, maximum: Int32, fuzz: Int32 = 0, flat: Int32 = 0, resolution: Int32 = 0) {
        self.minimum = minimum
        self.maximum = maximum
        self.fuzz = fuzz
        self.flat = flat
        self.resolution = resolution
    }
}

/// Where a device's facts come from.
public enum FactsOrigin: String, Sendable {
    /// The recording itself announces them.
    case recording
    /// A companion file gave them.
    case companion
    /// Guessed from the events: ranges are those seen, widened, and no scale is known.
    case inferred
}

/// One device of a recording: what it announced, and what it said.
public struct RecordedDevice: Equatable, Sendable {
    public var name = ""
    /// `/dev/input/event5` on the machine where it was recorded; empty where the format does not tell.
    public var node = ""
    public var phys = ""
    public var uniq = ""
    public var bus: UInt16 = 0
    public var vendor: UInt16 = 0
    public var product: UInt16 = 0
    public var version: UInt16 = 0
    /// By ABS_* code.
    public var axes: [UInt16: RecordedAxis] = [:]
    /// Announced codes by event type, sorted, each once.
    public var codes: [UInt16: [UInt16]] = [:]
    /// INPUT_PROP_*, sorted, each once.
    public var properties: [UInt16] = []
    /// `libinput record` keeps the udev properties; the other formats have none.
    public var udevProperties: [String: String] = [:]
    /// The modalias of the machine it is built into, as `/sys/class/dmi/id/modalias` has it: `dmi:bvn…`. Empty where
    /// that is not known; devices from another machine keep theirs.
    public var machine = ""
    public var factsOrigin = FactsOrigin.recording
    public var events: [RecordedEvent] = []

    public init() {}

    /// Whether anything is announced that a pad could be made from.
    public var announcesAxes: Bool { !axes.isEmpty }

    public func has(_ type: UInt16, _ code: UInt16) -> Bool {
        codes[type]?.contains(code) ?? false
    }

    /// Announces a code, and with EV_ABS nothing about its range.
    public mutating func announce(_ type: UInt16, _ code: UInt16) {
        insert(code, into: &codes[type, default: []])
    }

    public mutating func announce(_ axis: UInt16, _ range: RecordedAxis) {
        axes[axis] = range
        announce(EventCode.abs, axis)
    }

    public mutating func announceProperty(_ property: UInt16) {
        insert(property, into: &properties)
    }

    private func insert(_ number: UInt16, into sorted: inout [UInt16]) {
        // Formats list their codes in order: look at the end first.
        if let last = sorted.last, last < number { return sorted.append(number) }
        guard let place = sorted.firstIndex(where: { $0 >= number }) else { return sorted.append(number) }
        if sorted[place] != number { sorted.insert(number, at: place) }
    }

    /// Takes what another device announces, where this one announces no axes of its own.
    public mutating func adopt(factsOf other: RecordedDevice) {
        guard !announcesAxes else { return }
        let own = self
        self = other
        events = own.events
        if !own.name.isEmpty { name = own.name }
        if own.vendor != 0 || own.product != 0 {
            (bus, vendor, product, version) = (own.bus, own.vendor, own.product, own.version)
        }
        factsOrigin = .companion
        announceSeen()
    }

    /// Adds the keys that occur in the events to what is announced, where the recording lists no keys at all.
    mutating func announceSeen() {
        guard (codes[EventCode.key] ?? []).isEmpty else { return }
        var seen: Set<UInt16> = []
        for event in events where event.type == EventCode.key { seen.insert(event.code) }
        for code in seen.sorted() { announce(EventCode.key, code) }
    }
}
