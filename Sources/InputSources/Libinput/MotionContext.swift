import Recognition

/// What libinput makes of one pad's motion, and what it means when it makes nothing of it. Pure: no clock, no libinput.
///
/// libinput says nothing of palms: it leaves them out. Of a single finger it has something to say: that it moves the
/// pointer, or lies still (`HOLD`, after 180 ms at the latest). So a lone touch that it says nothing of for longer is one
/// that it has put aside, as a palm, a touch at the edge, or because somebody types.
struct MotionContext {
    enum Word: Equatable {
        case pointer
        case button
        /// Scrolls, swipes and pinches: under way, or over.
        case gesture(Motion)
        case gestureOver
        case holding
        case holdOver
        /// libinput takes the touch back.
        case palm
    }

    /// So long after landing, silence means that libinput has put the touch aside: its own hold timeout of 180 ms, the
    /// slowest reports (25 ms), and as much again for a busy machine.
    static let silenceUsec: UInt64 = 300_000
    /// From here down (as a share of the height), silence says nothing: libinput keeps still about thumbs in the lowest
    /// 15 mm, and fingers press there too.
    static let lowArea: Float = 0.75

    private let judgesSilence: Bool
    private let lowMm: Float
    /// Whether libinput watches this pad; without it there is no context.
    private(set) var isAttached = false
    /// What touches was there before libinput watched: of it, it may not know.
    private var isBlind = false
    private var gesture = Motion.unknown
    private var isHolding = false
    private var isPalm = false
    private var pointerUsec: UInt64?
    private var spokenUsec: UInt64?
    /// When what touches landed; `nil` while nothing does.
    private var landedUsec: UInt64?
    private var silentFromUsec: UInt64?

    /// - Parameter judgesSilence: false where libinput has reasons of its own to keep still about a finger.
    init(_ pad: PadDescription, judgesSilence: Bool) {
        self.judgesSilence = judgesSilence
        lowMm = pad.heightMm * MotionContext.lowArea
    }

    /// Whether silence about a pad's fingers means what it says.
    ///
    /// Where libinput reads the pressure itself it says nothing of light touches, and takes hard ones for palms: the very
    /// presses. It leaves the pressure alone where that is in grams, since 1.31 also on pads marked `PRESSUREPAD`.
    static func judgesSilence(_ pad: PadDescription, knowsPressurePads: Bool) -> Bool {
        guard pad.kind == .touchpad else { return false }
        return (pad.pressure?.resolution ?? 0) > 0 || (pad.isPressurePad && knowsPressurePads)
    }

    // MARK: libinput comes and goes

    /// - Parameter isTouched: whether something lies on the pad already.
    mutating func attach(isTouched: Bool) {
        detach()
        isAttached = true
        isBlind = isTouched
    }

    mutating func detach() {
        isAttached = false
        gesture = .unknown
        isHolding = false
        isPalm = false
        pointerUsec = nil
        spokenUsec = nil
        silentFromUsec = nil
    }

    // MARK: What it says

    /// - Parameter usec: CLOCK_MONOTONIC, as libinput gives it.
    /// - Returns: what cannot wait for the pad's next frame; `nil` where the frame is early enough.
    mutating func heard(_ word: Word, atUsec usec: UInt64) -> Motion? {
        let before = gesture
        switch word {
        case .palm:
            isPalm = true
            silentFromUsec = nil
            return .palm
        case .pointer: pointerUsec = usec
        case .button: break
        case .gesture(let motion): gesture = motion
        case .gestureOver: gesture = .unknown
        case .holding: isHolding = true
        case .holdOver: isHolding = false
        }
        spokenUsec = usec
        silentFromUsec = nil
        isPalm = false
        return gesture != before && gesture != .unknown ? gesture : nil
    }

    // MARK: What the pad says

    /// Takes a frame in.
    ///
    /// - Returns: what libinput makes of it, as far as is known now.
    mutating func take(_ frame: borrowing Frame) -> Motion {
        guard frame.contactCount > 0 else {
            landedUsec = nil
            silentFromUsec = nil
            isPalm = false
            isBlind = false
            return isAttached ? gesture : .unknown
        }
        let now = frame.timeUsec
        let landed = landedUsec ?? now
        landedUsec = landed
        guard isAttached else { return .unknown }
        if !isPalm {
            // libinput may be some reports ahead: what it said of a touch that is gone is no word about this one.
            let isSilent = spokenUsec.map { $0 < landed } ?? true
            if judgesSilence, isSilent, !isBlind, isOneFinger(frame) {
                silentFromUsec = silentFromUsec ?? now
            } else {
                silentFromUsec = nil
            }
        }
        if isPalm { return .palm }
        if gesture != .unknown { return gesture }
        if let pointerUsec, pointerUsec >= frame.timeUsec { return .pointer }
        return isHolding ? .still : .unknown
    }

    /// Of several fingers libinput may be silent for longer, until it knows which gesture they begin.
    private func isOneFinger(_ frame: borrowing Frame) -> Bool {
        guard frame.contactCount == 1, frame.fingers == 1 else { return false }
        return frame[0].y < lowMm
    }

    // MARK: Time

    /// When silence will mean something; `nil` while it cannot.
    var deadlineUsec: UInt64? { isPalm ? nil : silentFromUsec.map { $0 + MotionContext.silenceUsec } }

    /// Time has passed, and all that libinput had to say is heard.
    ///
    /// - Returns: true where what touches is a palm from now on.
    mutating func silence(untilUsec now: UInt64) -> Bool {
        guard let deadlineUsec, now >= deadlineUsec else { return false }
        isPalm = true
        silentFromUsec = nil
        return true
    }
}
