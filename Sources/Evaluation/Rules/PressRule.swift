import Recognition

/// What a rule says about a touch, and when.
public struct Decision: Equatable, Sendable {
    public enum Kind: String, Sendable, CaseIterable {
        /// A press begins to show. Only PeekPop has this stage.
        case hint
        case peek
        case pop
        /// The press is over: let go, or given up.
        case release
    }

    public var kind: Kind
    /// In the trace's time, µs.
    public var timeUsec: UInt64
    /// The raw pressure that the rule wanted for it at that moment; `nil` where it does not go by pressure.
    public var level: Float?

    public init(_ kind: Kind, atUsec timeUsec: UInt64, level: Float? = nil) {
        self.kind = kind
        self.timeUsec = timeUsec
        self.level = level
    }
}

/// A rule that tells from a pad's frames when a finger peeks and pops: PeekPop's recogniser, or one of its rivals.
///
/// Every press that has peeked ends with one ``Decision/Kind/release``; a pop comes between the two.
public protocol PressRule {
    /// Takes a frame in. Frames come in the order of their times.
    mutating func feed(_ frame: borrowing Frame, _ decide: (Decision) -> Void)

    /// The time passes up to `timeUsec` without another frame: the trace is over.
    mutating func finish(atUsec timeUsec: UInt64, _ decide: (Decision) -> Void)
}
