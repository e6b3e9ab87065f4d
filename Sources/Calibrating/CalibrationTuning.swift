/// The numbers of calibrating, in one place, each with its source.
public enum CalibrationTuning {
    // MARK: Touches

    /// A finger that stays longer has been forgotten on the pad.
    static let longestTouchUsec: UInt64 = 20_000_000
    /// Deliberate presses take 120…400 ms to their peak alone.
    static let shortestPressUsec: UInt64 = 150_000
}
