import Testing

@testable import FocusTracking

/// What each desktop says, in the form its documentation gives.
@Suite struct DesktopTests {
    static let tree = """
        {"id":1,"type":"root","focused":false,"nodes":[{"type":"output","nodes":[{"type":"workspace","name":"1",\
        "focused":false,"nodes":[{"id":5,"type":"con","name":"shell","app_id":"foot","focused":true,"nodes":[]},\
        {"type":"con","name":"x","app_id":null,"window_properties":{"class":"XTerm","instance":"xterm"},"nodes":[]}],\
        "floating_nodes":[]}]}]}
        """

    func message(_ type: UInt32, _ payload: String) -> [UInt8] {
        var bytes = Array("i3-ipc".utf8)
        for number in [UInt32(payload.utf8.count), type] { withUnsafeBytes(of: number) { bytes += $0 } }
        return bytes + payload.utf8
    }

    @Test func i3Greeting() {
        #expect(
            I3Focus.greeting == message(2, #"["window","workspace"]"#) + message(4, ""))
    }

    @Test func i3InPieces() throws {
        var i3 = I3Focus()
        let said =
            message(2, #"{"success":true}"#) + message(4, DesktopTests.tree)
            + message(
                0x8000_0003,
                #"{"change":"focus","container":{"name":"t","window_properties":{"class":"XTerm"},"focused":true}}"#)
            + message(0x8000_0003, #"{"change":"urgent","container":{"name":"t"}}"#)
            + message(0x8000_0003, #"{"change":"title","container":{"name":"other","app_id":"foot","focused":false}}"#)
            + message(0x8000_0003, #"{"change":"close","container":{"name":"t"}}"#)
            + message(0x8000_0000, #"{"change":"focus","current":{"name":"2"},"old":null}"#)
            + message(0x8000_0000, #"{"change":"init"}"#)
        let updates = try said.flatMap { try i3.take([$0]) }
        #expect(
            updates == [
                .focus(FocusedWindow(app: "foot", title: "shell")), .focus(FocusedWindow(app: "XTerm", title: "t")),
                .ask,
                .ask,
            ])
    }

    /// X lets a title be any bytes.
    @Test func i3TitleThatIsNoText() throws {
        var i3 = I3Focus()
        let start = Array(#"{"change":"focus","container":{"name":"a"#.utf8)
        let end = Array(#"b","window_properties":{"class":"XTerm"},"focused":true}}"#.utf8)
        let payload = start + [0xFF, 0xC3] + end
        var said = message(0x8000_0003, String(repeating: " ", count: payload.count))
        said.replaceSubrange((said.count - payload.count)..., with: payload)
        let updates = try i3.take(said)
        #expect(updates == [.focus(FocusedWindow(app: "XTerm", title: "a\u{FFFD}\u{FFFD}b"))])
    }

    /// An empty workspace has the focus: no window has it.
    @Test func i3EmptyWorkspace() throws {
        var i3 = I3Focus()
        let said = message(4, #"{"nodes":[{"type":"workspace","name":"2","focused":true,"nodes":[]}]}"#)
        let updates = try i3.take(said)
        #expect(updates == [.focus(nil)])
    }

    @Test(arguments: [Array("HTTP/1.1 400 Bad".utf8), Array("i3-ipc".utf8) + [255, 255, 255, 255, 0, 0, 0, 0]])
    func notI3(bytes: [UInt8]) {
        var i3 = I3Focus()
        #expect(throws: (any Error).self) { try i3.take(bytes) }
    }

    @Test func i3BadJSON() {
        var i3 = I3Focus()
        #expect(throws: (any Error).self) { try i3.take(message(4, "{")) }
    }

    @Test func hyprland() throws {
        var hyprland = HyprlandFocus()
        let said = """
            workspace>>2
            activewindow>>firefox,A, B >> C
            activewindowv2>>80e62df0
            activewindow>>,
            openwindow>>80864f60,1,Alacritty,Alacritty
            activewindow>>kitty,

            """
        let updates = try Array(said.utf8).flatMap { try hyprland.take([$0]) }
        #expect(
            updates == [
                .focus(FocusedWindow(app: "firefox", title: "A, B >> C")), .focus(nil),
                .focus(FocusedWindow(app: "kitty", title: "")),
            ])
        #expect(
            HyprlandFocus.answer(Array(#"{"address":"0x1","class":"kitty","title":"t","pid":3}"#.utf8))
                == FocusedWindow(app: "kitty", title: "t"))
        #expect(HyprlandFocus.answer(Array("{}".utf8)) == nil)
        #expect(HyprlandFocus.answer(Array("unknown request".utf8)) == nil)
    }

    @Test func niri() throws {
        var niri = NiriFocus()
        let said = #"""
            {"Ok":"Handled"}
            {"WorkspacesChanged":{"workspaces":[]}}
            {"WindowsChanged":{"windows":[{"id":1,"title":"a","app_id":"foot","pid":7,"workspace_id":1,"is_focused":true},{"id":2,"title":null,"app_id":"firefox","is_focused":false}]}}
            {"WindowFocusChanged":{"id":2}}
            {"WindowOpenedOrChanged":{"window":{"id":2,"title":"b","app_id":"firefox","is_focused":true}}}
            {"WindowFocusChanged":{"id":null}}
            {"WindowFocusChanged":{"id":1}}
            {"WindowClosed":{"id":1}}
            {"KeyboardLayoutsChanged":{"keyboard_layouts":{"names":[],"current_idx":0}}}

            """#
        let updates = try Array(said.utf8).flatMap { try niri.take([$0]) }
        #expect(
            updates == [
                .focus(FocusedWindow(app: "foot", title: "a")), .focus(FocusedWindow(app: "firefox")),
                .focus(FocusedWindow(app: "firefox", title: "b")), .focus(nil),
                .focus(FocusedWindow(app: "foot", title: "a")),
                .focus(nil),
            ])
    }

    @Test func niriRefuses() {
        var niri = NiriFocus()
        #expect(throws: NiriFocus.Refused.self) {
            try niri.take(Array("{\"Err\":\"error parsing request\"}\n".utf8))
        }
    }

    /// As GNOME Shell 43 tells them, with and without a desktop file.
    @Test(arguments: [
        ("org.example.One", "window:1", "org.example.One"), ("XTerm", "debian-xterm.desktop", "XTerm"),
        (nil, "org.gnome.Maps.desktop", "org.gnome.Maps"), ("", "org.gnome.Maps", "org.gnome.Maps"),
        (nil, "window:7", nil), ("", "", nil), (nil, nil, nil),
    ])
    func gnomeApp(windowClass: String?, id: String?, app: String?) {
        #expect(GnomeFocus.app(windowClass: windowClass, id: id) == app)
    }

    @Test func gnomeExtension() {
        #expect(
            GnomeFocus.window(#"{"title":"t","wm_class":"firefox","pid":3}"#)
                == FocusedWindow(app: "firefox", title: "t"))
        #expect(GnomeFocus.window(#"{"title":"t","wm_class":""}"#) == nil)
        #expect(GnomeFocus.window("{}") == nil)
        #expect(GnomeFocus.window("nonsense") == nil)
    }
}
