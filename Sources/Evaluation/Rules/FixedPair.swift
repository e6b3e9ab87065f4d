import Recognition

/// Rival: a fixed pair a stage, as LinuxMagicForce has: on at a level, armed again below a lower one.
///
/// Its numbers on a Magic Trackpad 2 are 165 and 125 of 253; what is taken over here is their ratio.
public struct FixedPair: PressRule {
    /// The lower level as a fraction of the upper one.
    public static let rearm: Float = 125.0 / 165

    private let peek: Float
    private let pop: Float
    private let zero: Float
    private var stages = Stages()

    /// - Parameters:
    ///   - peek: raw pressure.
    ///   - pop: raw pressure; ∞ for a rule with one stage.
    ///   - zero: raw pressure of nothing.
    public init(peek: Float, pop: Float, zero: Float = 0) {
        self.peek = peek
        self.pop = pop
        self.zero = zero
    }

    public mutating func feed(_ frame: borrowing Frame, _ decide: (Decision) -> Void) {
        let force = frame.highestPressure
        if force >= peek { stages.peek(atUsec: frame.timeUsec, level: peek, decide) }
        if force >= pop { stages.pop(atUsec: frame.timeUsec, level: pop, decide) }
        if frame.contactCount == 0 || force - zero < (peek - zero) * FixedPair.rearm {
            stages.release(atUsec: frame.timeUsec, decide)
        }
    }

    public mutating func finish(atUsec timeUsec: UInt64, _ decide: (Decision) -> Void) {}
}
