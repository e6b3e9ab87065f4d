import Recognition

/// PeekPop's recogniser as a rule among others.
public struct RecogniserRule: PressRule {
    private var recogniser: Recogniser

    public init(
        _ pad: PadDescription, settings: RecognitionSettings = RecognitionSettings(), calibration: Calibration? = nil,
        learned: LearnedClick? = nil
    ) {
        recogniser = Recogniser(pad, settings: settings, calibration: calibration, learned: learned)
    }

    /// The click level learned so far.
    public var learnedClick: LearnedClick? { recogniser.learnedClick }

    public mutating func feed(_ frame: borrowing Frame, _ decide: (Decision) -> Void) {
        let levels = RawLevels(recogniser)
        recogniser.feed(frame) { RecogniserRule.pass($0, levels, decide) }
    }

    public mutating func finish(atUsec timeUsec: UInt64, _ decide: (Decision) -> Void) {
        let levels = RawLevels(recogniser)
        recogniser.advance(toUsec: timeUsec) { RecogniserRule.pass($0, levels, decide) }
    }

    private static func pass(_ event: borrowing PressEvent, _ levels: RawLevels?, _ decide: (Decision) -> Void) {
        switch event.phase {
        case .began: decide(Decision(.hint, atUsec: event.timeUsec, level: levels?.hint))
        case .peeked: decide(Decision(.peek, atUsec: event.timeUsec, level: levels?.peek))
        case .popped: decide(Decision(.pop, atUsec: event.timeUsec, level: levels?.pop))
        case .ended, .cancelled: decide(Decision(.release, atUsec: event.timeUsec))
        case .changed: break
        }
    }
}

/// The recogniser's levels in the pad's own numbers, as they are before a frame is looked at.
private struct RawLevels {
    let hint: Float
    let peek: Float
    let pop: Float

    init?(_ recogniser: borrowing Recogniser) {
        guard case .on(let levels) = recogniser.levels, let scale = recogniser.scale else { return nil }
        func raw(_ level: ForceLevel) -> Float { scale.zero + level.down * (scale.click - scale.zero) }
        (hint, peek, pop) = (raw(levels.hint), raw(levels.peek), raw(levels.pop))
    }
}
