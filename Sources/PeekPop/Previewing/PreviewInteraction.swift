/// What a ``PreviewInteraction`` tells. As UIKit's `UIPreviewInteractionDelegate`; all but the first two have a default.
public protocol PreviewInteractionDelegate: AnyObject {
    /// 0…1 from hint to peek; `ended` with 1, when the peek is reached.
    func previewInteraction(
        _ interaction: PreviewInteraction, didUpdatePreviewTransition progress: Double, ended: Bool)
    /// It is over without a pop: go back to where it began.
    func previewInteractionDidCancel(_ interaction: PreviewInteraction)
    /// Whether a press that has begun on the view shall count. It does by default.
    func previewInteractionShouldBegin(_ interaction: PreviewInteraction) -> Bool
    /// 0…1 from peek to pop; `ended` with 1, at the pop.
    func previewInteraction(
        _ interaction: PreviewInteraction, didUpdateCommitTransition progress: Double, ended: Bool)
}

extension PreviewInteractionDelegate {
    public func previewInteractionShouldBegin(_ interaction: PreviewInteraction) -> Bool { true }

    public func previewInteraction(
        _ interaction: PreviewInteraction, didUpdateCommitTransition progress: Double, ended: Bool
    ) {}
}

/// The progress of presses on a view, for apps that show something of their own. As UIKit's `UIPreviewInteraction`.
///
/// It lives as long as somebody holds it: letting go of it ends it.
public final class PreviewInteraction {
    /// Where presses are watched for.
    public let view: any PreviewView
    public weak var delegate: (any PreviewInteractionDelegate)?
    private weak var previewer: Previewer?
    /// The place in the window where the press began.
    var windowLocation: Point?

    /// - Parameters:
    ///   - view: where presses are watched for.
    ///   - previewer: that of the view's window. It is held weakly.
    ///   - delegate: who is told. It is held weakly.
    public init(view: any PreviewView, in previewer: Previewer, delegate: (any PreviewInteractionDelegate)? = nil) {
        self.view = view
        self.previewer = previewer
        self.delegate = delegate
        previewer.add(self)
    }

    /// Where the press is, in the coordinates of `view`; `nil` where there is none.
    public func location(in view: any PreviewView) -> Point? {
        windowLocation.map { view.convert($0, from: view.root) }
    }

    /// Ends the press that is on its way: the delegate's ``PreviewInteractionDelegate/previewInteractionDidCancel(_:)`` is
    /// called, and the press does nothing more.
    public func cancel() {
        previewer?.cancel(self)
    }
}
