import Glibc
import Linux

/// Finds the node that a vendor's reports are written to: another interface of the same device as the pad.
public struct HidrawSearch {
    private let sysfs: String

    /// - Parameter sysfs: where the kernel shows its devices; another folder in tests.
    public init(sysfs: String = "/sys") {
        self.sysfs = sysfs
    }

    /// The node of a pad's motor, `/dev/hidraw3`.
    ///
    /// - Parameter phys: where the pad is attached, as its event device says: `usb-0000:00:14.0-2/input1`. The
    ///   interfaces of one device differ only in what follows the last slash.
    /// - Returns: `nil` where the pad has no interface whose descriptor is the motor's.
    public func node(of motor: VendorMotor, phys: String) -> String? {
        let folder = "\(sysfs)/class/hidraw"
        let place = HidrawSearch.place(phys)
        guard !place.isEmpty else { return nil }
        for name in ((try? Folder.names(in: folder)) ?? []).sorted() where name.hasPrefix("hidraw") {
            let device = "\(folder)/\(name)/device"
            guard let text = HidrawSearch.contents("\(device)/uevent"),
                isSame(String(decoding: text, as: UTF8.self), motor, place),
                let descriptor = HidrawSearch.contents("\(device)/report_descriptor"), motor.drives(descriptor)
            else { continue }
            return "/dev/\(name)"
        }
        return nil
    }

    /// Whether a uevent file is of the pad's model and place: `HID_ID=0003:000005AC:00000265`, `HID_PHYS=…`.
    private func isSame(_ uevent: String, _ motor: VendorMotor, _ place: Substring) -> Bool {
        var isModel = false
        var isPlace = false
        for line in uevent.split(separator: "\n") {
            if line.hasPrefix("HID_ID=") {
                let ids = line.dropFirst("HID_ID=".count).split(separator: ":").map { UInt32($0, radix: 16) }
                isModel = ids == [UInt32(motor.bus), UInt32(motor.vendor), UInt32(motor.product)]
            } else if line.hasPrefix("HID_PHYS=") {
                isPlace = HidrawSearch.place(String(line.dropFirst("HID_PHYS=".count))) == place
            }
        }
        return isModel && isPlace
    }

    private static func place(_ phys: String) -> Substring {
        phys[..<(phys.lastIndex(of: "/") ?? phys.endIndex)]
    }

    /// A file of /sys: a page, and the kernel's longest descriptor is as long.
    private static func contents(_ path: String) -> [UInt8]? {
        guard let file = try? FileDescriptor.open(path, O_RDONLY) else { return nil }
        var bytes = [UInt8](repeating: 0, count: 4096)
        guard let count = try? bytes.withUnsafeMutableBytes({ buffer throws(Errno) in try file.read(into: buffer) })
        else { return nil }
        return Array(bytes[..<count])
    }
}
