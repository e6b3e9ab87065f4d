import Foundation
import Testing

@testable import Haptics

/// A report descriptor of an interface with one output report of 63 bytes beside its number.
let motorDescriptor: [UInt8] = [
    0x06, 0x00, 0xff, 0x09, 0x0d, 0xa1, 0x01,  // a page of the vendor's own, its usage, an application collection
    0x85, 0x3f, 0x75, 0x08, 0x95, 0x0f, 0x09, 0x0d, 0x81, 0x02,  // report 0x3f: input, 15 bytes
    0x85, 0x53, 0x95, 0x3f, 0x09, 0x0d, 0x91, 0x02,  // report 0x53: output, 63 bytes
    0xc0,
]

@Suite struct VendorMotorTests {
    @Test func everyMotorIsOneOnly() {
        for motor in VendorMotor.all {
            #expect(motor.click.count <= HapticHand.reportLimit)
            #expect(VendorMotor.of(bus: motor.bus, vendor: motor.vendor, product: motor.product) == motor)
        }
        #expect(VendorMotor.of(bus: 0x05, vendor: 0x05ac, product: 0x0265) == nil)
    }

    @Test func theMagicTrackpadsClick() throws {
        let motor = try #require(VendorMotor.of(bus: 3, vendor: 0x05ac, product: 0x0265))
        #expect(motor.click.count == 64)
        let bytes: [UInt8] = [0x53, 0x01, 0x15, 0x6c, 0x02, 0x00, 0x21, 0x2b, 0x06, 0x01, 0x00, 0x16, 0x41, 0x13, 0, 0]
        #expect(Array(motor.click.prefix(16)) == bytes)
        #expect(motor.drives(motorDescriptor))
    }

    @Test func anotherInterfaceOrFirmwareIsLeftAlone() throws {
        let motor = try #require(VendorMotor.all.first)
        #expect(!motor.drives([]))
        // The pad's pointer, which has a mouse's usage.
        #expect(!motor.drives([0x05, 0x01, 0x09, 0x02] + motorDescriptor.dropFirst(5)))
        // The report is there, with another length.
        #expect(!motor.drives(motorDescriptor.map { $0 == 0x3f ? 0x1f : $0 }))
        // The report's number is that of an input.
        #expect(!motor.drives(motorDescriptor.map { $0 == 0x91 ? 0x81 : $0 }))
        for count in motorDescriptor.indices where count < motorDescriptor.count - 3 {
            #expect(!motor.drives(motorDescriptor.prefix(count)))
        }
    }

    @Test func lengthsOfOutputReports() {
        #expect(ReportDescriptor.outputLength(of: 0x53, in: motorDescriptor) == 64)
        #expect(ReportDescriptor.outputLength(of: 0x3f, in: motorDescriptor) == nil)
        // Two fields of 4 and 12 bits, in one report.
        let fields: [UInt8] = [0x85, 1, 0x75, 4, 0x95, 1, 0x91, 2, 0x75, 12, 0x91, 2]
        #expect(ReportDescriptor.outputLength(of: 1, in: fields) == 3)
        // Without numbers there is report 0.
        #expect(ReportDescriptor.outputLength(of: 0, in: [0x75, 8, 0x95, 2, 0x91, 2]) == 3)
        // A long item; a count that no report can have; data that is cut off.
        #expect(ReportDescriptor.outputLength(of: 1, in: [0xfe, 0, 0] + fields) == nil)
        #expect(ReportDescriptor.outputLength(of: 0, in: [0x77, 255, 255, 255, 255, 0x95, 1, 0x91, 2]) == nil)
        #expect(ReportDescriptor.outputLength(of: 0, in: [0x75, 8, 0x95, 1, 0x91]) == nil)
    }

    @Test func anyBytesAsADescriptor() {
        var random = SystemRandomNumberGenerator()
        for length in 0..<600 {
            let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
            for number: UInt8 in [0, 1, 0x53] { _ = ReportDescriptor.outputLength(of: number, in: bytes) }
        }
    }
}

@Suite final class HidrawSearchTests {
    private let sysfs = FileManager.default.temporaryDirectory.appending(path: "peekpop-\(UUID().uuidString)").path
    private let motor = VendorMotor.all[0]

    deinit { try? FileManager.default.removeItem(atPath: sysfs) }

    private func add(_ name: String, _ id: String, _ phys: String, _ descriptor: [UInt8]) throws {
        let device = "\(sysfs)/class/hidraw/\(name)/device"
        try FileManager.default.createDirectory(atPath: device, withIntermediateDirectories: true)
        let uevent = "DRIVER=magicmouse\nHID_ID=\(id)\nHID_NAME=Pad\nHID_PHYS=\(phys)\nHID_UNIQ=\n"
        try Data(uevent.utf8).write(to: URL(filePath: "\(device)/uevent"))
        try Data(descriptor).write(to: URL(filePath: "\(device)/report_descriptor"))
    }

    private var found: String? {
        HidrawSearch(sysfs: sysfs).node(of: motor, phys: "usb-0000:00:14.0-2/input1")
    }

    @Test func theMotorOfTheSamePad() throws {
        #expect(found == nil)
        let id = "0003:000005AC:00000265"
        // Another interface of it, another such pad, another model in its place.
        try add("hidraw0", id, "usb-0000:00:14.0-2/input0", [0x05, 0x01, 0x09, 0x02])
        try add("hidraw1", id, "usb-0000:00:14.0-1/input3", motorDescriptor)
        try add("hidraw2", "0003:000005AC:00000324", "usb-0000:00:14.0-2/input3", motorDescriptor)
        try add("hidraw3", id, "usb-0000:00:14.0-21/input3", motorDescriptor)
        #expect(found == nil)
        try add("hidraw11", id, "usb-0000:00:14.0-2/input3", motorDescriptor)
        #expect(found == "/dev/hidraw11")
    }

    @Test func nothingToGoBy() throws {
        try add("hidraw0", "nonsense", "", motorDescriptor)
        try add("hidraw1", "0003:000005AC:00000265", "", motorDescriptor)
        #expect(found == nil)
        #expect(HidrawSearch(sysfs: sysfs).node(of: motor, phys: "") == nil)
    }
}
