/// The press state machine as a table. It is drawn in docs/recognition-states.md: change the drawing too.
public enum PressState: String, Sendable, CaseIterable {
    /// Nothing touches (palms and resting thumbs do not count).
    case idle
    /// A finger is there but has not been still for long enough.
    case landing
    /// A finger rests; a rise to the hint begins a press.
    case touching
    /// A press began: the preview begins to show.
    case hinted
    /// The preview stands.
    case peeked
    /// It was committed.
    case popped
    /// This touch makes no press any more; lifting ends that.
    case spent

    /// Whether a press is in flight.
    public var isPress: Bool { self == .hinted || self == .peeked || self == .popped }
}

/// What can happen to a press.
public enum PressInput: String, Sendable, CaseIterable {
    /// The first finger.
    case land
    /// Other fingers than before, but no more than a press may have.
    case regroup
    /// More fingers than a press may have.
    case crowd
    /// The last finger has gone.
    case lift
    /// Still for long enough.
    case settle
    /// The force has reached the hint, the peek, the pop.
    case reachHint
    case reachPeek
    case reachPop
    /// The force has fallen below the stage's release level.
    case fall
    /// Too far from where it settled.
    case move
    /// The same with the button down.
    case drag
    /// A scroll, swipe or pinch.
    case gesture
    /// The finger is a palm.
    case palm
    /// Events were lost and the fingers may be others.
    case loss
    case gone
    case suspend
    case silence
    case shutdown
}

/// What a transition makes known.
public enum PressOutcome: Equatable, Sendable {
    case nothing
    case phase(PressPhase)
    case cancelled(CancelReason)
}

public enum PressMachine {
    /// The table: every state and every input has an answer.
    public static func step(_ state: PressState, _ input: PressInput) -> (PressState, PressOutcome) {
        switch state {
        case .idle:
            switch input {
            case .land: return (.landing, .nothing)
            case .crowd: return (.spent, .nothing)
            default: return (.idle, .nothing)
            }

        case .landing, .touching:
            switch input {
            case .lift, .gone: return (.idle, .nothing)
            case .regroup, .move: return (.landing, .nothing)
            case .settle: return (.touching, .nothing)
            case .reachHint: return state == .touching ? (.hinted, .phase(.began)) : (.landing, .nothing)
            case .loss, .suspend: return (.landing, .nothing)
            case .crowd, .drag, .gesture, .palm, .silence, .shutdown: return (.spent, .nothing)
            case .land, .reachPeek, .reachPop, .fall: return (state, .nothing)
            }

        case .hinted:
            switch input {
            case .reachPeek: return (.peeked, .phase(.peeked))
            case .fall: return (.touching, .cancelled(.released))
            case .lift: return (.idle, .cancelled(.released))
            case .move: return (.landing, .cancelled(.moved))
            case .drag: return (.spent, .cancelled(.drag))
            case .gesture: return (.spent, .cancelled(.gesture))
            default: return interrupted(state, input)
            }

        case .peeked:
            switch input {
            case .reachPop: return (.popped, .phase(.popped))
            case .fall: return (.touching, .cancelled(.released))
            case .lift: return (.idle, .cancelled(.released))
            default: return interrupted(state, input)
            }

        case .popped:
            switch input {
            case .fall: return (.touching, .phase(.ended))
            case .lift: return (.idle, .phase(.ended))
            default: return interrupted(state, input)
            }

        case .spent:
            switch input {
            case .lift, .gone: return (.idle, .nothing)
            default: return (.spent, .nothing)
            }
        }
    }

    /// What ends a press at any stage.
    private static func interrupted(_ state: PressState, _ input: PressInput) -> (PressState, PressOutcome) {
        switch input {
        case .regroup, .crowd: return (.spent, .cancelled(.fingers))
        case .palm: return (.spent, .cancelled(.palm))
        case .loss: return (.spent, .cancelled(.dropped))
        case .gone: return (.idle, .cancelled(.gone))
        case .suspend: return (.spent, .cancelled(.suspended))
        case .silence: return (.spent, .cancelled(.timeout))
        case .shutdown: return (.spent, .cancelled(.shutdown))
        case .land, .lift, .settle, .reachHint, .reachPeek, .reachPop, .fall, .move, .drag, .gesture:
            return (state, .nothing)
        }
    }
}
