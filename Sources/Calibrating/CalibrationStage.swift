import Recognition

/// What a person is asked for, in this order.
public enum CalibrationStage: Int, CaseIterable, Sendable {
    /// Nothing touches the pad.
    case rest
    /// Light touches and taps, as for moving the pointer.
    case touches
    /// Ordinary clicks.
    case clicks
    /// Firm presses: these shall peek.
    case presses
    /// The hardest presses that are still comfortable: these shall pop.
    case hardPresses

    public var title: String {
        switch self {
        case .rest: "Rest"
        case .touches: "Light touches"
        case .clicks: "Ordinary clicks"
        case .presses: "Firm presses"
        case .hardPresses: "Hardest presses"
        }
    }

    /// What to do, in one or two sentences.
    ///
    /// - Parameter pad: those that measure contact size need a finger that lies there before it presses, and touches of
    ///   every posture; a pen's light touches are strokes.
    public func instruction(for pad: CalibrationPad) -> String {
        if pad.kind == .pen { return penInstruction }
        let isArea = pad.padClass == .area
        switch self {
        case .rest: return "Take your hand off the pad for a moment."
        case .touches:
            return isArea
                ? "Touch the pad as you do when you point, tap and rest: with the fingertip and with the finger flat, now and then rolling it."
                : "Touch and tap the pad as lightly as you do when you move the pointer."
        case .clicks: return "Click as you always do, some of them a little firmer."
        case .presses:
            return isArea
                ? "Lay a finger down, wait a moment, then press firmly, hold it a moment and let go."
                : "Press firmly, clearly harder than for a click, hold it a moment and let go."
        case .hardPresses:
            return isArea
                ? "Lay a finger down, wait a moment, then press as hard as is still comfortable, and let go."
                : "Press as hard as is still comfortable, hold it a moment and let go."
        }
    }

    private var penInstruction: String {
        switch self {
        case .rest: "Take the pen away from the tablet for a moment."
        case .touches: "Write and draw as you always do, a few strokes."
        case .clicks: "Tap with the tip, some of the taps a little firmer."
        case .presses: "Press the tip down firmly, clearly harder than to draw, hold it a moment and let go."
        case .hardPresses: "Press the tip down as hard as is still comfortable, hold it a moment and let go."
        }
    }

    /// How many touches are asked for; for ``rest`` seconds without a touch.
    public func wanted(for padClass: PadClass) -> Int {
        switch self {
        case .rest: 3
        // Contact size varies with posture much more than force does: more of it has to be seen.
        case .touches: padClass == .area ? 16 : 8
        case .clicks: 8
        case .presses: 6
        case .hardPresses: 5
        }
    }

    /// With fewer than these a fit is refused. 0: the stage may be left out.
    public var fewest: Int {
        switch self {
        case .rest, .clicks: 0
        case .touches: 5
        case .presses: 5
        case .hardPresses: 4
        }
    }

    public var next: CalibrationStage? { CalibrationStage(rawValue: rawValue + 1) }
}
