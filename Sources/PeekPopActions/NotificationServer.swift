import Linux
import Systemd

/// Whether the notification server reads bodies as markup. It is asked once, and again when another one has its name.
final class NotificationServer {
    static let name = "org.freedesktop.Notifications"
    static let path = "/org/freedesktop/Notifications"

    private weak var bus: Bus?
    private var changes: BusSlot?
    private var asking: BusSlot?
    private var readsMarkup: Bool?
    /// In order: a notification may take the place of the one before.
    private var waiting: [(Bool) -> Void] = []

    /// - Parameter then: called once, perhaps at once, with whether it does; also where it does not say.
    func whenKnown(_ bus: Bus, timeoutUsec: UInt64, _ then: @escaping (Bool) -> Void) throws(Errno) {
        if self.bus !== bus {
            (asking, readsMarkup) = (nil, nil)
            changes = try bus.onSignal(
                sender: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
                member: "NameOwnerChanged", firstArgument: NotificationServer.name
            ) { [weak self] _ in self?.readsMarkup = nil }
            self.bus = bus
        }
        if let readsMarkup { return then(readsMarkup) }
        if asking == nil {
            asking = try bus.call(
                NotificationServer.name, NotificationServer.path, NotificationServer.name, "GetCapabilities",
                timeoutUsec: timeoutUsec
            ) { [weak self] in self?.take($0) }
        }
        waiting.append(then)
    }

    private func take(_ reply: Result<BusMessage, BusError>) {
        asking = nil
        if case .success(let message) = reply { readsMarkup = message.strings().contains("body-markup") }
        let asked = waiting
        waiting = []
        // Where it does not say, what is escaped can do no harm; and what is wrong with it the notification itself will tell.
        for then in asked { then(readsMarkup ?? true) }
    }
}
