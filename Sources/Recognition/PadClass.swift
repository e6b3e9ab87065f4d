/// What a pad's pressure is worth.
public enum PadClass: String, Sendable, CaseIterable {
    /// True force, in a known scale.
    case grams
    /// True force, scale unknown: gestures in clicks.
    case force
    /// Contact size; gestures are off until a calibration has shown that this pad can tell a press from a touch.
    case area
    /// No usable pressure.
    case none
}

/// A device's class, with the reason in words.
public struct Classification: Equatable, Sendable {
    public let padClass: PadClass
    /// One sentence for people, without a full stop: shown by `peekpopctl devices`.
    public let reason: String

    public init(padClass: PadClass, reason: String) {
        self.padClass = padClass
        self.reason = reason
    }
}
