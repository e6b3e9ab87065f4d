import PeekPopWire
import Recognition

/// What presses came to, once a calibration is in force.
struct LevelTrial: Equatable {
    enum Reached: Int, Equatable {
        case hint, peek, pop

        var name: String {
            switch self {
            case .hint: "hint"
            case .peek: "peek"
            case .pop: "pop"
            }
        }

        var style: Style {
            switch self {
            case .hint: .hint
            case .peek: .peek
            case .pop: .pop
            }
        }
    }

    struct Verdict: Equatable {
        var press: UInt32
        var reached: Reached
        /// The highest force told.
        var clicks: Float
        var isOver = false
        /// Why it was cancelled, where that was not by letting go.
        var reason: CancelReason?
    }

    static let capacity = 12
    /// The newest last.
    private(set) var verdicts: [Verdict] = []

    mutating func take(_ press: Wire.Press) {
        if press.phase == .began || verdicts.last?.press != press.id {
            // A press that began before the calibration was in force is judged by the old levels.
            guard press.phase == .began else { return }
            verdicts.append(Verdict(press: press.id, reached: .hint, clicks: 0))
            if verdicts.count > LevelTrial.capacity { verdicts.removeFirst() }
        }
        let last = verdicts.count - 1
        if press.clicks.isFinite { verdicts[last].clicks = max(verdicts[last].clicks, press.clicks) }
        switch press.phase {
        case .peeked: verdicts[last].reached = .peek
        case .popped: verdicts[last].reached = .pop
        case .ended: verdicts[last].isOver = true
        case .cancelled:
            verdicts[last].isOver = true
            if press.reason != .released { verdicts[last].reason = press.reason }
        case .began, .changed: break
        }
    }
}
