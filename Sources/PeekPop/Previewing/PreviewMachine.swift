/// How far a preview is.
enum PreviewState: String, CaseIterable {
    /// There is none.
    case idle
    /// The hint was reached: it begins to show.
    case began
    /// It stands, under a finger.
    case peeked
    /// So do its actions.
    case choosing
    /// It stands, or they do, without a finger: the keyboard or the pointer decides.
    case pinned
    /// It has been opened; the press is not over yet.
    case popped
}

/// What can happen to a preview.
enum PreviewInput: String, CaseIterable {
    /// A press has begun, and the app has given a preview.
    case begin
    /// The same by the keyboard, without a press.
    case pin
    /// The press's force or place has changed.
    case change
    case peek
    case pop
    /// The finger has let go.
    case release
    /// The same on an action; or an action was chosen in some other way.
    case choose
    /// The press was interrupted.
    case interrupt
    /// The app, or what became of the window and its views, takes the preview away.
    case withdraw
    /// The app opens it.
    case commit
    /// The finger went up, or the keyboard asks.
    case showActions
    /// The finger went down again.
    case hideActions
}

/// What a step makes known, in this order.
enum PreviewOutcome: String, CaseIterable {
    case begin
    /// The progress from hint to peek that the press reports.
    case previewProgress
    /// That it is 1.
    case previewWhole
    case peek
    case commitProgress
    case commitWhole
    /// The finger's way, to the actions.
    case swipe
    case showActions
    case hideActions
    /// The actions stay.
    case pinActions
    case choose
    case pop
    case dismiss
}

/// A preview's way, as a table: a value without views, delegates and time.
enum PreviewMachine {
    /// Every state and every input has an answer.
    static func step(_ state: PreviewState, _ input: PreviewInput) -> (PreviewState, [PreviewOutcome]) {
        switch state {
        case .idle:
            switch input {
            case .begin: (.began, [.begin])
            case .pin: (.pinned, [.begin, .previewWhole, .peek])
            // Presses whose beginning was not for us.
            case .change, .peek, .pop, .release, .choose, .interrupt, .withdraw, .commit, .showActions, .hideActions:
                (.idle, [])
            }

        case .began:
            switch input {
            case .change: (.began, [.previewProgress])
            case .peek: (.peeked, [.previewWhole, .peek])
            // A level may be passed between two reports.
            case .pop: (.popped, [.previewWhole, .peek, .commitWhole, .pop])
            case .commit: (.popped, [.previewWhole, .peek, .pop])
            case .release, .interrupt, .withdraw: (.idle, [.dismiss])
            case .begin, .pin, .choose, .showActions, .hideActions: (.began, [])
            }

        case .peeked:
            switch input {
            case .change: (.peeked, [.commitProgress, .swipe])
            case .pop: (.popped, [.commitWhole, .pop])
            case .commit: (.popped, [.pop])
            case .showActions: (.choosing, [.showActions])
            case .release, .interrupt, .withdraw: (.idle, [.dismiss])
            case .begin, .pin, .peek, .choose, .hideActions: (.peeked, [])
            }

        case .choosing:
            switch input {
            case .change: (.choosing, [.swipe])
            // Who chooses an action presses hard without meaning it.
            case .pop: (.choosing, [])
            case .hideActions: (.peeked, [.hideActions])
            case .release: (.pinned, [.pinActions])
            case .choose: (.idle, [.choose, .dismiss])
            case .commit: (.popped, [.pop])
            case .interrupt, .withdraw: (.idle, [.dismiss])
            case .begin, .pin, .peek, .showActions: (.choosing, [])
            }

        case .pinned:
            switch input {
            case .commit: (.idle, [.pop])
            case .choose: (.idle, [.choose, .dismiss])
            case .withdraw: (.idle, [.dismiss])
            case .showActions: (.pinned, [.showActions])
            case .hideActions: (.pinned, [.hideActions])
            // Its press is over; others do not begin while it stands.
            case .begin, .pin, .change, .peek, .pop, .release, .interrupt: (.pinned, [])
            }

        case .popped:
            switch input {
            case .release, .interrupt: (.idle, [])
            case .begin, .pin, .change, .peek, .pop, .choose, .withdraw, .commit, .showActions, .hideActions:
                (.popped, [])
            }
        }
    }
}
