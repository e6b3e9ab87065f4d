/// One axis as the kernel announces it (EVIOCGABS).
public struct Axis: Equatable, Sendable {
    public var minimum: Int32
    public var maximum: Int32
    /// Units per mm for positions, units per gram for pressure; 0 where the device does not tell.
    public var resolution: Int32

    public init(minimum: Int32, maximum: Int32, resolution: Int32 = 0) {
        self.minimum = minimum
        self.maximum = maximum
        self.resolution = resolution
    }
}

/// What kind of device a node is, as udev's ID_INPUT_* properties or the device's own bits tell.
public enum PadKind: String, Sendable, CaseIterable {
    case touchpad
    case touchscreen
    case pen
    case other

    /// How far what presses may move, as a share of what a finger may.
    public var moveShare: Float { self == .pen ? Tuning.penMoveShare : 1 }
}

/// Where a device announces pressure.
public enum PressureAxis: String, Sendable {
    /// ABS_MT_PRESSURE: a value for each contact.
    case perContact
    /// ABS_PRESSURE alone: one value for the pad.
    case single
    /// A pen's tip, in parts of ``PadDescription/tipRange``: what libinput makes of it.
    case tip
}

/// How the pressure of several fingers on a pad hangs together (hwdb: `PEEKPOP_SHARING`).
public enum ForceSharing: String, Sendable, CaseIterable {
    /// Each finger has its own force.
    case perContact = "per-contact"
    /// One total is divided among the fingers, as on the Magic Trackpad 2.
    case shared
    /// Every finger carries the force of the whole pad, as on the Surface Laptop Studio.
    case wholePad = "whole-pad"
    /// The values stand still while more than one finger is down, as on ASUS's UX302LA: they mean something with one
    /// alone.
    case oneFinger = "one-finger"
}

/// What the hardware database says about a device. Everything is optional: most devices are not in it.
public struct HardwareKnowledge: Equatable, Sendable {
    public var padClass: PadClass?
    public var unitsPerGram: Float?
    /// The raw pressure at which this pad clicks.
    public var clickPressure: Float?
    public var sharing: ForceSharing?
    /// The true end of the pressure range, where the announced one is wrong.
    public var pressureMaximum: Int32?

    public init(
        padClass: PadClass? = nil, unitsPerGram: Float? = nil, clickPressure: Float? = nil,
        sharing: ForceSharing? = nil, pressureMaximum: Int32? = nil
    ) {
        self.padClass = padClass
        self.unitsPerGram = unitsPerGram
        self.clickPressure = clickPressure
        self.sharing = sharing
        self.pressureMaximum = pressureMaximum
    }
}

/// What is known of a device before a finger touches it.
public struct PadDescription: Equatable, Sendable {
    /// Stable across reboots and unplugging, safe as a file name: `i2c-04f3-323b`, `bluetooth-004c-0265-a1b2c3d4e5f6`.
    public var id: String
    public var name: String
    /// The device node, or the recording's file name.
    public var node: String
    public var bus: UInt16
    public var vendor: UInt16
    public var product: UInt16
    public var version: UInt16
    public var kind: PadKind
    public var x: Axis
    public var y: Axis
    public var pressure: Axis?
    public var pressureAxis: PressureAxis
    /// Pad size in mm; where the device gives no resolution, a usual pad's size (see ``PadGeometry``).
    public var widthMm: Float
    public var heightMm: Float
    /// INPUT_PROP_BUTTONPAD.
    public var isButtonPad: Bool
    /// INPUT_PROP_PRESSUREPAD.
    public var isPressurePad: Bool
    /// The `seat` of its udev entry; `seat0` unless told otherwise.
    public var seat: String
    public var knowledge: HardwareKnowledge
    public var motor: PadMotor

    public init(
        id: String, name: String, node: String = "", bus: UInt16 = 0, vendor: UInt16 = 0, product: UInt16 = 0,
        version: UInt16 = 0, kind: PadKind = .touchpad, x: Axis = Axis(minimum: 0, maximum: 0),
        y: Axis = Axis(minimum: 0, maximum: 0), pressure: Axis? = nil, pressureAxis: PressureAxis = .perContact,
        widthMm: Float = 100, heightMm: Float = 60, isButtonPad: Bool = true, isPressurePad: Bool = false,
        seat: String = "seat0", knowledge: HardwareKnowledge = HardwareKnowledge(), motor: PadMotor = .none
    ) {
        self.id = id
        self.name = name
        self.node = node
        self.bus = bus
        self.vendor = vendor
        self.product = product
        self.version = version
        self.kind = kind
        self.x = x
        self.y = y
        self.pressure = pressure
        self.pressureAxis = pressureAxis
        self.widthMm = widthMm
        self.heightMm = heightMm
        self.isButtonPad = isButtonPad
        self.isPressurePad = isPressurePad
        self.seat = seat
        self.knowledge = knowledge
        self.motor = motor
    }
}

extension PadDescription {
    /// The range of ``PressureAxis/tip``: from a tip that just touches to one pressed as hard as it can tell.
    public static let tipRange = Axis(minimum: 0, maximum: 65_535)

    /// `id`, `id-2`, `id-3` …: the first that is not taken. Pads alike and without serial numbers share an id.
    public static func uniqueID(_ id: String, among taken: Set<String>) -> String {
        var unique = id
        var count = 1
        while taken.contains(unique) {
            count += 1
            unique = "\(id)-\(count)"
        }
        return unique
    }
}
