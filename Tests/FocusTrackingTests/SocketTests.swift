import Glibc
import Linux
import Testing

@testable import FocusTracking

@Suite struct SocketTests {
    /// What the environment names goes first; what lies there is found all the same, the newest first.
    @Test func candidates() throws {
        var name = Array("/tmp/peekpop-focus.XXXXXX".utf8CString)
        let folder = String(cString: try #require(mkdtemp(&name)))
        for path in ["hypr/one", "hypr/two", "i3"] {
            for end in path.indices where path[end] == "/" { mkdir("\(folder)/\(path[..<end])", 0o700) }
            mkdir("\(folder)/\(path)", 0o700)
        }
        for (index, file) in [
            "sway-ipc.1000.1.sock", "sway-ipc.1000.2.sock", "niri.w.5.sock", "i3/ipc-socket.9", "other",
        ]
        .enumerated() {
            try WholeFile.replace("\(folder)/\(file)", with: [], isDurable: false)
            var times = [timespec(tv_sec: index + 1, tv_nsec: 0), timespec(tv_sec: index + 1, tv_nsec: 0)]
            #expect(utimensat(AT_FDCWD, "\(folder)/\(file)", &times, 0) == 0)
        }
        let variables = ["XDG_RUNTIME_DIR": folder, "SWAYSOCK": "/gone", "HYPRLAND_INSTANCE_SIGNATURE": "two"]
        let found = DesktopSocket.candidates { variables[$0] }
        #expect(
            found.prefix(2) == [
                DesktopSocket(kind: .sway, path: "/gone"),
                DesktopSocket(kind: .hyprland, path: "\(folder)/hypr/two/.socket2.sock"),
            ])
        #expect(
            found.filter { $0.kind == .sway }.map(\.path)
                == ["/gone", "\(folder)/sway-ipc.1000.2.sock", "\(folder)/sway-ipc.1000.1.sock"])
        #expect(found.filter { $0.kind == .hyprland }.count == 2)
        #expect(found.last?.kind == .i3 && found.count == 7)
        #expect(DesktopSocket.candidates { _ in nil } == [])
        // A relative folder is none of the user's.
        #expect(DesktopSocket.candidates { $0 == "XDG_RUNTIME_DIR" ? "run" : nil } == [])
    }
}
