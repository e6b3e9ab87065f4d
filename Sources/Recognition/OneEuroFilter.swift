/// A low-pass filter whose cut-off rises with the speed of its input: steady when the input rests, quick when it moves.
///
/// Casiez, Roussel and Vogel, "1€ Filter", CHI 2012. It smooths only progress; no decision looks at it.
struct OneEuroFilter: Sendable {
    /// Hz at rest. The reference default of 1 Hz lags by 160 ms; a preview may trail by 30…85 ms.
    static let minimumCutoff: Float = 4
    /// Hz per (click/s): a press of 5 clicks/s is followed at 14 Hz.
    static let beta: Float = 2
    /// Hz, for the speed itself (the reference default).
    static let speedCutoff: Float = 1

    private(set) var value: Float = 0
    private var speed: Float = 0
    private var timeUsec: UInt64?

    mutating func reset() {
        self = OneEuroFilter()
    }

    @discardableResult
    mutating func add(_ input: Float, atUsec now: UInt64) -> Float {
        guard let before = timeUsec else {
            timeUsec = now
            value = input
            return value
        }
        guard now > before else { return value }
        timeUsec = now
        let seconds = Float(now - before) / 1_000_000
        speed += OneEuroFilter.weight(OneEuroFilter.speedCutoff, seconds) * ((input - value) / seconds - speed)
        let cutoff = OneEuroFilter.minimumCutoff + OneEuroFilter.beta * abs(speed)
        value += OneEuroFilter.weight(cutoff, seconds) * (input - value)
        return value
    }

    private static func weight(_ cutoffHz: Float, _ seconds: Float) -> Float {
        let r = 2 * Float.pi * cutoffHz * seconds
        return r / (r + 1)
    }
}
