import Linux
import Systemd

/// Which window has the focus, as Sway, i3, Hyprland or niri tell by a socket.
final class SocketFocus: FocusSource {
    let name: String
    let place: String
    private let kind: DesktopSocket.Kind
    private let loop: EventLoop
    /// Called with all it says, whether the focus changed or not.
    private let heard: () -> Void
    private let changed: (FocusedWindow?) -> Void
    private let lost: (String?) -> Void
    private var stream: SocketStream?
    /// Hyprland's other socket, for as long as it takes to ask.
    private var question: SocketStream?
    private var i3 = I3Focus()
    private var hyprland = HyprlandFocus()
    private var niri = NiriFocus()

    init(
        _ socket: DesktopSocket, _ loop: EventLoop, heard: @escaping () -> Void,
        changed: @escaping (FocusedWindow?) -> Void, lost: @escaping (String?) -> Void
    ) throws(Errno) {
        name = socket.kind.rawValue
        kind = socket.kind
        place = socket.path
        self.loop = loop
        self.heard = heard
        self.changed = changed
        self.lost = lost
        let stream = try SocketStream(
            socket.path, loop, received: { [weak self] in self?.take($0) }, ended: { [weak self] in self?.lost(nil) })
        self.stream = stream
        switch kind {
        case .sway, .i3: stream.send(I3Focus.greeting)
        case .niri: stream.send(NiriFocus.greeting)
        case .hyprland: askHyprland()
        }
    }

    func refresh() {}

    private func take(_ bytes: [UInt8]) {
        do {
            let updates =
                switch kind {
                case .sway, .i3: try i3.take(bytes)
                case .hyprland: try hyprland.take(bytes)
                case .niri: try niri.take(bytes)
                }
            heard()
            if updates.contains(.ask) { stream?.send(I3Focus.message(.getTree)) }
            // What came last counts.
            if case .focus(let window) = updates.last(where: { $0 != .ask }) { changed(window) }
        } catch {
            stream = nil
            lost("\(name) says what cannot be read: \(error)")
        }
    }

    /// Its event socket tells changes alone. Hyprland waits for whoever has this one open: it is closed with the answer.
    private func askHyprland() {
        var answer: [UInt8] = []
        guard place.hasSuffix("/.socket2.sock") else { return }
        question = try? SocketStream(
            place.dropLast("/.socket2.sock".count) + "/.socket.sock", loop, received: { answer += $0 },
            ended: { [weak self] in
                guard let self else { return }
                self.question = nil
                if !answer.isEmpty { self.heard() }
                if let window = HyprlandFocus.answer(answer) { self.changed(window) }
            })
        question?.send(HyprlandFocus.question)
    }
}
