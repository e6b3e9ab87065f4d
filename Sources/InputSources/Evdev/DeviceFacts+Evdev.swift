import CLinux
import Evdev
import Glibc
import Linux
import Recognition
import Recordings

extension DeviceFacts {
    /// The modalias of this machine; empty where it has no DMI, as most that are no PCs.
    public static let thisMachine: String = {
        guard let file = try? FileDescriptor.open("/sys/class/dmi/id/modalias", O_RDONLY) else { return "" }
        // A page is the most that sysfs gives.
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = (try? bytes.withUnsafeMutableBytes { try file.read(into: $0) }) ?? 0
        return String(decoding: bytes[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }()

    /// What a live device announces.
    ///
    /// - Parameter udevProperties: none where there is no device manager; the device's own bits tell its kind then.
    init(_ device: EvdevDevice, node: String, udevProperties: [String: String]) {
        self.init()
        name = device.name
        self.node = node
        uniq = device.uniq
        bus = device.bus
        vendor = device.vendor
        product = device.product
        version = device.version
        for code in device.codes(of: EventCode.abs) {
            guard let axis = device.axis(code) else { continue }
            axes[code] = Axis(minimum: axis.minimum, maximum: axis.maximum, resolution: axis.resolution)
        }
        keys = Set(device.codes(of: EventCode.key))
        properties = Set(device.properties)
        self.udevProperties = udevProperties
        machine = DeviceFacts.thisMachine
        motor = DeviceFacts.motor(of: device)
    }

    /// FF_HAPTIC goes before FF_RUMBLE where there are both: a click is what a motor of a pad is made for.
    private static func motor(of device: EvdevDevice) -> PadMotor {
        let forceFeedback = UInt16(EV_FF)
        if device.has(forceFeedback, UInt16(FF_HAPTIC)) { return .haptic }
        return device.has(forceFeedback, UInt16(FF_RUMBLE)) ? .rumble : .none
    }
}
