/// The window that has the keyboard's focus.
public struct FocusedWindow: Equatable, Sendable {
    /// Wayland's app id, or the class of an X window: `org.gnome.Nautilus`, `firefox`.
    public var app: String
    public var title: String

    public init(app: String, title: String = "") {
        self.app = app
        self.title = title
    }
}

/// What a desktop said: which window has the focus now.
enum FocusUpdate: Equatable {
    case unchanged
    case focus(FocusedWindow?)
    /// The whole state has to be asked for again.
    case ask
}
