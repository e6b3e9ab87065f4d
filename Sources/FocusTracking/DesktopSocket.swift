import Glibc
import Linux

/// A socket by which a desktop tells which window has the focus.
struct DesktopSocket: Equatable {
    enum Kind: String, CaseIterable {
        case sway = "Sway"
        case i3
        case hyprland = "Hyprland"
        case niri
    }

    let kind: Kind
    let path: String

    /// All that may be there, the likeliest first: what the environment names, then what lies where such sockets lie, newest
    /// first. A desktop that was started anew has another path than the one this process was told at its start.
    static func candidates(_ environment: (String) -> String?) -> [DesktopSocket] {
        var found: [DesktopSocket] = []
        func add(_ kind: Kind, _ path: String?) {
            guard let path, !path.isEmpty, !found.contains(where: { $0.path == path }) else { return }
            found.append(DesktopSocket(kind: kind, path: path))
        }
        let runtime = environment("XDG_RUNTIME_DIR").flatMap { $0.hasPrefix("/") ? $0 : nil }
        add(.sway, environment("SWAYSOCK"))
        if let runtime, let instance = environment("HYPRLAND_INSTANCE_SIGNATURE"), !instance.isEmpty {
            add(.hyprland, "\(runtime)/hypr/\(instance)/.socket2.sock")
        }
        add(.niri, environment("NIRI_SOCKET"))
        add(.i3, environment("I3SOCK"))
        guard let runtime else { return found }
        for path in newest(in: runtime, { $0.hasPrefix("sway-ipc.") && $0.hasSuffix(".sock") }) { add(.sway, path) }
        for folder in newest(in: "\(runtime)/hypr", { !$0.hasPrefix(".") }) {
            add(.hyprland, "\(folder)/.socket2.sock")
        }
        for path in newest(in: runtime, { $0.hasPrefix("niri.") && $0.hasSuffix(".sock") }) { add(.niri, path) }
        for path in newest(in: "\(runtime)/i3", { $0.hasPrefix("ipc-socket.") }) { add(.i3, path) }
        return found
    }

    private static func newest(in folder: String, _ fits: (String) -> Bool) -> [String] {
        guard let names = try? Folder.names(in: folder) else { return [] }
        let dated = names.filter(fits).map { name -> (path: String, time: Int) in
            var status = stat()
            let path = "\(folder)/\(name)"
            return (path, stat(path, &status) == 0 ? status.st_mtim.tv_sec : 0)
        }
        return dated.sorted { ($0.time, $0.path) > ($1.time, $1.path) }.map(\.path)
    }
}
