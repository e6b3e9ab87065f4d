import ActionRules
import Linux
import Systemd

/// The actions that go over D-Bus: calls, notifications, GNOME's previewer.
final class BusActions {
    static let previewer = "org.gnome.NautilusPreviewer"

    private let buses: Buses
    private let complaints: Complaints
    private let notificationServer = NotificationServer()
    var timeoutSec = 10
    /// Calls under way.
    private var slots: [UInt64: BusSlot] = [:]
    private var next: UInt64 = 0
    /// The last notification of each action, which the next one takes the place of.
    private var notifications: [String: UInt32] = [:]
    /// Since version 50 the previewer wants a fourth argument.
    private var wantsActivationToken = false
    /// Counts what the previewer was asked.
    private var previews = 0

    init(_ buses: Buses, _ complaints: Complaints) {
        self.buses = buses
        self.complaints = complaints
    }

    func call(_ call: DBusCall, _ values: PressValues, subject: String) throws {
        let arguments = try zip(call.signature, call.arguments).map { try BusValue($0, $1.filled(values)) }
        try send(
            call.bus == .session ? .session : .system, call.destination, call.path, call.interface, call.member,
            arguments, subject: subject)
    }

    /// Shows a notification, in the place of the one before of the same subject.
    func notify(summary: String, body: NotificationBody, subject: String) throws {
        guard body.plain != body.markup else { return try notify(summary, body.plain, subject) }
        do {
            try notificationServer.whenKnown(buses.get(.session), timeoutUsec: UInt64(timeoutSec) * 1_000_000) {
                [weak self] readsMarkup in
                do {
                    try self?.notify(summary, readsMarkup ? body.markup : body.plain, subject)
                } catch {
                    self?.complaints.complain(subject, "\(error)")
                }
            }
        } catch let error as Errno {
            throw SystemError("asking \(NotificationServer.name)", error)
        }
    }

    private func notify(_ summary: String, _ body: String, _ subject: String) throws {
        try send(
            .session, NotificationServer.name, NotificationServer.path, NotificationServer.name, "Notify",
            [
                .string("PeekPop"), .uint32(notifications[subject] ?? 0), .string("input-touchpad"), .string(summary),
                .string(body), .array(of: "s", []), .array(of: "{sv}", []), .int32(-1),
            ], subject: subject, then: { [weak self] reply in self?.notifications[subject] = reply.uint32() })
    }

    /// Shows a file in GNOME's previewer, which is started if it does not run.
    ///
    /// - Parameter file: an address, or an absolute path.
    func preview(_ file: String, subject: String) throws {
        let uri = file.hasPrefix("/") ? FileAddress.uri(ofPath: file) : file
        // The second is the window it belongs to, the third closes it where it shows this file already.
        var arguments: [BusValue] = [.string(uri), .string(""), .boolean(false)]
        let hasToken = wantsActivationToken
        if hasToken { arguments.append(.string("")) }
        previews += 1
        let number = previews
        try previewer("ShowFile", arguments, startsService: true, subject: subject) { [weak self] error in
            // Several may be under way when the first is answered.
            guard let self, error.name == "org.freedesktop.DBus.Error.InvalidArgs", !hasToken else { return false }
            self.wantsActivationToken = true
            // Unless it was closed meanwhile.
            if self.previews == number { try? self.preview(file, subject: subject) }
            return true
        }
    }

    func closePreview(subject: String) throws {
        previews += 1
        try previewer("Close", [], startsService: false, subject: subject) { error in
            // Nobody shows anything.
            [
                "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner",
            ].contains(error.name)
        }
    }

    private func previewer(
        _ member: String, _ arguments: [BusValue], startsService: Bool, subject: String,
        orElse: @escaping (BusError) -> Bool
    ) throws {
        try send(
            .session, BusActions.previewer, "/org/gnome/NautilusPreviewer", "org.gnome.NautilusPreviewer2", member,
            arguments, startsService: startsService, subject: subject, orElse: orElse)
    }

    /// - Parameter orElse: given what the call was answered with instead of a reply; whether that is no matter.
    private func send(
        _ kind: Bus.Kind, _ destination: String, _ path: String, _ interface: String, _ member: String,
        _ arguments: [BusValue], startsService: Bool = true, subject: String,
        orElse: @escaping (BusError) -> Bool = { _ in false }, then: @escaping (BusMessage) -> Void = { _ in }
    ) throws {
        let id = next
        next += 1
        do {
            slots[id] = try buses.get(kind).call(
                destination, path, interface, member, arguments, timeoutUsec: UInt64(timeoutSec) * 1_000_000,
                startsService: startsService
            ) { [weak self] reply in
                guard let self else { return }
                self.slots[id] = nil
                switch reply {
                case .success(let message): then(message)
                case .failure(let error):
                    if orElse(error) { return }
                    let isStandard = error.name.hasPrefix("org.freedesktop.DBus.Error.")
                    self.complaints.complain(
                        subject, "\(member): \(error)", kind: isStandard ? error.name : "an error of its own")
                }
            }
        } catch let error as Errno {
            throw SystemError("calling \(member) of \(destination)", error)
        }
    }
}
