/// niri's socket: one JSON value a line. After `"EventStream"` it tells the whole state, and then each change.
struct NiriFocus {
    static let greeting = Array("\"EventStream\"\n".utf8)

    private var lines = LineBuffer()
    private var windows: [UInt64: FocusedWindow] = [:]
    private var focused: UInt64?

    /// It refused the stream: it is older than 0.1.9.
    struct Refused: Error {}

    mutating func take(_ bytes: some Sequence<UInt8>) throws -> [FocusUpdate] {
        var updates: [FocusUpdate] = []
        for line in try lines.take(bytes) where !line.isEmpty {
            let event = try DesktopJSON.decode(Event.self, from: line)
            if event.refusal != nil { throw Refused() }
            if apply(event) { updates.append(.focus(focused.flatMap { windows[$0] })) }
        }
        return updates
    }

    private mutating func apply(_ event: Event) -> Bool {
        if let all = event.windowsChanged {
            windows = [:]
            focused = nil
            for window in all.windows { note(window) }
            return true
        }
        if let one = event.windowOpenedOrChanged {
            note(one.window)
            return true
        }
        if let gone = event.windowClosed {
            windows[gone.id] = nil
            if focused == gone.id { focused = nil }
            return true
        }
        if let change = event.focusChanged {
            focused = change.id
            return true
        }
        return false
    }

    private mutating func note(_ window: Window) {
        windows[window.id] = window.appID.map { FocusedWindow(app: $0, title: window.title ?? "") }
        if window.isFocused {
            focused = window.id
        } else if focused == window.id {
            focused = nil
        }
    }

    private struct Window: Decodable {
        var id: UInt64
        var title: String?
        var appID: String?
        var isFocused: Bool

        enum CodingKeys: String, CodingKey {
            case id, title
            case appID = "app_id"
            case isFocused = "is_focused"
        }
    }

    private struct Event: Decodable {
        struct Windows: Decodable { var windows: [Window] }
        struct One: Decodable { var window: Window }
        struct Closed: Decodable { var id: UInt64 }
        struct Focus: Decodable { var id: UInt64? }

        var refusal: String?
        var windowsChanged: Windows?
        var windowOpenedOrChanged: One?
        var windowClosed: Closed?
        var focusChanged: Focus?

        enum CodingKeys: String, CodingKey {
            case refusal = "Err"
            case windowsChanged = "WindowsChanged"
            case windowOpenedOrChanged = "WindowOpenedOrChanged"
            case windowClosed = "WindowClosed"
            case focusChanged = "WindowFocusChanged"
        }
    }
}
