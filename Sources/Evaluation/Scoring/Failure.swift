import ForceModel

/// One mistake of a rule, with what is needed to look at it.
public struct Failure: Equatable, Sendable {
    public enum Kind: String, Sendable, CaseIterable {
        case missedPeek = "peek missed"
        case missedPop = "pop missed"
        case falsePeek = "false peek"
        case falsePop = "false pop"
        case unwantedPeek = "peek, though a hint was meant"
        case unwantedPop = "pop, though a peek was meant"
        case double = "the same stage twice"
        case lateRelease = "released late"
        case stuck = "stuck"
        case slow = "decided late"
    }

    public var kind: Kind
    public var intent: Intent
    /// When, in the trace's time: of the decision, or of the intent's beginning where none came.
    public var timeUsec: UInt64
    /// The highest true force in the intent, in clicks.
    public var peakClicks: Float
    /// Further words: how late.
    public var detail: String
}
