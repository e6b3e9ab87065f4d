import Recognition

/// Who is compared: PeekPop first, then its rivals.
public enum Contender: String, Sendable, CaseIterable {
    case peekPop
    case fixedThreshold
    case fixedPair
    case dynamicRelease
    case longPress

    /// For tables.
    public var title: String {
        switch self {
        case .peekPop: "PeekPop"
        case .fixedThreshold: "one fixed threshold"
        case .fixedPair: "fixed pair with re-arm"
        case .dynamicRelease: "ChromeOS's pairs"
        case .longPress: "long press by time"
        }
    }

    /// The rule, made for one pad.
    ///
    /// - Parameters:
    ///   - scale: what the rivals' author knows of the pad; `nil` where the pad has no pressure to go by.
    ///   - levels: what the rivals are set to, in clicks: PeekPop's own on this pad.
    ///   - settings: PeekPop's settings.
    public func rule(
        _ pad: PadDescription, scale: HandTunedScale?, levels: Levels = Levels(.medium),
        settings: RecognitionSettings = RecognitionSettings(),
        calibration: Calibration? = nil, learned: LearnedClick? = nil
    ) -> any PressRule {
        let peek = scale?.raw(clicks: levels.peek.down) ?? .infinity
        let pop = scale?.raw(clicks: levels.pop.down) ?? .infinity
        let zero = scale?.zero ?? 0
        return switch self {
        case .peekPop: RecogniserRule(pad, settings: settings, calibration: calibration, learned: learned)
        case .fixedThreshold: FixedThreshold(peek: peek, pop: pop)
        case .fixedPair: FixedPair(peek: peek, pop: pop, zero: zero)
        case .dynamicRelease: DynamicRelease(peek: peek, pop: pop, zero: zero)
        case .longPress: LongPress()
        }
    }
}
