import Recognition

/// Rival: ChromeOS's rule for the clicks of haptic pads, with a peek and a pop in the place of the click.
///
/// ChromeOS presses at 130 g and releases at 105 g at its middle sensitivity. The release follows the peak: half of it,
/// but not below 105 g and not above 350 g. After a release without lifting the next press needs 1.2 times the force at
/// that moment, and that level only falls until the finger lifts. Here all forces are scaled so that the 130 g become the
/// stage's level.
public struct DynamicRelease: PressRule {
    /// Fractions of the press level.
    static let release: Float = 105.0 / 130
    static let highestRelease: Float = 350.0 / 130
    static let releaseOfPeak: Float = 0.5
    static let pressAgain: Float = 1.2

    private let peek: Float
    private let pop: Float
    private let zero: Float
    private var stages = Stages()
    private var peak: Float = 0
    /// What the next peek needs, above the zero.
    private var needed: Float

    /// - Parameters:
    ///   - peek: raw pressure.
    ///   - pop: raw pressure.
    ///   - zero: raw pressure of nothing.
    public init(peek: Float, pop: Float, zero: Float = 0) {
        self.peek = peek - zero
        self.pop = pop - zero
        self.zero = zero
        needed = peek - zero
    }

    public mutating func feed(_ frame: borrowing Frame, _ decide: (Decision) -> Void) {
        let now = frame.timeUsec
        guard frame.contactCount > 0 else {
            stages.release(atUsec: now, decide)
            needed = peek
            return
        }
        let force = frame.highestPressure - zero
        if stages.hasPeeked {
            peak = max(peak, force)
            if force >= pop { stages.pop(atUsec: now, level: pop + zero, decide) }
            let followed = max(peek * DynamicRelease.release, peak * DynamicRelease.releaseOfPeak)
            if force < min(peek * DynamicRelease.highestRelease, followed) {
                stages.release(atUsec: now, decide)
                needed = max(peek, force * DynamicRelease.pressAgain)
            }
        } else if force >= needed {
            peak = force
            stages.peek(atUsec: now, level: needed + zero, decide)
            if force >= pop { stages.pop(atUsec: now, level: pop + zero, decide) }
        } else {
            needed = max(peek, min(needed, force * DynamicRelease.pressAgain))
        }
    }

    public mutating func finish(atUsec timeUsec: UInt64, _ decide: (Decision) -> Void) {}
}
