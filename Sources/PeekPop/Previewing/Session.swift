/// Which press: pads count theirs each for itself.
struct PressKey: Equatable {
    let device: String
    let id: UInt32

    init(_ event: PressEvent) {
        device = event.device
        id = event.id
    }
}

/// What a press can be meant for.
enum Registration {
    case context(PreviewingContext)
    case interaction(WeakInteraction)

    /// Compared by identity; `nil` where it is gone.
    var object: AnyObject? {
        switch self {
        case .context(let context): context
        case .interaction(let interaction): interaction.object
        }
    }

    var view: (any PreviewView)? {
        switch self {
        case .context(let context): context.sourceView
        case .interaction(let interaction): interaction.object?.view
        }
    }

    /// Whether there is still somebody to ask.
    var isAlive: Bool {
        switch self {
        case .context(let context): context.delegate != nil && context.sourceView != nil
        case .interaction(let interaction): interaction.object != nil
        }
    }
}

/// An interaction belongs to the app, which ends it by letting go of it.
struct WeakInteraction {
    weak var object: PreviewInteraction?

    init(_ object: PreviewInteraction) {
        self.object = object
    }
}

/// What can happen to a ``Previewer``.
enum Stimulus {
    /// `at`: where in the window, where that is known.
    case press(PressEvent, ForcePad?, at: Point?)
    /// Of a context's or interaction's; `nil`: of any.
    case withdraw(DismissReason, from: AnyObject?)
    case look
    case pin(any PreviewView, Point?)
    case commit
    case select(SelectionDirection)
    case selectAt(Int)
    case choose
    case back
}

/// One preview, from the hint until its press is over.
final class Session {
    let registration: Registration
    /// `nil` for an interaction, whose app shows something of its own.
    let preview: Preview?
    /// `nil` where the keyboard asked.
    var press: PressKey?
    /// The pad of the press.
    let pad: ForcePad?
    var state = PreviewState.idle
    var navigation: ActionNavigation?
    var swipe = ActionSwipe()
    /// To be put back at the end.
    var restingRect: Rect?
    var dismissReason = DismissReason.dismissed

    init(_ registration: Registration, preview: Preview?, press: PressKey?, pad: ForcePad?) {
        self.registration = registration
        self.preview = preview
        self.press = press
        self.pad = pad
    }

    /// Whether there is something to be seen of it.
    var isShown: Bool { state != .idle && state != .popped }

    /// The actions that are to be seen.
    var sheet: PreviewActionSheet? { navigation?.sheet(isPinned: state == .pinned) }

    var relationship: PreviewFailureRelationship? {
        if case .context(let context) = registration { context.failureRelationship } else { nil }
    }
}
