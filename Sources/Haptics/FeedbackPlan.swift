import CLinux
import Recognition

/// What a motor is played for.
public enum Feedback: Sendable, CaseIterable {
    /// A press has reached a level.
    case hint, peek, pop
    /// A client wants it.
    case click, buzz
}

/// How a pad's motor is reached.
public enum MotorDriver: Equatable, Sendable {
    /// Effects of the event device: FF_HAPTIC or FF_RUMBLE.
    case kernel(PadMotor)
    /// Reports that the vendor's own programs write.
    case vendor(VendorMotor)
}

/// Which effects a pad is given when it opens, and which of them is played for what.
public struct FeedbackPlan: Equatable, Sendable {
    /// One effect, as far as a driver can play it.
    public enum Effect: Equatable, Sendable {
        case haptic(Waveform, intensity: Int)
        /// A rumble motor knows no waveforms: how strongly and how long it shakes.
        case rumble(magnitude: UInt16, milliseconds: UInt16)
        case report([UInt8])
    }

    /// Each once, ``HapticHand/effectLimit`` at most.
    public private(set) var effects: [Effect] = []
    private var places: [Feedback: Int] = [:]

    public init(_ settings: HapticSettings, _ driver: MotorDriver) {
        for feedback in Feedback.allCases {
            let waveform: Waveform? =
                switch feedback {
                case .hint: settings.hint
                case .peek: settings.peek
                case .pop: settings.pop
                case .click: .click
                case .buzz: .buzz
                }
            guard settings.intensity > 0, let waveform,
                let effect = FeedbackPlan.effect(waveform, settings.intensity, driver)
            else { continue }
            if let place = effects.firstIndex(of: effect) {
                places[feedback] = place
            } else {
                places[feedback] = effects.count
                effects.append(effect)
            }
        }
    }

    /// The effect's place; `nil` where nothing is played for this, or the driver cannot.
    public func place(of feedback: Feedback) -> Int? { places[feedback] }

    private static func effect(_ waveform: Waveform, _ intensity: Int, _ driver: MotorDriver) -> Effect? {
        switch driver {
        case .kernel(.none): nil
        case .kernel(.haptic): .haptic(waveform, intensity: intensity)
        case .kernel(.rumble):
            .rumble(
                magnitude: UInt16(intensity * 0xffff / 100),
                // Long enough for a motor to start at all, and short enough to be one knock.
                milliseconds: waveform == .click ? 20 : Waveform.endlessMilliseconds)
        // Its reports click, and nothing else is known of them.
        case .vendor(let motor): waveform == .click ? .report(motor.click) : nil
        }
    }
}

extension FeedbackPlan.Effect {
    /// As the hand takes it.
    var raw: pp_effect {
        var effect = pp_effect()
        switch self {
        case .haptic(let waveform, let intensity):
            effect.kind = UInt16(FF_HAPTIC)
            effect.usage = waveform.rawValue
            effect.intensity = UInt16(intensity)
            effect.milliseconds = waveform == .click ? 0 : Waveform.endlessMilliseconds
        case .rumble(let magnitude, let milliseconds):
            effect.kind = UInt16(FF_RUMBLE)
            effect.magnitude = magnitude
            effect.milliseconds = milliseconds
        case .report(let bytes):
            effect.report_length = UInt16(bytes.count)
            withUnsafeMutableBytes(of: &effect.report) { $0.copyBytes(from: bytes) }
        }
        return effect
    }
}
