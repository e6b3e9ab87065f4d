import FoundationEssentials
import Linux
import Systemd

/// Which window has the focus, as GNOME tells it, where it does: `org.gnome.Shell.Introspect` answers only to a few
/// programs unless the shell runs in unsafe mode; the extension "Focused Window D-Bus" answers everybody.
///
/// Neither tells of each change, so both are asked when a press begins.
final class GnomeFocus: FocusSource {
    static let busName = "org.gnome.Shell"

    private enum Way {
        case introspect, `extension`
    }

    let name = "GNOME"
    private let bus: Bus
    private let changed: (FocusedWindow?) -> Void
    private let lost: (String?) -> Void
    private var way = Way.introspect
    private var slot: BusSlot?

    init(_ bus: Bus, changed: @escaping (FocusedWindow?) -> Void, lost: @escaping (String?) -> Void) {
        self.bus = bus
        self.changed = changed
        self.lost = lost
        refresh()
    }

    func refresh() {
        // Until the answer nobody knows: the last one may be of another window.
        changed(nil)
        do throws(Errno) {
            switch way {
            case .introspect:
                slot = try bus.call(
                    GnomeFocus.busName, "/org/gnome/Shell/Introspect", "org.gnome.Shell.Introspect", "GetWindows",
                    timeoutUsec: 1_000_000, startsService: false
                ) { [weak self] reply in
                    guard let self else { return }
                    switch reply {
                    case .success(let message): self.changed(GnomeFocus.focused(message))
                    case .failure:
                        self.way = .extension
                        self.refresh()
                    }
                }
            case .extension:
                slot = try bus.call(
                    GnomeFocus.busName, "/org/gnome/shell/extensions/FocusedWindow",
                    "org.gnome.shell.extensions.FocusedWindow", "Get", timeoutUsec: 1_000_000, startsService: false
                ) { [weak self] reply in
                    guard let self else { return }
                    switch reply {
                    case .success(let message): self.changed(message.string().flatMap(GnomeFocus.window))
                    case .failure(let error):
                        self.way = .introspect
                        // Where no window has the focus, the extension answers with an error of its own.
                        if error.name.hasSuffix(".JSError.Error") { return self.changed(nil) }
                        self.lost(
                            "GNOME does not tell which window has the focus: rules for all applications are in force"
                                + " (the extension \"Focused Window D-Bus\" makes it tell)")
                    }
                }
            }
        } catch {
            lost(nil)
        }
    }

    /// Of `a{ta{sv}}`: the entry with `has-focus`.
    private static func focused(_ message: BusMessage) -> FocusedWindow? {
        var found: FocusedWindow?
        message.forEachEntry("ta{sv}") {
            message.skip("t")
            var hasFocus = false
            var window = FocusedWindow(app: "")
            message.forEachEntry("sv") {
                switch message.string() {
                case "has-focus": hasFocus = message.variant("b") { message.boolean() } ?? false
                case "app-id":
                    // The name of its desktop file, which Wayland's app id has no suffix of.
                    let file = message.variant("s") { message.string() } ?? ""
                    window.app = file.hasSuffix(".desktop") ? String(file.dropLast(8)) : file
                case "title": window.title = message.variant("s") { message.string() } ?? ""
                default: message.skip("v")
                }
            }
            if hasFocus, !window.app.isEmpty { found = window }
        }
        return found
    }

    /// The extension's JSON.
    static func window(_ json: String) -> FocusedWindow? {
        struct Window: Decodable {
            var windowClass: String?
            var title: String?

            enum CodingKeys: String, CodingKey {
                case title
                case windowClass = "wm_class"
            }
        }
        guard let window = try? JSONDecoder().decode(Window.self, from: Data(json.utf8)), let app = window.windowClass
        else { return nil }
        return FocusedWindow(app: app, title: window.title ?? "")
    }
}
