import Recognition

/// Rival: one fixed threshold a stage. At or above it is the stage, below it is not.
public struct FixedThreshold: PressRule {
    private let peek: Float
    private let pop: Float
    private var stages = Stages()

    /// - Parameters:
    ///   - peek: raw pressure.
    ///   - pop: raw pressure; ∞ for a rule with one stage.
    public init(peek: Float, pop: Float) {
        self.peek = peek
        self.pop = pop
    }

    public mutating func feed(_ frame: borrowing Frame, _ decide: (Decision) -> Void) {
        let force = frame.highestPressure
        guard force >= peek else { return stages.release(atUsec: frame.timeUsec, decide) }
        stages.peek(atUsec: frame.timeUsec, level: peek, decide)
        if force >= pop { stages.pop(atUsec: frame.timeUsec, level: pop, decide) }
    }

    public mutating func finish(atUsec timeUsec: UInt64, _ decide: (Decision) -> Void) {}
}
