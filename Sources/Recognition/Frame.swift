/// The buttons that are down, as BTN_LEFT, BTN_RIGHT and BTN_MIDDLE tell.
public struct Buttons: OptionSet, Equatable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    public static let left = Buttons(rawValue: 1)
    public static let right = Buttons(rawValue: 2)
    public static let middle = Buttons(rawValue: 4)
}

/// What somebody who also watches the pad (libinput) made of the motion. `unknown` where nobody does.
public enum Motion: UInt8, Sendable {
    case unknown
    case still
    case pointer
    case scroll
    case swipe
    case pinch
    case palm
}

/// How a frame came about.
public enum Continuity: UInt8, Sendable {
    /// Every event since the frame before arrived.
    case unbroken
    /// The kernel dropped events (SYN_DROPPED); this frame is the state read back afterwards.
    case resynchronised
    /// The machine slept between the frame before and this one.
    case resumed
}

/// All values of one device between two SYN_REPORTs.
///
/// A value without references, so that copying it allocates nothing.
public struct Frame: Sendable {
    /// Contacts beyond this many are counted in ``fingers`` and otherwise left out.
    public static let capacity = 16

    /// The kernel's time of the report: CLOCK_MONOTONIC in µs, or the recording's own.
    public var timeUsec: UInt64
    public private(set) var contactCount: Int
    private var storage: InlineArray<16, Contact>
    /// How many fingers the device says are down: at least ``contactCount``, more on pads that have fewer slots than
    /// they can count fingers.
    public var fingers: Int
    public var buttons: Buttons
    public var motion: Motion
    /// The pen whose tip the contact is; `nil` for fingers.
    public var tool: PressTool?
    public var continuity: Continuity
    /// The device's single-touch pressure (ABS_PRESSURE) while nothing touches: its zero. `nil` where it does not tell.
    public var restPressure: Int32?

    public init(timeUsec: UInt64) {
        self.timeUsec = timeUsec
        contactCount = 0
        storage = InlineArray(repeating: Contact())
        fingers = 0
        buttons = []
        motion = .unknown
        tool = nil
        continuity = .unbroken
        restPressure = nil
    }

    /// A frame of the given contacts.
    public init(timeUsec: UInt64, contacts: [Contact], buttons: Buttons = []) {
        self.init(timeUsec: timeUsec)
        self.buttons = buttons
        for contact in contacts { add(contact) }
    }

    /// Adds a contact, in slot order.
    public mutating func add(_ contact: Contact) {
        fingers += 1
        guard contactCount < Frame.capacity else { return }
        storage[contactCount] = contact
        contactCount += 1
    }

    /// The contacts in slot order; `index` from 0 to ``contactCount`` − 1.
    public subscript(index: Int) -> Contact {
        get {
            precondition(index < contactCount)
            return storage[index]
        }
        set {
            precondition(index < contactCount)
            storage[index] = newValue
        }
    }
}
