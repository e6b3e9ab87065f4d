/// Previews for one window: watches presses, asks delegates, and tells the presenter what to draw.
///
/// ```swift
/// let previewer = Previewer(window: window, presenter: presenter, connection: connection)
/// let context = previewer.registerForPreviewing(with: self, sourceView: list)
/// ```
///
/// A press belongs to the window that has the focus and the pointer when it begins, and to the innermost registered view
/// there (of two on the same view, to the one registered later). For one thread: the one that dispatches the connection.
public final class Previewer {
    /// It is held weakly, for a window has its previewer: without it, nothing happens any more.
    public private(set) weak var window: (any PreviewWindow)?
    /// It is kept. One that has the previewer in turn has it weakly.
    public let presenter: any PreviewPresenter
    /// Called with what a delegate threw when it was asked for a preview.
    public var onError: ((any Error) -> Void)?
    /// What is played on a pad with a motor at the hint, peek and pop of this window's previews. Nothing by default: the
    /// service plays peek and pop by itself, as it is configured.
    public var feedback = PreviewFeedback()

    let connection: PressConnection?
    var registrations: [Registration] = []
    /// The preview that shows.
    var session: Session?
    /// A press that began on a registration without a preview.
    var failed: (press: PressKey, relationship: PreviewFailureRelationship)?

    /// What has happened and waits for its turn.
    private var inbox: [Stimulus] = []
    private var isDraining = false
    private var announcedMeans: PreviewMeans

    /// - Parameters:
    ///   - window: whose previews these are.
    ///   - presenter: who draws them.
    ///   - connection: where presses come from; without one, feed them to ``pressDidChange(_:on:)``.
    public init(
        window: any PreviewWindow, presenter: any PreviewPresenter, connection: PressConnection? = nil
    ) {
        self.window = window
        self.presenter = presenter
        self.connection = connection
        announcedMeans = PreviewMeans(connection?.capability ?? .unknown)
        connection?.addListener(self)
    }

    // MARK: Registrations

    /// Asks `delegate` for previews when presses begin on `sourceView`.
    @discardableResult
    public func registerForPreviewing(
        with delegate: any PreviewingDelegate, sourceView: any PreviewView
    ) -> PreviewingContext {
        let context = PreviewingContext(delegate: delegate, sourceView: sourceView)
        context.failureRelationship.withdraw = { [weak self, weak context] in
            guard let context else { return }
            self?.post(.withdraw(.claimed, from: context))
        }
        registrations.append(.context(context))
        return context
    }

    /// Ends a registration; a preview of it that shows is dismissed.
    public func unregisterForPreviewing(_ context: PreviewingContext) {
        registrations.removeAll { $0.object === context }
        context.failureRelationship.withdraw = nil
        post(.withdraw(.viewRemoved, from: context))
    }

    func add(_ interaction: PreviewInteraction) {
        registrations.append(.interaction(WeakInteraction(interaction)))
    }

    func cancel(_ interaction: PreviewInteraction) {
        post(.withdraw(.claimed, from: interaction))
    }

    // MARK: State

    /// The preview that shows, from hint to pop or dismissal.
    public var current: Preview? { session?.isShown == true ? session?.preview : nil }

    /// The actions that are to be seen.
    public var actions: PreviewActionSheet? { session?.sheet }

    /// How previews are had at the moment.
    public var means: PreviewMeans { announcedMeans }

    /// Called when ``means`` has changed: say so to the user, as iOS' catalogue of previews does where there is no force
    /// touch.
    public var onMeansChange: ((PreviewMeans) -> Void)?

    /// Looks whether the window still has the focus, and the pressed view is still in it; if not, the preview that shows is
    /// dismissed. This happens by itself with each report of the press, but a finger that holds still makes none: call it
    /// when the focus leaves and when views are removed.
    public func windowDidChange() {
        post(.look)
    }

    // MARK: Keyboard, and actions that stay

    /// Shows the preview of a registered view, without a press: for the Menu key, or a shortcut. It stays until
    /// ``commit()``, ``dismiss()`` or ``choose()``.
    ///
    /// - Parameters:
    ///   - view: a registered view, or one within it: the innermost registration around it counts.
    ///   - location: in the view's coordinates; its middle where `nil`.
    /// - Returns: whether it shows. Not where another one does, or the delegate gives none.
    @discardableResult
    public func preview(_ view: any PreviewView, at location: Point? = nil) -> Bool {
        let before = session
        post(.pin(view, location))
        return session !== before && session?.state == .pinned
    }

    /// Opens the preview that shows.
    public func commit() {
        post(.commit)
    }

    /// Takes the preview that shows away.
    public func dismiss() {
        post(.withdraw(.dismissed, from: nil))
    }

    /// Selects the next or previous action, of actions that stay without a finger. It shows them, where they are not to be
    /// seen.
    public func select(_ direction: SelectionDirection) {
        post(.select(direction))
    }

    /// Selects an action by its place in ``actions``: for the pointer. One that is not there is passed over.
    public func select(at index: Int) {
        post(.selectAt(index))
    }

    /// Chooses the selected action, or opens the selected group.
    public func choose() {
        post(.choose)
    }

    /// Leaves the group that is open; without one, takes the preview away.
    public func back() {
        post(.back)
    }

    // MARK: Turns

    /// Deals with what has happened, and with what happens in the app's code while it does: one after the other.
    func post(_ stimulus: Stimulus) {
        inbox.append(stimulus)
        guard !isDraining else { return }
        isDraining = true
        while !inbox.isEmpty { handle(inbox.removeFirst()) }
        isDraining = false
    }
}

/// To the next action, or to the one before.
public enum SelectionDirection: Sendable {
    case next, previous
}

/// How previews are had.
public enum PreviewMeans: Sendable, CaseIterable {
    /// By pressing harder.
    case force
    /// No pad with presses is known: by holding the button, through ``LongPressPreviewing``.
    case longPress

    init(_ capability: ForceTouchCapability) {
        self = capability == .available ? .force : .longPress
    }
}

/// What is played when a window's previews reach a level; `nil`: nothing.
public struct PreviewFeedback: Equatable, Sendable {
    public var hint: FeedbackPattern?
    public var peek: FeedbackPattern?
    public var pop: FeedbackPattern?

    public init(hint: FeedbackPattern? = nil, peek: FeedbackPattern? = nil, pop: FeedbackPattern? = nil) {
        self.hint = hint
        self.peek = peek
        self.pop = pop
    }
}

extension Previewer: PressListener {
    public func pressDidChange(_ event: PressEvent, on pad: ForcePad?) {
        post(.press(event, pad, at: nil))
    }

    public func capabilityDidChange(_ capability: ForceTouchCapability) {
        let means = PreviewMeans(capability)
        guard means != announcedMeans else { return }
        announcedMeans = means
        onMeansChange?(means)
    }
}
