import Recognition
import Recordings

/// What a device announces, wherever it is known from: a live node or a recording.
public struct DeviceFacts: Sendable {
    public var name = ""
    public var node = ""
    public var uniq = ""
    public var bus: UInt16 = 0
    public var vendor: UInt16 = 0
    public var product: UInt16 = 0
    public var version: UInt16 = 0
    /// By ABS_* code.
    public var axes: [UInt16: Axis] = [:]
    /// EV_KEY codes.
    public var keys: Set<UInt16> = []
    /// INPUT_PROP_*.
    public var properties: Set<UInt16> = []
    public var udevProperties: [String: String] = [:]
    /// The modalias of the machine: `dmi:bvn…`; empty where that is not known.
    public var machine = ""
    /// Of a live device; a recording has none to play on.
    public var motor = PadMotor.none

    public init() {}

    /// - Parameter node: the recording's file name.
    public init(_ device: RecordedDevice, node: String) {
        name = device.name
        self.node = node
        uniq = device.uniq
        bus = device.bus
        vendor = device.vendor
        product = device.product
        version = device.version
        axes = device.axes.mapValues {
            Axis(minimum: $0.minimum, maximum: $0.maximum, resolution: $0.resolution)
        }
        keys = Set(device.codes[EventCode.key] ?? [])
        properties = Set(device.properties)
        udevProperties = device.udevProperties
        machine = device.machine
    }

    /// What udev's ID_INPUT_* properties say; without them, what udev's `input_id` would make of the device's bits.
    public var kind: PadKind {
        if udevProperties["ID_INPUT_TOUCHPAD"] == "1" { return .touchpad }
        if udevProperties["ID_INPUT_TABLET"] == "1" { return .pen }
        if udevProperties["ID_INPUT_TOUCHSCREEN"] == "1" { return .touchscreen }
        if udevProperties["ID_INPUT"] == "1" { return .other }

        let propDirect: UInt16 = 1
        let stylus: UInt16 = 0x14b
        let isDirect = properties.contains(propDirect)
        let hasTouches = axes[EventCode.positionX] != nil && axes[EventCode.positionY] != nil
        guard hasTouches || (axes[EventCode.absX] != nil && axes[EventCode.absY] != nil) else { return .other }
        if keys.contains(EventCode.toolPen) || keys.contains(stylus) { return .pen }
        if keys.contains(EventCode.toolFinger), !isDirect { return .touchpad }
        if keys.contains(EventCode.touch) || isDirect { return .touchscreen }
        // A description that lists no keys at all.
        let isBare = keys.isEmpty && hasTouches && properties.contains(EventCode.propPointer)
        return isBare ? .touchpad : .other
    }

    /// The device as the recogniser wants it.
    public func description(knowledge: HardwareKnowledge = HardwareKnowledge()) -> PadDescription {
        let none = Axis(minimum: 0, maximum: 0)
        let x = sized(axes[EventCode.positionX] ?? axes[EventCode.absX] ?? none, by: "ID_INPUT_WIDTH_MM")
        let y = sized(axes[EventCode.positionY] ?? axes[EventCode.absY] ?? none, by: "ID_INPUT_HEIGHT_MM")
        let geometry = PadGeometry(x: x, y: y)
        return PadDescription(
            id: id, name: name, node: node, bus: bus, vendor: vendor, product: product, version: version, kind: kind,
            x: x, y: y, pressure: axes[EventCode.mtPressure] ?? axes[EventCode.absPressure],
            pressureAxis: axes[EventCode.mtPressure] != nil ? .perContact : .single, widthMm: geometry.widthMm,
            heightMm: geometry.heightMm, isButtonPad: properties.contains(EventCode.propButtonPad),
            isPressurePad: properties.contains(EventCode.propPressurePad), seat: udevProperties["ID_SEAT"] ?? "seat0",
            knowledge: knowledge, motor: motor)
    }

    /// The axis with a resolution from udev's size in mm, where it has none of its own.
    private func sized(_ axis: Axis, by property: String) -> Axis {
        guard axis.resolution <= 0, let mm = udevProperties[property].flatMap({ Int64($0) }), mm > 0 else {
            return axis
        }
        var axis = axis
        let units = Int64(axis.maximum) - Int64(axis.minimum)
        axis.resolution = Int32(clamping: max(0, units / mm))
        return axis
    }

    /// `bus-vendor-product`, and what makes a device one of its kind: its serial number, or a nameless model's name.
    private var id: String {
        let buses: [UInt16: String] = [
            0x03: "usb", 0x05: "bluetooth", 0x06: "virtual", 0x11: "i8042", 0x18: "i2c", 0x19: "host", 0x1c: "spi",
            0x1d: "rmi",
        ]
        var id = buses[bus] ?? "bus" + String(bus, radix: 16)
        if vendor == 0, product == 0, !name.isEmpty {
            id += "-" + DeviceFacts.fileSafe(name)
        } else {
            id += "-" + DeviceFacts.hex4(vendor) + "-" + DeviceFacts.hex4(product)
        }
        let serial = DeviceFacts.fileSafe(uniq).filter { $0 != "-" }
        return serial.isEmpty ? id : id + "-" + serial
    }

    private static func hex4(_ number: UInt16) -> String {
        let hex = String(number, radix: 16)
        return String(repeating: "0", count: 4 - hex.count) + hex
    }

    /// Small letters, digits and single hyphens, 40 at most.
    private static func fileSafe(_ text: String) -> String {
        let kept = text.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
        return String(kept.split(separator: "-").joined(separator: "-").prefix(40))
    }
}
