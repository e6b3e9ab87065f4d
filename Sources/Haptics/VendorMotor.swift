/// A motor that the kernel has no interface for, and that plays when a known report is written to the pad.
public struct VendorMotor: Equatable, Sendable {
    /// BUS_*, and the ids of the pad.
    public var bus: UInt16
    public var vendor: UInt16
    public var product: UInt16
    /// How the report descriptor of the motor's interface begins: pads have several interfaces, and only one is it.
    public var descriptorPrefix: [UInt8]
    /// The output report that makes one click, its number first and padded to its full length;
    /// ``HapticHand/reportLimit`` bytes at most.
    public var click: [UInt8]

    public init(bus: UInt16, vendor: UInt16, product: UInt16, descriptorPrefix: [UInt8], click: [UInt8]) {
        self.bus = bus
        self.vendor = vendor
        self.product = product
        self.descriptorPrefix = descriptorPrefix
        self.click = click
    }

    /// Whether an interface with this report descriptor is the motor's: it begins as it should, and has an output
    /// report of the click's number and length. A firmware that has changed is left alone.
    public func drives(_ descriptor: some Collection<UInt8>) -> Bool {
        descriptor.starts(with: descriptorPrefix)
            && ReportDescriptor.outputLength(of: click[0], in: descriptor) == click.count
    }

    /// All that are known well enough: a report is here only where two independent descriptions of it agree.
    /// docs/hardware.md names them, and the pads that are not here.
    public static let all: [VendorMotor] = [
        // Apple Magic Trackpad 2 by USB. Usage page 0xff00, usage 0x0d; the click is that of the vendor's own system.
        VendorMotor(
            bus: 0x03, vendor: 0x05ac, product: 0x0265, descriptorPrefix: [0x06, 0x00, 0xff, 0x09, 0x0d],
            click: padded([0x53, 0x01, 0x15, 0x6c, 0x02, 0x00, 0x21, 0x2b, 0x06, 0x01, 0x00, 0x16, 0x41, 0x13], to: 64))
    ]

    public static func of(bus: UInt16, vendor: UInt16, product: UInt16) -> VendorMotor? {
        all.first { $0.bus == bus && $0.vendor == vendor && $0.product == product }
    }

    private static func padded(_ bytes: [UInt8], to length: Int) -> [UInt8] {
        bytes + [UInt8](repeating: 0, count: length - bytes.count)
    }
}
