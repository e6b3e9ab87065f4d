import ForceModel
import Recognition

/// Holds what a rule said about a trace against what truly happened.
public struct Scorer {
    /// A release is late when it comes this long after the true force has gone below one click for good: touch feedback
    /// that comes later is felt to be late (5…50 ms).
    public static let lateUsec: UInt64 = 50_000
    /// A press that goes on for this long after the last finger has lifted is stuck. The slowest pad's report of the
    /// lift comes 50 ms after it.
    public static let stuckUsec: UInt64 = 100_000
    /// More reports than this from crossing to decision are listed as a mistake.
    static let slowReports = 1

    private let trace: LabelledTrace
    private let reports: [Report]
    private let levels: Levels
    private let intervalUsec: Double
    private let isOrdinary: Bool

    /// What the pad said, and when.
    public struct Report: Equatable, Sendable {
        public var timeUsec: UInt64
        /// The highest pressure among the contacts.
        public var pressure: Float

        public init(timeUsec: UInt64, pressure: Float) {
            self.timeUsec = timeUsec
            self.pressure = pressure
        }
    }

    /// - Parameters:
    ///   - reports: the trace's, in order.
    ///   - levels: at what true force a rule is taken to decide that does not say so itself.
    public init(_ trace: LabelledTrace, reports: [Report], levels: Levels) {
        self.trace = trace
        self.reports = reports
        self.levels = levels
        intervalUsec = 1e6 / (trace.conditions.rateHz ?? trace.pad.rateHz)
        isOrdinary = trace.intents.allSatisfy { $0.kind.stage == nil }
    }

    /// What is decided within one intent: from its first landing to the next one's.
    private struct Said {
        var hints = 0
        var peeks: [Decision] = []
        var pops: [Decision] = []
        /// Presses that peeked: when they were released; `nil`: never.
        var releases: [UInt64?] = []
    }

    /// - Parameter decisions: what the rule said, in order.
    public func score(_ decisions: [Decision], failures: (Failure) -> Void = { _ in }) -> Tally {
        var tally = Tally()
        if isOrdinary { tally.ordinaryUsec = trace.durationUsec }
        let said = assign(decisions)
        for (index, intent) in trace.intents.enumerated() {
            if intent.kind.stage == nil {
                scoreOrdinary(intent, said[index], &tally, failures)
            } else {
                scoreDeliberate(intent, said[index], &tally, failures)
            }
            scoreReleases(intent, said[index], &tally, failures)
        }
        return tally
    }

    private func assign(_ decisions: [Decision]) -> [Said] {
        var said = Array(repeating: Said(), count: trace.intents.count)
        var place = -1
        // In which intent the press in flight peeked, and as which of its presses.
        var open: (intent: Int, press: Int)?
        for decision in decisions {
            while place + 1 < trace.intents.count, trace.intents[place + 1].startUsec <= decision.timeUsec {
                place += 1
            }
            let index = max(place, 0)
            guard index < said.count else { break }
            switch decision.kind {
            case .hint: said[index].hints += 1
            case .peek:
                said[index].peeks.append(decision)
                said[index].releases.append(nil)
                open = (index, said[index].releases.count - 1)
            case .pop: said[index].pops.append(decision)
            case .release:
                if let press = open { said[press.intent].releases[press.press] = decision.timeUsec }
                open = nil
            }
        }
        return said
    }

    // MARK: Ordinary use

    private func scoreOrdinary(_ intent: Intent, _ said: Said, _ tally: inout Tally, _ failures: (Failure) -> Void) {
        if isOrdinary {
            tally.ordinaryTouches += intent.kind.touches
            tally.falseHints += said.hints
            tally.falsePeeks += said.peeks.count
            tally.falsePops += said.pops.count
        } else {
            tally.betweenTouches += intent.kind.touches
            tally.betweenFalsePeeks += said.peeks.count
            tally.betweenFalsePops += said.pops.count
        }
        for peek in said.peeks { failures(failure(.falsePeek, intent, peek.timeUsec)) }
        for pop in said.pops { failures(failure(.falsePop, intent, pop.timeUsec)) }
    }

    // MARK: Deliberate presses

