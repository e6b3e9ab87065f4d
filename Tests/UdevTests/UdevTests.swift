import Linux
import Testing
import Udev

/// What holds on every Linux, with a device manager or without: `/dev/null` and its like are everywhere.
struct UdevTests {
    @Test func readsADeviceByItsFolder() throws {
        let device = try #require(try Udev().device(syspath: "/sys/devices/virtual/mem/null"))
        #expect(device.name == "null")
        #expect(device.subsystem == "mem")
        #expect(device.node == "/dev/null")
        #expect(device.number == 1 << 8 | 3)
        #expect(device.attribute("dev") == "1:3")
        #expect(device.attribute("no-such-attribute") == nil)
        #expect(device.property("DEVNAME") == "/dev/null")
        #expect(device.property("NO_SUCH_PROPERTY") == nil)
        #expect(device.properties["MAJOR"] == "1")
        #expect(device.action == nil)
    }

    @Test func aFolderThatIsNoDeviceIsNone() throws {
        #expect(try Udev().device(syspath: "/sys/devices/virtual/mem/nothing") == nil)
        #expect(try Udev().device(syspath: "/etc") == nil)
    }

    @Test func aParentOutlivesItsChild() throws {
        let loopback = try #require(try Udev().device(syspath: "/sys/devices/virtual/mem/null"))
        #expect(loopback.parent == nil)
    }

    @Test func noDevicesOfANonsenseSubsystem() throws {
        #expect(try Udev().devices(subsystem: "no-such-subsystem").isEmpty)
        #expect(try Udev().devices(subsystem: "input", name: "no-such-name*").isEmpty)
    }

    @Test func theHardwareDatabaseSaysNothingOfNonsense() throws {
        #expect(try Udev().hardwareProperties("peekpop:no-such-modalias").isEmpty)
    }

    @Test func aMonitorIsSilentWhereNothingHappens() throws {
        let monitor = try UdevMonitor(Udev(), subsystem: "no-such-subsystem")
        #expect(monitor.fd >= 0)
        #expect(monitor.receive() == nil)
    }
}
