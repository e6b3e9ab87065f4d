/// The IPC of i3, which Sway speaks as well: `i3-ipc`, a length and a type in the machine's order of bytes, and JSON.
struct I3Focus {
    enum Request: UInt32 {
        case subscribe = 2
        case getTree = 4
    }

    private static let magic = Array("i3-ipc".utf8)
    private static let headerLength = 14
    /// A tree of thousands of windows is a few megabytes.
    private static let messageLimit = 64 << 20
    private static let windowEvent: UInt32 = 0x8000_0003
    private static let workspaceEvent: UInt32 = 0x8000_0000

    /// What does not speak this protocol.
    struct Violation: Error {}

    private var buffer: [UInt8] = []

    static func message(_ request: Request, _ payload: String = "") -> [UInt8] {
        var bytes = magic
        for number in [UInt32(payload.utf8.count), request.rawValue] {
            withUnsafeBytes(of: number) { bytes += $0 }
        }
        return bytes + payload.utf8
    }

    /// What is said first: to be told of changes, and how it is now.
    static let greeting = message(.subscribe, #"["window","workspace"]"#) + message(.getTree)

    /// Takes bytes; gives what they say, in order.
    mutating func take(_ bytes: some Sequence<UInt8>) throws -> [FocusUpdate] {
        buffer += bytes
        var updates: [FocusUpdate] = []
        var start = 0
        while buffer.count - start >= I3Focus.headerLength {
            guard buffer[start..<start + 6].elementsEqual(I3Focus.magic) else { throw Violation() }
            let length = Int(number(at: start + 6))
            let type = number(at: start + 10)
            guard length <= I3Focus.messageLimit else { throw Violation() }
            let end = start + I3Focus.headerLength + length
            guard buffer.count >= end else { break }
            updates.append(try read(type, buffer[(start + I3Focus.headerLength)..<end]))
            start = end
        }
        buffer.removeFirst(start)
        return updates.filter { $0 != .unchanged }
    }

    private func number(at offset: Int) -> UInt32 {
        buffer.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
    }

    private func read(_ type: UInt32, _ payload: ArraySlice<UInt8>) throws -> FocusUpdate {
        switch type {
        case Request.getTree.rawValue:
            return .focus(try DesktopJSON.decode(Node.self, from: payload).focused?.window)
        case I3Focus.windowEvent:
            let event = try DesktopJSON.decode(WindowEvent.self, from: payload)
            switch event.change {
            case "focus": return .focus(event.container.window)
            case "title" where event.container.isFocused == true: return .focus(event.container.window)
            // Of what is left, only the tree tells who has the focus now.
            case "close", "move", "floating": return .ask
            default: return .unchanged
            }
        case I3Focus.workspaceEvent:
            return try DesktopJSON.decode(WorkspaceEvent.self, from: payload).change == "focus" ? .ask : .unchanged
        default: return .unchanged
        }
    }

    private struct WindowEvent: Decodable {
        var change: String
        var container: Node
    }

    private struct WorkspaceEvent: Decodable {
        var change: String
    }

    private struct Node: Decodable {
        struct Properties: Decodable {
            var `class`: String?
            var instance: String?
        }

        var name: String?
        var isFocused: Bool?
        /// Sway's, of a Wayland window.
        var appID: String?
        /// Of an X window.
        var properties: Properties?
        var nodes: [Node]?
        var floating: [Node]?

        enum CodingKeys: String, CodingKey {
            case name, nodes
            case isFocused = "focused"
            case appID = "app_id"
            case properties = "window_properties"
            case floating = "floating_nodes"
        }

        /// A workspace can have the focus as well, and is no window.
        var window: FocusedWindow? {
            let app = appID ?? properties?.class ?? properties?.instance
            return app.map { FocusedWindow(app: $0, title: name ?? "") }
        }

        var focused: Node? {
            if isFocused == true { return self }
            for child in (nodes ?? []) + (floating ?? []) {
                if let found = child.focused { return found }
            }
            return nil
        }
    }
}
