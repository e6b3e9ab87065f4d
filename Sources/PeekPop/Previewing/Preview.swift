/// What is shown while a press peeks.
public final class Preview {
    /// What the app wants to be shown: an object of its own, which its ``PreviewPresenter`` draws.
    public let content: Any
    /// How large it would like to be, in logical pixels; 0 leaves that axis to the presenter, as on iOS.
    public let preferredContentSize: Size
    /// What may be done with it without opening it: shown when the finger moves up during the peek.
    public let actions: [any PreviewActionItem]

    public init(_ content: Any, preferredContentSize: Size = .zero, actions: [any PreviewActionItem] = []) {
        self.content = content
        self.preferredContentSize = preferredContentSize
        self.actions = actions
    }
}

/// An action of a preview, or a group of them.
public protocol PreviewActionItem {
    var title: String { get }
    var style: PreviewActionStyle { get }
}

public enum PreviewActionStyle: Sendable, CaseIterable {
    case `default`
    /// With a mark beside it: what is so at the moment.
    case selected
    /// In the colour of warnings: it cannot be taken back.
    case destructive
}

public struct PreviewAction: PreviewActionItem {
    public let title: String
    public let style: PreviewActionStyle
    /// Called when it is chosen, before the preview goes away.
    public let handler: (PreviewAction, Preview) -> Void

    public init(
        title: String, style: PreviewActionStyle = .default, handler: @escaping (PreviewAction, Preview) -> Void
    ) {
        self.title = title
        self.style = style
        self.handler = handler
    }
}

/// Actions behind one title; groups may hold groups.
public struct PreviewActionGroup: PreviewActionItem {
    public let title: String
    public let style: PreviewActionStyle
    public let actions: [any PreviewActionItem]

    public init(title: String, style: PreviewActionStyle = .default, actions: [any PreviewActionItem]) {
        self.title = title
        self.style = style
        self.actions = actions
    }
}
