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
    let place = GnomeFocus.busName
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
                    case .failure(let error):
                        // Else it is busy, or still starting: it has its name seconds before it has this object.
                        guard error.name == "org.freedesktop.DBus.Error.AccessDenied" else { return }
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
                        // Where no window has the focus, the extension answers with an error of its own; a shell that is
                        // busy does not answer at all.
                        guard error.name.hasPrefix("org.freedesktop.DBus.Error.Unknown") else { return }
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
            var properties: [String: String] = [:]
            message.forEachEntry("sv") {
                switch message.string() {
                case "has-focus": hasFocus = message.variant("b") { message.boolean() } ?? false
                case let name? where ["app-id", "wm-class", "title"].contains(name):
                    properties[name] = message.variant("s") { message.string() } ?? ""
                default: message.skip("v")
                }
            }
            if hasFocus, let app = app(windowClass: properties["wm-class"], id: properties["app-id"]) {
                found = FocusedWindow(app: app, title: properties["title"] ?? "")
            }
        }
        return found
    }

    /// `wm-class` is Wayland's app id, or the class of an X window, as other desktops tell it; `app-id` is the name of a
    /// desktop file, or `window:` and a number where there is none.
    static func app(windowClass: String?, id: String?) -> String? {
        if let windowClass, !windowClass.isEmpty { return windowClass }
        guard let id, !id.isEmpty, !id.hasPrefix("window:") else { return nil }
        return id.hasSuffix(".desktop") ? String(id.dropLast(".desktop".count)) : id
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
        guard let window = try? DesktopJSON.decode(Window.self, from: json.utf8),
            let app = app(windowClass: window.windowClass, id: nil)
        else { return nil }
        return FocusedWindow(app: app, title: window.title ?? "")
    }
}
