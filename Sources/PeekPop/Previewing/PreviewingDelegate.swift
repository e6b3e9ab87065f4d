/// Gives previews for a view. As UIKit's `UIViewControllerPreviewingDelegate`.
public protocol PreviewingDelegate: AnyObject {
    /// A press has begun at `location`, in the coordinates of the context's `sourceView`.
    ///
    /// Narrow ``PreviewingContext/sourceRect`` here to what shall stay sharp while all else blurs; it is the whole view
    /// at each call. While this runs, events wait; when it returns the preview catches up with the finger.
    ///
    /// - Returns: what to show, or `nil`: then this press does nothing to its end. An error counts as `nil`, and goes to
    ///   ``Previewer/onError``.
    func previewingContext(_ context: PreviewingContext, previewFor location: Point) throws -> Preview?

    /// The preview popped: open what it stands for.
    func previewingContext(_ context: PreviewingContext, commit preview: Preview)
}

/// Draws previews for a toolkit: one of a window, beside its ``Previewer``.
///
/// For each preview the calls come in this order: ``begin(_:in:)``; ``previewProgress(_:of:)`` any number of times;
/// ``peek(_:)``; ``commitProgress(_:of:)`` and those of the actions any number of times; and last, from any of them,
/// either ``pop(_:)`` or ``dismiss(_:reason:)``, with which the sheet of actions is gone too. All but the first and these
/// two have a default that does nothing.
public protocol PreviewPresenter: AnyObject {
    /// The hint: ``PreviewingContext/sourceRect`` is what stays as it is, and everything else begins to step back.
    func begin(_ preview: Preview, in context: PreviewingContext)
    /// 0…1 from hint to peek, growing and falling with the force; 1 before every peek.
    func previewProgress(_ progress: Double, of preview: Preview)
    /// The preview stands.
    func peek(_ preview: Preview)
    /// 0…1 from peek to pop; 1 before every pop that a press makes.
    func commitProgress(_ progress: Double, of preview: Preview)

    /// Actions are to be seen: the first time, or another level of them.
    func showActions(_ sheet: PreviewActionSheet, of preview: Preview)
    /// Another one is selected, or none; or the sheet has come to stay without the finger.
    func updateActions(_ sheet: PreviewActionSheet, of preview: Preview)
    /// One was chosen. Its handler is called after this, and then ``dismiss(_:reason:)``.
    func chooseAction(_ action: PreviewAction, of preview: Preview)
    func hideActions(of preview: Preview)

    /// It opens. ``PreviewingDelegate/previewingContext(_:commit:)`` is called after this.
    func pop(_ preview: Preview)
    func dismiss(_ preview: Preview, reason: DismissReason)
}

extension PreviewPresenter {
    public func previewProgress(_ progress: Double, of preview: Preview) {}
    public func peek(_ preview: Preview) {}
    public func commitProgress(_ progress: Double, of preview: Preview) {}
    public func showActions(_ sheet: PreviewActionSheet, of preview: Preview) {}
    public func updateActions(_ sheet: PreviewActionSheet, of preview: Preview) {}
    public func chooseAction(_ action: PreviewAction, of preview: Preview) {}
    public func hideActions(of preview: Preview) {}
}

/// Why a preview went away without a pop.
public enum DismissReason: Hashable, Sendable {
    /// The press ended: the finger let go (`released`), or it was interrupted.
    case press(CancelReason)
    /// An action was chosen.
    case action
    /// The window lost the focus.
    case focusLost
    /// The view is no longer in the window, or its registration has ended.
    case viewRemoved
    /// A gesture of the app's took the press: ``PreviewFailureRelationship/claim()``, ``PreviewInteraction/cancel()``.
    case claimed
    /// ``Previewer/dismiss()`` or ``Previewer/back()``.
    case dismissed
}

/// The actions that are to be seen: one level of them.
public struct PreviewActionSheet {
    /// The group's title; `nil` for the outermost level.
    public let title: String?
    public let items: [any PreviewActionItem]
    /// The item under the finger, or the keyboard's.
    public let selection: Int?
    /// How many groups are open.
    public let depth: Int
    /// Whether it stays without the finger: then the pointer or the keyboard choose, by ``Previewer/choose()`` and so on.
    public let isPinned: Bool

    /// What is selected.
    public var selected: (any PreviewActionItem)? { selection.map { items[$0] } }
}
