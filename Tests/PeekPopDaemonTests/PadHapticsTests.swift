import Foundation
import Haptics
import InputSources
import Linux
import Recognition
import Systemd
import Testing

@testable import PeekPopDaemon

/// Motors that do not play, each for its reason: pads go on, and what is wrong is said once.
@Suite final class PadHapticsTests {
    private let loop = try! EventLoop()
    private let reporter = Reporter(Log())
    private let folder = FileManager.default.temporaryDirectory.appending(path: "peekpop-\(UUID().uuidString)").path
    private var holds: [Bool] = []

    init() { try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func haptics(
        _ motor: PadMotor, _ settings: HapticSettings = HapticSettings(), isLive: Bool = true,
        ids: (UInt16, UInt16, UInt16) = (0x18, 1, 2)
    ) -> PadHaptics {
        let pad = PadDescription(
            id: "pad", name: "Pad", node: "/dev/input/event5", bus: ids.0, vendor: ids.1, product: ids.2, motor: motor)
        let haptics = PadHaptics(
            pad, isLive: isLive, settings, loop, reporter, search: HidrawSearch(sysfs: folder))
        haptics.onHold = { [unowned self] in holds.append($0) }
        return haptics
    }

    private func node(_ writable: FileDescriptor?, _ reason: Errno? = nil) -> PadNode {
        PadNode(path: "/dev/input/event5", phys: "usb-1/input1", writable: writable, readOnlyReason: reason)
    }

    private func turn(until holds: () -> Bool, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let end = Clock.monotonicUsec + 10_000_000
        while !holds(), Clock.monotonicUsec < end { try loop.runOnce(timeoutUsec: 50_000) }
        #expect(holds(), sourceLocation: sourceLocation)
    }

    private static let magic: (UInt16, UInt16, UInt16) = (3, 0x05ac, 0x0265)

    @Test func reasonsThatAreKnownBefore() {
        let none = "the kernel offers no haptic motor of this pad"
        #expect(haptics(.none).state == .silent(none))
        #expect(haptics(.haptic, isLive: false).words == "this pad is a recording, which has no haptic motor")
        #expect(haptics(.rumble, HapticSettings(isOn: false)).words == "switched off in the configuration")
        #expect(
            haptics(.haptic, HapticSettings(intensity: 0)).words == "its intensity is 0 in the configuration")
        let off = haptics(.none, ids: Self.magic)
        #expect(off.words.hasPrefix(none) && off.words.contains("`vendor-reports = yes`"))
        #expect(!off.isTroubled)
        #expect(haptics(.none, HapticSettings(usesVendorReports: true)).state == .silent(none))
        #expect(reporter.problems.isEmpty)
    }

    @Test func closedPadsSeemWell() {
        #expect(haptics(.haptic).state == .resting)
        #expect(haptics(.haptic).words == "waveforms, by the kernel (FF_HAPTIC)")
        #expect(haptics(.rumble).words.contains("FF_RUMBLE"))
        let vendor = haptics(.none, HapticSettings(usesVendorReports: true), ids: Self.magic)
        #expect(vendor.state == .resting && vendor.words.contains("hidraw"))
    }

    @Test func aNodeThatMayOnlyBeRead() {
        let haptics = haptics(.haptic)
        haptics.opened(node(nil, Errno(EACCES)))
        #expect(haptics.isTroubled)
        #expect(
            reporter.problems.map(\.message) == [
                "opening /dev/input/event5 for writing, which haptic feedback takes: Permission denied (root and group input"
                    + " may; presses go on without feedback)"
            ])
        #expect(!haptics.play(.peek))
        // It may be another node that is opened next.
        haptics.closed()
        #expect(haptics.state == .resting)
    }

    @Test func aDeviceThatRefusesEverything() throws {
        let haptics = haptics(.haptic)
        haptics.opened(node(try FileDescriptor.open("/dev/null", O_RDWR)))
        #expect(haptics.state == .starting)
        #expect(holds == [true])
        try turn(until: { holds.last == false })
        #expect(haptics.isTroubled && !haptics.play(.peek))
        #expect(
            reporter.problems.map(\.message) == [
                "giving Pad (/dev/input/event5) the effect click at 60 %: Inappropriate ioctl for device"
            ])
        // While it lets go of the device too, nothing is asked of that.
        #expect(holds.filter { $0 }.count >= 2 || holds == [true, true, false])
        haptics.closed()
        #expect(haptics.state == .resting)
    }

    @Test func openedAnewBeforeTheFirstHandIsGone() throws {
        let haptics = haptics(.rumble)
        let null = try FileDescriptor.open("/dev/null", O_RDWR)
        for _ in 0..<20 {
            haptics.opened(node(null))
            haptics.closed()
        }
        haptics.opened(node(null))
        try turn(until: { haptics.isTroubled && holds.last == false })
        #expect(reporter.problems.count == 1)
        haptics.apply(HapticSettings(isOn: false))
        #expect(haptics.words == "switched off in the configuration")
        haptics.apply(HapticSettings(intensity: 10))
        try turn(until: { haptics.isTroubled && holds.last == false })
        #expect(reporter.problems.last?.message.contains("rumble for 20 ms") == true)
    }

    @Test func aVendorsMotorThatIsNotThere() {
        let haptics = haptics(.none, HapticSettings(usesVendorReports: true), ids: Self.magic)
        haptics.opened(node(nil))
        #expect(haptics.isTroubled)
        #expect(
            reporter.problems.last?.message.hasPrefix("looking for the motor of Pad (/dev/input/event5): none") == true)
        #expect(holds.last == false)
    }

    @Test func aPadThatIsGoneBeforeItsHand() throws {
        var haptics: PadHaptics? = haptics(.haptic)
        haptics?.opened(node(try FileDescriptor.open("/dev/null", O_RDWR)))
        haptics?.closed()
        haptics = nil
        // Nobody is left to hear of it, and nobody is called.
        for _ in 0..<5 { try loop.runOnce(timeoutUsec: 20_000) }
        #expect(holds == [true, true])
    }
}
