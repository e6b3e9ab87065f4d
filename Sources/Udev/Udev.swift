import CUdev
import Glibc
import Linux

/// The device manager's library. The corresponding C type is `struct udev`.
public final class Udev {
    let context: OpaquePointer

    /// - Throws: `ENOMEM`.
    public init() throws(Errno) {
        guard let context = udev_new() else { throw Errno(ENOMEM) }
        self.context = context
    }

    deinit {
        udev_unref(context)
    }

    /// Whether a udev daemon looks after the devices here; in most containers none does.
    public static var isRunning: Bool { access("/run/udev/control", F_OK) == 0 }

    /// The devices of a subsystem that udev has finished with.
    ///
    /// - Parameters:
    ///   - subsystem: `input`, for example.
    ///   - name: a glob for the kernel's name: `event*`.
    /// - Throws: what `udev_enumerate_scan_devices` answers. A device that goes meanwhile is left out.
    public func devices(subsystem: String, name: String = "*") throws(Errno) -> [UdevDevice] {
        guard let enumeration = udev_enumerate_new(context) else { throw Errno(ENOMEM) }
        defer { udev_enumerate_unref(enumeration) }
        try checked(udev_enumerate_add_match_subsystem(enumeration, subsystem))
        try checked(udev_enumerate_add_match_sysname(enumeration, name))
        try checked(udev_enumerate_add_match_is_initialized(enumeration))
        try checked(udev_enumerate_scan_devices(enumeration))
        var devices: [UdevDevice] = []
        var entry = udev_enumerate_get_list_entry(enumeration)
        while let present = entry {
            if let path = udev_list_entry_get_name(present),
                let device = udev_device_new_from_syspath(context, path)
            {
                devices.append(UdevDevice(owning: device))
            }
            entry = udev_list_entry_get_next(present)
        }
        return devices
    }

    /// A device by its folder in /sys; `nil` where there is none.
    public func device(syspath: String) -> UdevDevice? {
        udev_device_new_from_syspath(context, syspath).map { UdevDevice(owning: $0) }
    }

    /// What the compiled hardware database says for a modalias; empty where it says nothing or is not there.
    public func hardwareProperties(_ modalias: String) -> [String: String] {
        guard let database = udev_hwdb_new(context) else { return [:] }
        defer { udev_hwdb_unref(database) }
        return UdevDevice.dictionary(udev_hwdb_get_properties_list_entry(database, modalias, 0))
    }
}
