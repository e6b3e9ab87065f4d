/// How the app's own gestures get along with previewing, as UIKit's
/// `previewingGestureRecognizerForFailureRelationship`.
///
/// A long press or drag of the app's own waits until ``state`` is not `began`, or takes the press with ``claim()``.
public final class PreviewFailureRelationship {
    public enum State: Sendable, CaseIterable {
        /// No press has begun here.
        case possible
        /// A preview shows: other gestures yield.
        case began
        /// A press began here without a preview: other gestures may go on. `possible` again when it ends.
        case failed
        /// The preview has popped or gone. `possible` again at once.
        case ended
    }

    public private(set) var state = State.possible
    /// Called after each change.
    public var onChange: ((State) -> Void)?
    /// What takes the press away.
    var withdraw: (() -> Void)?

    /// The app's own gesture takes the press: a preview that shows is dismissed, and the press does nothing more. Without
    /// effect outside of `began`, and after the pop.
    public func claim() {
        withdraw?()
    }

    func enter(_ new: State) {
        guard new != state else { return }
        state = new
        onChange?(new)
    }
}
