import CLibinput
import CUdev

/// What a device can do. The corresponding C type is `enum libinput_device_capability`.
public enum LibinputCapability: UInt32, Sendable {
    case keyboard = 0
    case pointer = 1
    case touch = 2
    case tabletTool = 3
    case tabletPad = 4
    case gesture = 5
    case `switch` = 6
}

/// A device of a context, valid while the event that brought it is handled, and while the context has it: from its
/// ``LibinputEvent/deviceAdded(_:)`` to its ``LibinputEvent/deviceRemoved(_:)``. The corresponding C type is
/// `struct libinput_device`.
public struct LibinputDevice: Hashable {
    let pointer: OpaquePointer
    let calls: UnsafePointer<pp_libinput>

    /// `/dev/input/event5`, from its udev device; `nil` where that is gone.
    public var node: String? {
        guard let device = calls.pointee.libinput_device_get_udev_device(pointer) else { return nil }
        defer { udev_device_unref(device) }
        return udev_device_get_devnode(device).map { String(cString: $0) }
    }

    public func has(_ capability: LibinputCapability) -> Bool {
        calls.pointee.libinput_device_has_capability(
            pointer, libinput_device_capability(rawValue: capability.rawValue)) != 0
    }

    /// The matrix that turns a touchscreen's positions (0…1, from the top left) into those of what it shows: two rows of
    /// three. `nil` where it is the identity, or there is none.
    public var calibrationMatrix: [Float]? {
        guard calls.pointee.libinput_device_config_calibration_has_matrix(pointer) != 0 else { return nil }
        var matrix = [Float](repeating: 0, count: 6)
        return calls.pointee.libinput_device_config_calibration_get_matrix(pointer, &matrix) != 0 ? matrix : nil
    }

    /// Gives up areas of the pad that stand for buttons, in this context alone: a finger in them would count as no finger.
    ///
    /// - Returns: whether it has another way to click, and uses it now.
    @discardableResult
    public func preferClickFinger() -> Bool {
        let clickFinger = LIBINPUT_CONFIG_CLICK_METHOD_CLICKFINGER
        guard calls.pointee.libinput_device_config_click_get_methods(pointer) & clickFinger.rawValue != 0 else {
            return false
        }
        return calls.pointee.libinput_device_config_click_set_method(pointer, clickFinger)
            == LIBINPUT_CONFIG_STATUS_SUCCESS
    }
}
