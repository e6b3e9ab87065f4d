/// A view's registration for previews, as UIKit's `UIViewControllerPreviewing`.
///
/// It ends with ``Previewer/unregisterForPreviewing(_:)``, and by itself when its delegate is gone. Until then it keeps the
/// view, unless that is the delegate itself.
public final class PreviewingContext {
    /// Where presses are watched for.
    public var sourceView: (any PreviewView)? { keptView ?? weakView }
    public private(set) weak var delegate: (any PreviewingDelegate)?
    /// What stays sharp while the rest blurs, in the coordinates of ``sourceView``: the whole view, unless the delegate has
    /// narrowed it when it was asked for a preview.
    public var sourceRect: Rect {
        get { narrowedRect ?? sourceView?.bounds ?? .zero }
        set { narrowedRect = newValue }
    }
    /// For gestures of the app's own.
    public let failureRelationship = PreviewFailureRelationship()

    private let keptView: (any PreviewView)?
    private weak var weakView: (any PreviewView)?
    var narrowedRect: Rect?

    init(delegate: any PreviewingDelegate, sourceView: any PreviewView) {
        self.delegate = delegate
        weakView = sourceView
        // A view that is its own delegate would keep itself alive.
        keptView = sourceView === delegate ? nil : sourceView
    }
}
