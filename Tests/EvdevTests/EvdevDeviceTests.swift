import CEvdev
import Evdev
import Glibc
import Linux
import Testing

/// A pad in memory, as a kernel driver would announce it.
private func pad() throws -> EvdevDevice {
    let device = try EvdevDevice(name: "Pad")
    device.announce(bus: 0x18, vendor: 0x04f3, product: 0x323b, version: 0x100)
    device.announce(uniq: "a1:b2")
    device.announce(property: UInt16(INPUT_PROP_BUTTONPAD))
    device.announce(UInt16(EV_KEY), UInt16(BTN_LEFT))
    device.announce(UInt16(EV_KEY), UInt16(BTN_TOUCH))
    device.announce(axis: UInt16(ABS_MT_SLOT), AxisInfo(minimum: 0, maximum: 4))
    device.announce(axis: UInt16(ABS_MT_TRACKING_ID), AxisInfo(minimum: 0, maximum: 65_535))
    device.announce(
        axis: UInt16(ABS_MT_POSITION_X), AxisInfo(minimum: -10, maximum: 3000, fuzz: 1, flat: 2, resolution: 25))
    device.announce(axis: UInt16(ABS_MT_PRESSURE), AxisInfo(minimum: 0, maximum: 4095, resolution: 4))
    return device
}

struct EvdevDeviceTests {
    @Test func tellsWhatItIs() throws {
        let device = try pad()
        #expect(device.name == "Pad")
        #expect([device.bus, device.vendor, device.product, device.version] == [0x18, 0x04f3, 0x323b, 0x100])
        #expect(device.uniq == "a1:b2")
        #expect(device.phys == "")
        #expect(device.properties == [UInt16(INPUT_PROP_BUTTONPAD)])
        #expect(device.has(property: UInt16(INPUT_PROP_BUTTONPAD)))
        #expect(!device.has(property: 7))
        #expect(device.fd == -1)
    }

    @Test func tellsItsCodes() throws {
        let device = try pad()
        #expect(device.has(UInt16(EV_KEY), UInt16(BTN_LEFT)))
        #expect(!device.has(UInt16(EV_KEY), UInt16(BTN_RIGHT)))
        #expect(device.codes(of: UInt16(EV_KEY)) == [UInt16(BTN_LEFT), UInt16(BTN_TOUCH)])
        #expect(device.codes(of: 0x1e).isEmpty)
        let axis = try #require(device.axis(UInt16(ABS_MT_POSITION_X)))
        #expect(axis == AxisInfo(minimum: -10, maximum: 3000, fuzz: 1, flat: 2, resolution: 25))
        #expect(device.axis(UInt16(ABS_MT_POSITION_Y)) == nil)
    }

    @Test func slotsAreBounded() throws {
        let device = try pad()
        // Slots are made from a kernel device's state: a device in memory has none, and asking is no crash.
        #expect(device.value(slot: 99, UInt16(ABS_MT_PRESSURE)) == nil)
        #expect(device.value(slot: -1, UInt16(ABS_MT_PRESSURE)) == nil)
        #expect(device.value(UInt16(EV_KEY), UInt16(BTN_LEFT)) == 0)
        #expect(device.value(UInt16(EV_KEY), UInt16(BTN_RIGHT)) == nil)
    }

    @Test func aDeviceInMemoryGivesNoEvents() throws {
        #expect(throws: Errno(EBADF)) { try pad().next() }
    }

    @Test(arguments: ["/dev/null", "/etc/passwd"])
    func whatIsNoEventNodeIsRefused(path: String) throws {
        let descriptor = try FileDescriptor.open(path, O_RDONLY | O_NONBLOCK)
        #expect(throws: Errno.self) { try EvdevDevice(descriptor) }
    }
}
