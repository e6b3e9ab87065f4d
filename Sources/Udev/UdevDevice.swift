import CUdev
import Glibc

/// A device as udev knows it. The corresponding C type is `struct udev_device`.
public final class UdevDevice {
    private let device: OpaquePointer

    init(owning device: OpaquePointer) {
        self.device = device
    }

    deinit {
        udev_device_unref(device)
    }

    private func text(_ pointer: UnsafePointer<CChar>?) -> String? {
        pointer.map { String(cString: $0) }
    }

    /// The kernel's name: `event5`.
    public var name: String { text(udev_device_get_sysname(device)) ?? "" }
    /// Its folder in /sys.
    public var syspath: String { text(udev_device_get_syspath(device)) ?? "" }
    /// `/dev/input/event5`; `nil` for devices without a node.
    public var node: String? { text(udev_device_get_devnode(device)) }
    public var subsystem: String? { text(udev_device_get_subsystem(device)) }
    /// The node's device number; 0 for devices without one.
    public var number: dev_t { udev_device_get_devnum(device) }
    /// `add`, `change`, `remove` …; `nil` for a device that no monitor gave.
    public var action: String? { text(udev_device_get_action(device)) }

    /// Whether udev has finished with the device. Newer daemons first write an entry marked `ID_PROCESSING`.
    public var isReady: Bool {
        udev_device_get_is_initialized(device) > 0 && property("ID_PROCESSING") != "1"
    }

    public func property(_ key: String) -> String? {
        text(udev_device_get_property_value(device, key))
    }

    public var properties: [String: String] {
        UdevDevice.dictionary(udev_device_get_properties_list_entry(device))
    }

    /// The text of a file in the device's folder in /sys, without the line's end.
    public func attribute(_ name: String) -> String? {
        text(udev_device_get_sysattr_value(device, name))
    }

    /// The device it belongs to: an event node's input device.
    public var parent: UdevDevice? {
        // The parent lives as long as its child: it is given without a reference of its own.
        udev_device_get_parent(device).map { UdevDevice(owning: udev_device_ref($0)) }
    }

    static func dictionary(_ first: OpaquePointer?) -> [String: String] {
        var values: [String: String] = [:]
        var entry = first
        while let present = entry {
            if let key = udev_list_entry_get_name(present) {
                values[String(cString: key)] = udev_list_entry_get_value(present).map { String(cString: $0) } ?? ""
            }
            entry = udev_list_entry_get_next(present)
        }
        return values
    }
}
