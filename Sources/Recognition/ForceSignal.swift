/// The force of one touch over its reports: what decisions are made on.
///
/// A level counts as reached, or left, when two reports in a row say so: one spike decides nothing, and a decision is
/// late by one report at most. A steady hold sends no reports; after one report's time without any, the last report
/// counts as repeated (``repeatUsec``).
struct ForceSignal: Sendable {
    /// The last report's force in clicks.
    private(set) var force: Float = 0
    private var before: Float = 0
    private var reportUsec: UInt64 = 0
    private var isRepeated = true
    /// The time of the last report that rose as fast as a tap or a click does; `nil` where none did.
    private(set) var strokeUsec: UInt64?
    /// The pad's report interval, as learned from the reports.
    private var intervalUsec = Tuning.usualIntervalUsec
    /// The start of the stretch over which the rise rate is taken, and the one after it.
    private var rateFrom = Sample()
    private var rateNext = Sample()

    private struct Sample {
        var usec: UInt64 = 0
        var force: Float = 0
    }

    /// A touch begins: nothing pressed before this report.
    mutating func begin(_ force: Float, atUsec now: UInt64) {
        self.force = force
        before = 0
        isRepeated = false
        strokeUsec = nil
        let start = now > intervalUsec ? now - intervalUsec : 0
        rateFrom = Sample(usec: start, force: 0)
        rateNext = Sample(usec: now, force: force)
        measureRate(now)
        reportUsec = now
    }

    /// Another report of the same touch.
    mutating func add(_ force: Float, atUsec now: UInt64) {
        let passed = now - reportUsec
        if passed > 0, passed <= Tuning.longestIntervalUsec {
            // A slow average: one late report changes little.
            intervalUsec = (intervalUsec * 7 + passed) / 8
        }
        if passed > 2 * intervalUsec, now > intervalUsec {
            // Silence meant that nothing changed: what rose, rose in the last interval.
            rateFrom = Sample(usec: now - intervalUsec, force: self.force)
            rateNext = Sample(usec: now, force: force)
        } else if now - rateNext.usec >= Tuning.rateWindowUsec {
            rateFrom = rateNext
            rateNext = Sample(usec: now, force: force)
        }
        before = self.force
        self.force = force
        isRepeated = false
        reportUsec = now
        measureRate(now)
    }

    private mutating func measureRate(_ now: UInt64) {
        guard now > rateFrom.usec else { return }
        let rate = (force - rateFrom.force) * 1_000_000 / Float(max(now - rateFrom.usec, Tuning.rateWindowUsec))
        if rate > Tuning.strokeRate { strokeUsec = now }
    }

    /// When the last report counts as repeated; `nil` where it already does.
    var repeatUsec: UInt64? {
        isRepeated ? nil : reportUsec + intervalUsec + intervalUsec / 4
    }

    /// Time has passed without a report.
    mutating func advance(toUsec now: UInt64) {
        guard let due = repeatUsec, now >= due else { return }
        before = force
        isRepeated = true
    }

    /// Until when the hint and the peek wait for a stroke to be over; `nil` where there was none.
    var strokeOverUsec: UInt64? { strokeUsec.map { $0 + Tuning.strokeHoldUsec } }

    /// The highest level that is reached now.
    var reach: Float { min(force, before) }

    func reaches(_ level: Float) -> Bool { reach >= level }
    func falls(below level: Float) -> Bool { max(force, before) < level }
}
