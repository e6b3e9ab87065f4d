import Recognition

/// Gathers the touches of a calibration, stage by stage.
///
/// A value that knows no clock: it is fed what a pad measures (``add(_:lost:)``), and, because a pad at rest sends
/// nothing, the time (``advance(toUsec:)``).
///
///     var collector = CalibrationCollector(pad)
///     while let stage = collector.stage {
///         collector.add(sample) …          // until collector.progress.isComplete
///         collector.next()
///     }
///     switch collector.fit() { … }
public struct CalibrationCollector: Sendable {
    /// What a report meant.
    public enum Notice: Equatable, Sendable {
        /// A finger landed.
        case began
        /// The touch counts; so many are there now.
        case accepted(Int)
        case rejected(TouchFault)
    }

    /// How far the present stage is.
    public struct Progress: Equatable, Sendable {
        /// Touches that count; for ``CalibrationStage/rest`` whole seconds.
        public var have: Int
        public var wanted: Int
        /// Touches that did not count.
        public var rejected: Int
        /// How the last touch fared; `nil` before the first one, and after ``CalibrationCollector/dropLast()``.
        public var last: Notice?

        public var more: Int { max(0, wanted - have) }
        public var isComplete: Bool { more == 0 }
    }

    public let pad: CalibrationPad
    /// `nil` when all stages have been gone through.
    public private(set) var stage: CalibrationStage?
    /// Reports of the touch under way, for drawing.
    public private(set) var current: [TouchSample] = []

    private var touches: [[GatheredTouch]] = Array(repeating: [], count: CalibrationStage.allCases.count)
    private var rejected: [Int] = Array(repeating: 0, count: CalibrationStage.allCases.count)
    /// Raw pressure while nothing touched, where the pad tells.
    private var restRaw: [Float] = []
    private var restUsec: UInt64 = 0
    /// Since when nothing has touched the pad in the stage of rest.
    private var restFromUsec: UInt64?
    private var last: Notice?

    // The touch under way.
    private var startUsec: UInt64 = 0
    private var mostFingers = 0
    private var lostReports = 0
    private var isTouching = false
    /// Began before the stage did: it counts for nothing.
    private var isStale = false

    /// More than these are not kept: nothing is gained by them.
    static let mostTouches = 64
    static let mostRests = 4096
    /// A touch is cut off here.
    static let mostSamples = 20_000

    public init(_ pad: CalibrationPad) {
        self.pad = pad
        stage = pad.stages.first
    }

    // MARK: Stages

    public var progress: Progress {
        guard let stage else { return Progress(have: 0, wanted: 0, rejected: 0, last: nil) }
        let have = stage == .rest ? Int(restUsec / 1_000_000) : touches[stage.rawValue].count
        return Progress(
            have: have, wanted: stage.wanted(for: pad.padClass), rejected: rejected[stage.rawValue], last: last)
    }

    /// The touches of a stage that count.
    public func touches(of stage: CalibrationStage) -> [GatheredTouch] { touches[stage.rawValue] }

    /// Goes to a stage; what was gathered in it before is still there.
    public mutating func begin(_ stage: CalibrationStage) {
        self.stage = stage
        last = nil
        restFromUsec = nil
        isStale = isTouching
        current = []
    }

    /// Goes to the next stage, complete or not; after the last one ``stage`` is `nil`.
    public mutating func next() {
        guard let stage else { return }
        let stages = pad.stages
        if let index = stages.firstIndex(of: stage), index + 1 < stages.count {
            begin(stages[index + 1])
        } else {
            self.stage = nil
        }
    }

    /// Forgets all of the present stage.
    public mutating func restartStage() {
        guard let stage else { return }
        touches[stage.rawValue] = []
        rejected[stage.rawValue] = 0
        if stage == .rest {
            restRaw = []
            restUsec = 0
        }
        begin(stage)
    }

    /// Forgets the last touch of the present stage that counted.
    ///
    /// - Returns: false where there was none.
    @discardableResult
    public mutating func dropLast() -> Bool {
        guard let stage, !touches[stage.rawValue].isEmpty else { return false }
        touches[stage.rawValue].removeLast()
        rejected[stage.rawValue] += 1
        last = nil
        return true
    }

    // MARK: Reports

