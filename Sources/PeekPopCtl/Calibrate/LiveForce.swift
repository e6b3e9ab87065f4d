import Calibrating
import PeekPopWire

/// The force on the pad as the guided calibration draws it: now, over time, and the peaks of the touches that counted.
struct LiveForce: Equatable {
    /// While touches are gathered, in the clicks that the pad is taken to have at the beginning: a click level that the
    /// daemon learns meanwhile shall not bend the picture.
    private(set) var force = ForceReading()
    private(set) var trace = Trace()
    /// In clicks, by stage; the present one's last.
    private(set) var peaks: [[Float]] = []
    /// The right end of the trace.
    var nowUsec: UInt64 = 0
    /// The highest force there has been.
    private var highest: Float = 0
    private var zero: Float = 0
    private var click: Float = 1
    private var topClicks: Float = 0
    private var isOwnScale = true
    /// From the pad's clock to ours; `nil` before the first report.
    private var shiftUsec: Int64?

    /// A pad's clock nearer to ours than this is the same: the kernel's, with what the way takes.
    private static let sameClockUsec: Int64 = 1_000_000
    /// What is drawn at least, in clicks: a bit above the usual pop.
    private static let leastTop: Float = 3.3

    init() {}

    init(_ pad: CalibrationPad, zero: Float) {
        self.zero = zero
        click = pad.assumedClick > zero ? pad.assumedClick : zero + 1
        topClicks = clicks(pad.maximum)
    }

    /// The force at the right end of the bar and the top of the trace.
    var top: Float {
        let wanted = max(LiveForce.leastTop, highest * 1.1)
        return topClicks > 0 ? min(wanted, max(topClicks, 0.1)) : wanted
    }

    mutating func take(_ sample: Wire.Sample, arrivalUsec: UInt64) {
        if shiftUsec == nil {
            let shift = Int64(clamping: arrivalUsec) - Int64(clamping: sample.timeUsec)
            shiftUsec = abs(shift) < LiveForce.sameClockUsec ? 0 : shift
        }
        force = ForceReading(sample)
        if isOwnScale { force.clicks = clicks(force.raw) }
        if !force.clicks.isFinite || force.fingers == 0 { force.clicks = 0 }
        highest = max(highest, force.clicks)
        trace.add(force.clicks, atUsec: arrivalUsec)
    }

    /// A time of the pad by our clock: recordings that are played have a time of their own.
    func ownTime(_ usec: UInt64) -> UInt64 {
        UInt64(clamping: Int64(clamping: usec).addingReportingOverflow(shiftUsec ?? 0).partialValue)
    }

    /// From now on the daemon's own clicks are drawn.
    mutating func followDaemon() {
        isOwnScale = false
        trace = Trace()
        highest = 0
        topClicks = 0
        peaks = []
    }

    mutating func marked(_ collector: CalibrationCollector) {
        let stages = collector.pad.stages.filter { $0.rawValue <= (collector.stage ?? .hardPresses).rawValue }
        peaks = stages.map { collector.touches(of: $0).map { clicks($0.peakRaw) } }
    }

    mutating func unmark() {
        peaks = []
    }

    private func clicks(_ raw: Float) -> Float { max(0, (raw - zero) / (click - zero)) }
}
