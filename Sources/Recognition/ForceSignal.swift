/// The force of one touch over its reports: what decisions are made on.
///
/// A level counts as reached when a report says so and the one before was near it already, and as left likewise: one
/// spike decides nothing, and a press that rises as fingers do is decided with the first report that shows it. A steady
/// hold sends no reports; after one report's time without any, the last report counts as repeated (``repeatUsec``).
struct ForceSignal: Sendable {
    /// The last report's force in clicks.
    private(set) var force: Float = 0
    private var before: Float = 0
    private(set) var reportUsec: UInt64 = 0
    private var isRepeated = true
    /// The pad's report interval, as learned from the reports.
    private var intervalUsec = Tuning.usualIntervalUsec
    private var stroke: Stroke?
    private var recent = RecentForces()

    /// A rise as fast as a tap's or a click's.
    private struct Stroke {
        /// Until when hint and peek wait for it to be over.
        var overUsec: UInt64
        /// The force it has come to.
        var force: Float
    }

    /// A touch begins: nothing pressed before this report.
    mutating func begin(_ force: Float, atUsec now: UInt64) {
        self.force = force
        before = 0
        isRepeated = false
        stroke = nil
        recent.begin(atUsec: now > intervalUsec ? now - intervalUsec : 0)
        recent.add(force, atUsec: now)
        judgeRise(now)
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
            recent.add(self.force, atUsec: now - intervalUsec)
        }
        recent.add(force, atUsec: now)
        before = self.force
        self.force = force
        isRepeated = false
        judgeRise(now)
        reportUsec = now
    }

    /// A stroke is told by how long the force took for the upper half of its way: that neither depends on how hard it
    /// gets nor on how often the pad reports. What goes on rising, and more slowly, turns out to be a press after all.
    private mutating func judgeRise(_ now: UInt64) {
        guard force > before else { return }
        let rise = recent.riseUsec(to: force)
        if rise < Tuning.slowestStrokeUsec {
            stroke = Stroke(overUsec: now + Tuning.strokeHoldUsec, force: max(force, stroke?.force ?? 0))
        } else if let stroke, rise < Tuning.longestRiseUsec, force > stroke.force * Tuning.strokeStep {
            self.stroke = nil
        }
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
    var strokeOverUsec: UInt64? { stroke?.overUsec }

    /// The highest level that is reached now.
    var reach: Float { min(force, before / Tuning.approach) }

    func reaches(_ level: Float) -> Bool { reach >= level }
    func falls(below level: Float) -> Bool { max(force, before * Tuning.approach) < level }
}