    /// Time passes without a report.
    public mutating func advance(toUsec now: UInt64) {
        guard stage == .rest, !isTouching else { return }
        guard let from = restFromUsec, now >= from else {
            restFromUsec = now
            return
        }
        restUsec = max(restUsec, now - from)
    }

    /// A report of the pad.
    ///
    /// - Parameter lost: reports left out before this one.
    @discardableResult
    public mutating func add(_ sample: ForceSample, lost: Int = 0) -> Notice? {
        let notice: Notice?
        if sample.fingers > 0 {
            notice = touch(sample, lost)
        } else if isTouching {
            isTouching = false
            notice = lift(sample.timeUsec)
            if stage == .rest { restFromUsec = sample.timeUsec }
        } else {
            advance(toUsec: sample.timeUsec)
            if stage == .rest, restRaw.count < CalibrationCollector.mostRests { restRaw.append(sample.raw) }
            return nil
        }
        if let notice { last = notice }
        return notice
    }

    private mutating func touch(_ sample: ForceSample, _ lost: Int) -> Notice? {
        var notice: Notice?
        if !isTouching {
            isTouching = true
            isStale = false
            startUsec = sample.timeUsec
            mostFingers = 0
            lostReports = 0
            current = []
            notice = .began
            if stage == .rest {
                restUsec = 0
                restFromUsec = nil
                rejected[CalibrationStage.rest.rawValue] += 1
                notice = .rejected(.touched)
            }
        }
        mostFingers = max(mostFingers, sample.fingers)
        lostReports += lost
        if !isStale, current.count < CalibrationCollector.mostSamples {
            current.append(
                TouchSample(
                    usec: sample.timeUsec >= startUsec ? sample.timeUsec - startUsec : 0, raw: sample.raw,
                    majorMm: sample.majorMm ?? 0, minorMm: sample.minorMm ?? 0, x: sample.x * pad.widthMm,
                    y: sample.y * pad.heightMm,
                    button: sample.buttons.contains(.left)))
        }
        return notice
    }

    private mutating func lift(_ now: UInt64) -> Notice? {
        guard let stage, stage != .rest, !isStale, !current.isEmpty else { return nil }
        let touch = GatheredTouch(
            startUsec: startUsec, samples: current, durationUsec: now >= startUsec ? now - startUsec : 0)
        if let fault = fault(of: touch, in: stage) {
            rejected[stage.rawValue] += 1
            return .rejected(fault)
        }
        if touches[stage.rawValue].count < CalibrationCollector.mostTouches { touches[stage.rawValue].append(touch) }
        return .accepted(touches[stage.rawValue].count)
    }

    private func fault(of touch: GatheredTouch, in stage: CalibrationStage) -> TouchFault? {
        if lostReports > 0 { return .lost(lostReports) }
        if mostFingers > 1 { return .fingers(mostFingers) }
        if touch.durationUsec > CalibrationTuning.longestTouchUsec { return .tooLong(touch.durationUsec) }
        switch stage {
        case .rest: return .touched
        // Some pads tell no pressure before they click.
        case .touches: return touch.click != nil ? .button : nil
        case .clicks:
            if touch.click == nil { return .noButton }
            return touch.peakRaw <= pad.minimum ? .noPressure : nil
        case .presses, .hardPresses:
            if touch.peakRaw <= pad.minimum { return .noPressure }
            // As the recogniser has it.
            if touch.movedMm > Tuning.moveCancelMm * pad.kind.moveShare { return .moved(touch.movedMm) }
            return touch.durationUsec < CalibrationTuning.shortestPressUsec ? .tooShort(touch.durationUsec) : nil
        }
    }

    // MARK: The end

    /// What has been gathered, as the fit takes it.
    public var gathered: GatheredTouches {
        GatheredTouches(
            pad: pad, restRaw: restRaw, touches: touches[CalibrationStage.touches.rawValue],
            clicks: touches[CalibrationStage.clicks.rawValue], presses: touches[CalibrationStage.presses.rawValue],
            hardPresses: touches[CalibrationStage.hardPresses.rawValue],
            rejected: rejected[1...].reduce(0, +))
    }

    /// The calibration that what has been gathered makes, or why it makes none.
    public func fit() -> CalibrationOutcome { CalibrationFitter.fit(gathered) }
}
