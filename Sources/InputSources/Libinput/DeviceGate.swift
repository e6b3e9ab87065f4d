import Glibc
import Linux
import Udev

/// Opens devices for libinput: the pads somebody wants, and what tells about their touches; nothing else of the seat.
///
/// Devices are opened for reading alone and never grabbed: whoever else reads them, the desktop first, reads on.
final class DeviceGate {
    /// The pads that are wanted, by their nodes.
    var nodes: Set<String> = []
    /// Whether the devices beside the pads are of use: keyboards (touches while somebody types), pointing sticks (the same),
    /// switches (a closed lid).
    var isForPads = false
    /// Why a wanted pad could not be opened.
    private(set) var failures: [String: String] = [:]
    private let udev: Udev?

    init(_ udev: Udev?) {
        self.udev = udev
    }

    func open(_ node: String) -> Result<FileDescriptor, Errno> {
        guard nodes.contains(node) || mayHelp(node) else { return .failure(Errno(EPERM)) }
        do throws(Errno) {
            let descriptor = try FileDescriptor.open(node, O_RDONLY | O_NONBLOCK)
            failures[node] = nil
            return .success(descriptor)
        } catch {
            failures[node] = SystemError("opening \(node)", error).description
            return .failure(error)
        }
    }

    private func mayHelp(_ node: String) -> Bool {
        guard isForPads, !nodes.isEmpty, let name = node.split(separator: "/").last,
            let properties = udev?.device(syspath: "/sys/class/input/\(name)")?.properties
        else { return false }
        return DeviceGate.helps(properties)
    }

    /// By udev's properties of a device.
    static func helps(_ properties: [String: String]) -> Bool {
        let pads = ["ID_INPUT_TOUCHPAD", "ID_INPUT_TOUCHSCREEN", "ID_INPUT_TABLET"]
        guard !pads.contains(where: { properties[$0] == "1" }) else { return false }
        return ["ID_INPUT_KEYBOARD", "ID_INPUT_POINTINGSTICK", "ID_INPUT_SWITCH"].contains { properties[$0] == "1" }
    }
}
