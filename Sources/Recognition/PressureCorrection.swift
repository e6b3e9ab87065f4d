/// Takes out of a contact's size what is no pressing: how large this finger lies there, and how flat.
///
/// Pads that measure contact size tell more of the finger than of its force: the same touch is 58 on one landing and 88
/// on the next, and a finger that rolls flat grows as one that presses does. A calibration that was made on such a pad
/// says what a plain touch is there (``Reference``); every touch is then measured against its own beginning.
public struct PressureCorrection: Sendable {
    /// What a plain touch is on a pad, for this person.
    public struct Reference: Equatable, Sendable {
        /// Raw pressure of a finger that lies there and does not press.
        public var restingPressure: Float
        /// Shorter by longer axis of that finger; `nil` where posture is not taken into account.
        public var restingAspect: Float?

        public init(restingPressure: Float, restingAspect: Float? = nil) {
            self.restingPressure = restingPressure
            self.restingAspect = restingAspect
        }
    }

    private let reference: Reference
    private var baseline: Float = 0
    private var before: Float = 0
    private var beforeUsec: UInt64 = 0
    /// `nil`: the touch under way began unseen.
    private var landedUsec: UInt64?

    public init(_ reference: Reference) {
        self.reference = reference
    }

    /// A touch begins: forgets the one before.
    public mutating func begin(_ raw: Float, majorMm: Float, minorMm: Float, atUsec now: UInt64) -> Float {
        before = upright(raw, majorMm, minorMm)
        baseline = before
        beforeUsec = now
        landedUsec = now
        return min(before, reference.restingPressure)
    }

    /// Another report of the same touch.
    ///
    /// - Returns: the raw pressure that a finger which usually lies there as ``Reference/restingPressure`` would have.
    public mutating func add(_ raw: Float, majorMm: Float, minorMm: Float, atUsec now: UInt64) -> Float {
        guard let landedUsec else { return begin(raw, majorMm: majorMm, minorMm: minorMm, atUsec: now) }
        // What was told last held until now.
        let wasLanding = beforeUsec < landedUsec + Tuning.baselineUsec
        let isPressing = !wasLanding && relative(before) > reference.restingPressure * Tuning.baselineDeadband
        if !isPressing {
            let passed = Float(now - beforeUsec)
            let time = wasLanding ? Tuning.baselineLandingUsec : Tuning.baselineDriftUsec
            baseline += (before - baseline) * passed / (passed + time)
        }
        before = upright(raw, majorMm, minorMm)
        beforeUsec = now
        let pressure = relative(before)
        return now < landedUsec + Tuning.baselineUsec ? min(pressure, reference.restingPressure) : pressure
    }

    private func relative(_ pressure: Float) -> Float {
        baseline > 0 ? pressure / baseline * reference.restingPressure : 0
    }

    /// A finger that lies flat is longer, not broader: the size it would have as upright as it usually is.
    private func upright(_ raw: Float, _ major: Float, _ minor: Float) -> Float {
        guard let aspect = reference.restingAspect, aspect > 0, major > 0, minor > 0 else { return raw }
        return raw * (minor / major) / aspect
    }
}

extension Calibration {
    /// `nil` where pressure counts as it comes.
    var correction: PressureCorrection? {
        guard let restingPressure, restingPressure > 0 else { return nil }
        return PressureCorrection(.init(restingPressure: restingPressure, restingAspect: restingAspect))
    }
}
