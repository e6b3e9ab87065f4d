import Recognition

/// One report of a gathered touch.
public struct TouchSample: Equatable, Sendable {
    /// Since the touch began.
    public var usec: UInt64
    public var raw: Float
    /// 0 where the pad does not tell.
    public var majorMm: Float
    public var minorMm: Float
    /// From the left and the top edge of the pad, in mm.
    public var x: Float
    public var y: Float
    /// Whether the pad's own left button is down.
    public var button: Bool

    public init(
        usec: UInt64, raw: Float, majorMm: Float = 0, minorMm: Float = 0, x: Float = 0, y: Float = 0,
        button: Bool = false
    ) {
        self.usec = usec
        self.raw = raw
        self.majorMm = majorMm
        self.minorMm = minorMm
        self.x = x
        self.y = y
        self.button = button
    }
}

/// A touch from landing to lift.
public struct GatheredTouch: Equatable, Sendable {
    public var startUsec: UInt64
    public var samples: [TouchSample]
    /// From landing to lift.
    public var durationUsec: UInt64

    public init(startUsec: UInt64, samples: [TouchSample], durationUsec: UInt64) {
        self.startUsec = startUsec
        self.samples = samples
        self.durationUsec = durationUsec
    }

    /// The hardest report.
    public var peakRaw: Float { samples.reduce(0) { max($0, $1.raw) } }

    /// How far from its place at the peak it was, in mm, shortly before and after: a finger may point first, and press
    /// where it arrives.
    public var movedMm: Float {
        let peak = peakRaw
        guard let at = samples.first(where: { $0.raw == peak }) else { return 0 }
        let around = CalibrationTuning.aroundPeakUsec
        return samples.reduce(0) { moved, sample in
            guard sample.usec + around >= at.usec, sample.usec <= at.usec + around else { return moved }
            let (dx, dy) = (sample.x - at.x, sample.y - at.y)
            return max(moved, (dx * dx + dy * dy).squareRoot())
        }
    }

    /// The reports around the first time the button went down: the pad clicked between the two.
    public var click: (before: Float, at: Float)? {
        guard let index = samples.firstIndex(where: \.button) else { return nil }
        return (index > 0 ? samples[index - 1].raw : samples[index].raw, samples[index].raw)
    }

    /// Since the touch began, until the button went down.
    public var clickUsec: UInt64? { samples.first(where: \.button)?.usec }
}
