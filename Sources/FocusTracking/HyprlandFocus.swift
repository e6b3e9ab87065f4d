/// Hyprland's event socket, `.socket2.sock`: lines `EVENT>>DATA`; and its answer to `j/activewindow` on the other one.
struct HyprlandFocus {
    static let question = Array("j/activewindow".utf8)
    private var lines = LineBuffer()

    mutating func take(_ bytes: some Sequence<UInt8>) throws -> [FocusUpdate] {
        try lines.take(bytes).compactMap { line in
            let text = String(decoding: line, as: UTF8.self)
            guard let mark = text.firstRange(of: ">>"), text[..<mark.lowerBound] == "activewindow" else { return nil }
            // A class holds no comma, a title may.
            let parts = text[mark.upperBound...].split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
            let app = String(parts[0])
            return .focus(app.isEmpty ? nil : FocusedWindow(app: app, title: parts.count > 1 ? String(parts[1]) : ""))
        }
    }

    /// Reads the answer; `{}` where no window has the focus.
    static func answer(_ bytes: [UInt8]) -> FocusedWindow? {
        struct Window: Decodable {
            var `class`: String?
            var title: String?
        }
        guard let window = try? DesktopJSON.decode(Window.self, from: bytes), let app = window.class,
            !app.isEmpty
        else { return nil }
        return FocusedWindow(app: app, title: window.title ?? "")
    }
}
