import Linux
import Systemd
import Udev

/// Event nodes as udev knows them.
final class UdevDiscovery: NodeDiscovery {
    private let loop: EventLoop
    private let udev: Udev
    private var monitor: UdevMonitor?
    private var source: EventSource?
    /// Permissions changed by hand, of which udev knows nothing.
    private var permissions: FolderWatcher?

    init(_ loop: EventLoop) throws(Errno) {
        self.loop = loop
        udev = try Udev()
    }

    func start(_ handler: @escaping (NodeChange) -> Void) throws {
        let monitor: UdevMonitor
        do {
            monitor = try UdevMonitor(udev, subsystem: "input")
        } catch {
            throw SystemError("listening to udev", error)
        }
        self.monitor = monitor
        source = try loop.watch(monitor.fd, for: .readable) { [unowned self] _ in receive(handler) }
        // Where it cannot be watched, only changes of which udev knows are noticed.
        permissions = try? FolderWatcher(loop, "/dev/input", waits: true) { name, change in
            if change == .permissions { handler(.permissions(path: "/dev/input/\(name)")) }
        }
        // After the monitor: what comes between the two is told twice rather than never.
        let devices: [UdevDevice]
        do {
            devices = try udev.devices(subsystem: "input", name: "event*")
        } catch {
            throw SystemError("asking udev for the input devices", error)
        }
        for node in devices.compactMap(UdevDiscovery.node).sorted(by: { $0.path.eventNumber < $1.path.eventNumber }) {
            handler(.present(node))
        }
    }

    deinit {
        source?.cancel()
    }

    private func receive(_ handler: (NodeChange) -> Void) {
        while let device = monitor?.receive() {
            if device.action == "remove" {
                if let path = device.node, device.name.hasPrefix("event") { handler(.gone(path: path)) }
            } else if let node = UdevDiscovery.node(device) {
                handler(.present(node))
            }
        }
    }

    func look(at path: String) -> EventNode? {
        guard let name = path.split(separator: "/").last else { return nil }
        return udev.device(syspath: "/sys/class/input/\(name)").flatMap(UdevDiscovery.node)
    }

    /// `nil` for what is no event node, and for one that udev has not finished with: its word is still to come.
    private static func node(_ device: UdevDevice) -> EventNode? {
        guard device.name.hasPrefix("event"), device.isReady, let path = device.node else { return nil }
        let properties = device.properties
        let isCandidate = ["ID_INPUT_TOUCHPAD", "ID_INPUT_TOUCHSCREEN", "ID_INPUT_TABLET"].contains {
            properties[$0] == "1"
        }
        // USEC_INITIALIZED: a device that comes back to the same place in /sys has another.
        return EventNode(
            path: path, identity: device.syspath + "@" + (properties["USEC_INITIALIZED"] ?? ""),
            properties: properties, isCandidate: isCandidate)
    }
}