    private func scoreDeliberate(
        _ intent: Intent, _ said: Said, _ tally: inout Tally, _ failures: (Failure) -> Void
    ) {
        let wanted = intent.kind.stage ?? .hint
        let peek = said.peeks.first
        let pop = said.pops.first
        func count(_ recall: inout Tally.Recall, _ came: Bool) {
            recall.wanted += 1
            if came { recall.made += 1 }
        }
        if wanted >= .peek {
            count(&tally.peek, peek != nil)
            if peek == nil { failures(failure(.missedPeek, intent, intent.startUsec)) }
        } else {
            count(&tally.unwantedPeek, peek != nil)
            if let peek { failures(failure(.unwantedPeek, intent, peek.timeUsec)) }
        }
        if wanted == .pop {
            count(&tally.pop, pop != nil)
            if pop == nil { failures(failure(.missedPop, intent, intent.startUsec)) }
        } else if wanted == .peek {
            count(&tally.unwantedPop, pop != nil)
            if let pop { failures(failure(.unwantedPop, intent, pop.timeUsec)) }
        }
        if peek != nil {
            let isDouble = said.peeks.count > 1 || said.pops.count > 1
            count(&tally.doubled, isDouble)
            if isDouble { failures(failure(.double, intent, (said.peeks.last ?? said.pops.last)!.timeUsec)) }
        }
        if wanted >= .peek, let peek { delay(peek, intent, &tally.peekDelay, failures) }
        if wanted == .pop, let pop { delay(pop, intent, &tally.popDelay, failures) }
    }

    /// From the moment at which the true force crossed the rule's own level.
    private func delay(
        _ decision: Decision, _ intent: Intent, _ delays: inout Delays, _ failures: (Failure) -> Void
    ) {
        let own = decision.level.flatMap { trace.pad.trueClicks(raw: $0) }
        let level = own ?? (decision.kind == .pop ? levels.pop.down : levels.peek.down)
        // Noise and drift can make up a crossing that never was.
        guard let crossing = trace.crossingUsec(level, in: intent) else { return }
        let shown = decision.level ?? -.infinity
        let first = reports[lowerBound(crossing)...].first { $0.pressure >= shown }?.timeUsec ?? crossing
        let late = Int64(decision.timeUsec) - Int64(crossing)
        let waited = (Double(decision.timeUsec) - Double(first)) / intervalUsec
        let reports = max(0, Int(waited.rounded()))
        delays.add(usec: late, reports: reports)
        if reports > Scorer.slowReports {
            var slow = failure(.slow, intent, decision.timeUsec)
            slow.detail = "\(decision.kind.rawValue) \(late / 1_000) ms and \(reports) reports late"
            failures(slow)
        }
    }

    private func lowerBound(_ usec: UInt64) -> Int {
        var (low, high) = (0, reports.count)
        while low < high {
            let middle = (low + high) / 2
            if reports[middle].timeUsec < usec { low = middle + 1 } else { high = middle }
        }
        return low
    }

    // MARK: Releases

    private func scoreReleases(_ intent: Intent, _ said: Said, _ tally: inout Tally, _ failures: (Failure) -> Void) {
        for (peek, release) in zip(said.peeks, said.releases) {
            tally.late.wanted += 1
            tally.stuck.wanted += 1
            let isStuck = release.map { $0 > intent.endUsec + Scorer.stuckUsec } ?? true
            // A press given up while the force is still there (a finger more, a palm) is not late.
            let gone = trace.fallUsec(1, in: intent).map { max($0, peek.timeUsec) }
            let isLate = !isStuck && gone.map { (release ?? .max) > $0 + Scorer.lateUsec } ?? false
            if isStuck {
                tally.stuck.made += 1
                failures(failure(.stuck, intent, release ?? peek.timeUsec))
            } else if isLate, let release, let gone {
                tally.late.made += 1
                var late = failure(.lateRelease, intent, release)
                late.detail = "\((release - gone) / 1_000) ms after the force had gone"
                failures(late)
            }
        }
    }

    private func failure(_ kind: Failure.Kind, _ intent: Intent, _ timeUsec: UInt64) -> Failure {
        Failure(kind: kind, intent: intent, timeUsec: timeUsec, peakClicks: trace.peakForce(intent), detail: "")
    }
}

extension PadModel {
    /// The true force, in clicks, at which this pad without drift and noise says `raw`; `nil` where pressure is contact
    /// size.
    func trueClicks(raw: Float) -> Float? {
        guard case .force(let sensor) = sensing else { return nil }
        // A pad that is silent below its click says its first number at the click.
        let clicks = Float((Double(raw) / sensor.unitsPerGram + sensor.deadGrams) / clickGrams)
        return sensor.isSilentUntilClick ? max(1, clicks) : clicks
    }
}
