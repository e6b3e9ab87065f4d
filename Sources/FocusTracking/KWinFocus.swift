import Glibc
import Linux
import Systemd

/// Which window has the focus, as a script in KWin tells it: KWin has no other way to be told of changes.
///
/// The script is loaded into the running KWin, stays in memory alone, and is unloaded at the end.
final class KWinFocus: FocusSource {
    static let busName = "org.kde.KWin"
    private static let plugin = "peekpop-actions"
    private static let object = "/org/peekpop/Actions"

    let name = "KWin"
    let place = KWinFocus.busName
    private let bus: Bus
    private let changed: (FocusedWindow?) -> Void
    private let lost: (String?) -> Void
    private var slots: [BusSlot] = []
    private let script: String

    /// - Parameter script: where to put the script; KWin reads it from a file.
    init(
        _ bus: Bus, script: String, changed: @escaping (FocusedWindow?) -> Void, lost: @escaping (String?) -> Void
    ) throws(Errno) {
        self.bus = bus
        self.changed = changed
        self.lost = lost
        self.script = script
        try WholeFile.replace(
            script, with: KWinFocus.source(destination: try bus.uniqueName()).utf8, mode: 0o600, isDurable: false)
        slots.append(
            try bus.serve(KWinFocus.object) { [weak self] message in
                guard let self, message.member == "Focus" else { return false }
                guard let app = message.string(), let title = message.string() else { return false }
                self.changed(app.isEmpty ? nil : FocusedWindow(app: app, title: title))
                return true
            })
        // One of an earlier run may have been left.
        try call("unloadScript", [.string(KWinFocus.plugin)]) { [weak self] _ in self?.load() }
    }

    deinit {
        unlink(script)
        _ = try? bus.call(
            KWinFocus.busName, "/Scripting", "org.kde.kwin.Scripting", "unloadScript", [.string(KWinFocus.plugin)],
            timeoutUsec: 1_000_000, startsService: false, { _ in })
    }

    func refresh() {
        // A bus that has gone says nothing of its names.
        if !bus.isOpen { lost(nil) }
    }

    private func load() {
        do throws(Errno) {
            try call("loadScript", [.string(script), .string(KWinFocus.plugin)]) { [weak self] reply in
                guard let self else { return }
                switch reply {
                case .failure(let error):
                    // While it starts it has its name, and not yet this object.
                    let isStarting = error.name.hasPrefix("org.freedesktop.DBus.Error.Unknown")
                    self.lost(isStarting ? nil : "KWin does not load a script: \(error)")
                case .success(let message):
                    guard let id = message.int32(), id >= 0 else { return self.lost("KWin does not load a script") }
                    // Runs all that are loaded; the scripts' own objects have other paths in Plasma 5 and in 6.
                    _ = try? self.call("start", []) { _ in }
                }
            }
        } catch {
            lost("asking KWin: \(error)")
        }
    }

    private func call(
        _ method: String, _ arguments: [BusValue], _ handler: @escaping (Result<BusMessage, BusError>) -> Void
    ) throws(Errno) {
        slots.append(
            try bus.call(
                KWinFocus.busName, "/Scripting", "org.kde.kwin.Scripting", method, arguments, timeoutUsec: 25_000_000,
                startsService: false, handler))
    }

    /// For KWin of Plasma 5 (`activeClient`) and of Plasma 6 (`activeWindow`).
    static func source(destination: String) -> String {
        """
        var followed = null;
        function tell() {
            var w = followed;
            callDBus("\(destination)", "\(object)", "org.peekpop.Actions", "Focus",
                     w ? String(w.desktopFileName || w.resourceClass || "") : "", w ? String(w.caption || "") : "");
        }
        function follow(w) {
            // The one before may be gone already.
            try { if (followed) followed.captionChanged.disconnect(tell); } catch (gone) {}
            followed = w;
            if (w) w.captionChanged.connect(tell);
            tell();
        }
        var activated = workspace.windowActivated || workspace.clientActivated;
        activated.connect(follow);
        follow(workspace.activeWindow !== undefined ? workspace.activeWindow : workspace.activeClient);

        """
    }
}
