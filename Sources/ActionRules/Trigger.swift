/// What of a press an action answers to.
public enum Trigger: String, CaseIterable, Hashable, Sendable {
    /// The hint level was reached.
    case hint
    /// The peek level was reached.
    case peek
    /// The pop level was reached.
    case pop
    /// A press that had popped is over, however it ended.
    case release
    /// A press that had come to peek is over without a pop.
    case cancel
    /// A press that had not come to peek is over.
    case hintCancel = "hint-cancel"

    /// Whether the press is over with it.
    public var isLast: Bool { self == .release || self == .cancel || self == .hintCancel }
    /// Whether what is shown for the press ends with it.
    public var endsShows: Bool { isLast || self == .pop }
}

/// How far a press has come.
public enum Stage: Int, Comparable, Sendable {
    case hint, peek, pop

    public static func < (a: Stage, b: Stage) -> Bool { a.rawValue < b.rawValue }
}

/// The press in flight on one pad: makes triggers of phases.
public struct PressStages: Sendable {
    private var stages: [String: (press: UInt32, stage: Stage)] = [:]

    public init() {}

    /// Takes one event of a pad.
    ///
    /// - Parameter phase: as on the wire: `began`, `peeked`, `popped`, `ended`, `cancelled`.
    /// - Returns: `nil` for what answers to nothing, as the end of a press whose beginning was not seen.
    public mutating func take(device: String, press: UInt32, phase: String) -> Trigger? {
        let known = stages[device].flatMap { $0.press == press ? $0.stage : nil }
        switch phase {
        case "began":
            stages[device] = (press, .hint)
            return .hint
        case "peeked":
            // Subscribed in the middle of a press: what would begin halfway is left alone.
            guard known == .hint else { return nil }
            stages[device] = (press, .peek)
            return .peek
        case "popped":
            guard known == .peek || known == .hint else { return nil }
            stages[device] = (press, .pop)
            return .pop
        case "ended", "cancelled":
            guard let known else { return nil }
            stages[device] = nil
            switch known {
            case .hint: return .hintCancel
            case .peek: return .cancel
            case .pop: return .release
            }
        default: return nil
        }
    }
}
