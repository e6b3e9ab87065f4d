import Recognition

/// One report of a gathered touch.
public struct TouchSample: Equatable, Sendable {
    /// Since the touch began.
    public var usec: UInt64
    public var raw: Float
    /// 0 where the pad does not tell.
    public var majorMm: Float
    public var minorMm: Float
    /// Whether the pad's own left button is down.
    public var button: Bool

    public init(usec: UInt64, raw: Float, majorMm: Float = 0, minorMm: Float = 0, button: Bool = false) {
        self.usec = usec
        self.raw = raw
        self.majorMm = majorMm
        self.minorMm = minorMm
        self.button = button
    }
}

/// A touch from landing to lift.
public struct GatheredTouch: Equatable, Sendable {
    public var startUsec: UInt64
    public var samples: [TouchSample]
    /// From landing to lift.
    public var durationUsec: UInt64
    /// The farthest it came from where it landed, in mm.
    public var movedMm: Float

    public init(startUsec: UInt64, samples: [TouchSample], durationUsec: UInt64, movedMm: Float = 0) {
        self.startUsec = startUsec
        self.samples = samples
        self.durationUsec = durationUsec
        self.movedMm = movedMm
    }

    /// The hardest report.
    public var peakRaw: Float { samples.reduce(0) { max($0, $1.raw) } }

    /// The reports around the first time the button went down: the pad clicked between the two.
    public var click: (before: Float, at: Float)? {
        guard let index = samples.firstIndex(where: \.button) else { return nil }
        return (index > 0 ? samples[index - 1].raw : samples[index].raw, samples[index].raw)
    }

    /// Since the touch began, until the button went down.
    public var clickUsec: UInt64? { samples.first(where: \.button)?.usec }
}
