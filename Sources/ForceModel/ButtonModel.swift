/// A pad's own button: goes down when the force on the pad passes the click level, comes up with hysteresis, and may
/// bounce.
struct ButtonModel {
    private let pad: PadModel
    private let bounce: Double
    private var random: ModelRandom
    /// This time's click level, in clicks.
    private var level: Double
    private var peak = 0.0
    private var isPressed = false
    /// While the contact bounces, the button shows the opposite.
    private var bounceMs = 0..<0

    init(_ pad: PadModel, bounce: Double?, seed: UInt64) {
        self.pad = pad
        self.bounce = bounce ?? pad.bounce
        random = ModelRandom(seed: seed)
        level = 1
        level = nextLevel()
    }

    private mutating func nextLevel() -> Double {
        pad.clickSpread > 0 ? 1 + pad.clickSpread * random.normal() : 1
    }

    /// One millisecond with the given force of all that touches, in clicks.
    mutating func step(_ clicks: Double, atMs ms: Int) {
        peak = isPressed ? max(peak, clicks) : 0
        let wasPressed = isPressed
        isPressed = isPressed ? clicks >= release : clicks >= level
        guard isPressed != wasPressed else { return }
        if !isPressed { level = nextLevel() }
        if bounce > 0, random.happens(bounce) {
            // Mechanical switches chatter for some 1…10 ms.
            let start = ms + 1 + random.integer(below: 6)
            bounceMs = start..<start + 2 + random.integer(below: 9)
        }
    }

    private var release: Double {
        let fixed = level * pad.buttonRelease
        guard let limit = pad.releaseFollowsPeakUpToGrams else { return fixed }
        return min(limit / pad.clickGrams, max(fixed, peak / 2))
    }

    func isDown(atMs ms: Int) -> Bool { isPressed != bounceMs.contains(ms) }

    /// Whether time alone can still change it.
    func isSettled(atMs ms: Int) -> Bool { !isPressed && bounceMs.upperBound <= ms }
}
