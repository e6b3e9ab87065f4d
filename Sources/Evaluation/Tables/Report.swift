import ForceModel
import Recognition

/// The tables of an evaluation.
public struct Report: Sendable {
    public let plan: Plan
    public let outcomes: [Outcome]

    public init(_ plan: Plan, _ outcomes: [Outcome]) {
        self.plan = plan
        self.outcomes = outcomes
    }

    public var tables: [Table] {
        let main = outcomes.filter { $0.scenario.study == .main }
        var tables = main.isEmpty ? [] : [errors(main), timing(main)]
        guard plan.size == .full else { return tables }
        tables += dimension("by class", main, .padClass)
        tables += dimension("by pad", main, .pad)
        tables += dimension("by hand", main, .hand)
        tables += study(.rate, "by report rate")
        tables += study(.noise, "by noise (multiples of each pad's own)")
        tables += study(.drift, "by drift of the zero")
        tables += study(.zero, "with a zero that stands high from the start")
        tables += study(.sensitivity, "by sensitivity, known to the person")
        tables += study(.feedback, "with and without feedback")
        tables += study(.hand, "by hand, with each sensitivity")
        tables += study(.fresh, "a new pad, nothing learned yet")
        if outcomes.contains(where: { $0.scenario.study == .area }) { tables.append(area) }
        return tables
    }

    // MARK: All rules

    private func sum(_ outcomes: some Sequence<Outcome>, _ contender: Contender) -> Tally {
        var tally = Tally()
        for outcome in outcomes { tally.add(outcome[contender]) }
        return tally
    }

    private func errors(_ outcomes: [Outcome]) -> Table {
        let tally = sum(outcomes, .peekPop)
        var table = Table(
            "What is recognised, and what is made up",
            note: "\(plan.people) people on \(PadModel.forcePads.count) force pads, progress shown: "
                + "\(tally.peek.wanted) presses meant as peeks or pops, \(decimal(tally.ordinaryHours, 1)) hours and "
                + "\(tally.touches) touches of ordinary use. In brackets the 95 % bound.",
            columns: [
                "rule", "peeks made", "pops made", "pop instead of peek", "false peeks an hour",
                "a thousand touches", "false pops an hour",
            ])
        for contender in Contender.allCases {
            let tally = sum(outcomes, contender)
            table.rows.append([
                contender.title, Cells.recall(tally.peek), Cells.recall(tally.pop), Cells.mistakes(tally.unwantedPop),
                Cells.rate(tally.falsePeeks, per: tally.ordinaryHours),
                Cells.rate(tally.falsePeeks + tally.betweenFalsePeeks, per: Double(tally.touches) / 1_000),
                Cells.rate(tally.falsePops, per: tally.ordinaryHours),
            ])
        }
        return table
    }

    private func timing(_ outcomes: [Outcome]) -> Table {
        var table = Table(
            "When it is recognised, and let go",
            note:
                "Milliseconds from the moment at which the true force crossed the rule's own level (for the long press: "
                + "PeekPop's) to the decision, with what the sensor and the wait for the next report take; reports from the "
                + "first that showed it. Half / 95 % / all of the presses take no longer.",
            columns: [
                "rule", "peek, ms", "peek, reports", "within one report", "pop, ms", "pop, reports",
                "twice in one press",
                "released late", "stuck",
            ])
        for contender in Contender.allCases {
            let tally = sum(outcomes, contender)
            table.rows.append([
                contender.title, Cells.milliseconds(tally.peekDelay), Cells.reports(tally.peekDelay),
                Cells.withinOne(tally.peekDelay), Cells.milliseconds(tally.popDelay), Cells.reports(tally.popDelay),
                Cells.mistakes(tally.doubled), Cells.mistakes(tally.late), Cells.counts(tally.stuck),
            ])
        }
        return table
    }

    // MARK: By something

    /// What the rows of a table tell apart.
    private enum Dimension {
        case padClass, pad, hand, variant

        func label(_ outcome: Outcome) -> String {
            switch self {
            case .padClass: outcome.padClass.rawValue
            case .pad: outcome.scenario.pad.key
            case .hand: outcome.scenario.user.hand.weight.rawValue
            case .variant: outcome.scenario.variant
            }
        }
    }

    private func study(_ study: Study, _ title: String) -> [Table] {
        dimension(title, outcomes.filter { $0.scenario.study == study }, .variant)
    }

    /// PeekPop in full, and all rules in short.
    private func dimension(_ title: String, _ outcomes: [Outcome], _ dimension: Dimension) -> [Table] {
        var labels: [String] = []
        for outcome in outcomes where !labels.contains(dimension.label(outcome)) {
            labels.append(dimension.label(outcome))
        }
        guard !labels.isEmpty else { return [] }
        var ours = Table(
            "PeekPop, \(title)",
            columns: [
                "", "peeks made", "pops made", "pop instead of peek", "false peeks an hour", "a thousand touches",
                "false hints an hour", "peek, ms", "within one report", "twice", "late", "stuck",
            ])
        var all = Table(
            "All rules, \(title)",
            note: "Peeks made, pops made (%), and false peeks an hour.",
            columns: [""] + Contender.allCases.map(\.title))
        for label in labels {
            let part = outcomes.filter { dimension.label($0) == label }
            let tally = sum(part, .peekPop)
            ours.rows.append([
                label, Cells.recall(tally.peek), Cells.recall(tally.pop), Cells.mistakes(tally.unwantedPop),
                Cells.rate(tally.falsePeeks, per: tally.ordinaryHours),
                Cells.rate(tally.falsePeeks + tally.betweenFalsePeeks, per: Double(tally.touches) / 1_000),
                Cells.rate(tally.falseHints, per: tally.ordinaryHours),
                Cells.milliseconds(tally.peekDelay), Cells.withinOne(tally.peekDelay), Cells.counts(tally.doubled),
                Cells.counts(tally.late), Cells.counts(tally.stuck),
            ])
            all.rows.append([label] + Contender.allCases.map { short(sum(part, $0)) })
        }
        return [ours, all]
    }

    private func short(_ tally: Tally) -> String {
        func percent(_ recall: Tally.Recall) -> String {
            recall.wanted == 0 ? "–" : decimal(100 * Double(recall.made) / Double(recall.wanted), 1)
        }
        let hours = tally.ordinaryHours
        let rate = hours > 0 ? tally.falsePeeks == 0 ? "0" : significant(Double(tally.falsePeeks) / hours) : "–"
        return "\(percent(tally.peek)) · \(percent(tally.pop)) · \(rate)"
    }

    private var area: Table {
        let area = outcomes.filter { $0.scenario.study == .area }
        let hours = sum(area, .peekPop).ordinaryHours
        var table = Table(
            "Pads whose pressure is contact size, without calibration",
            note:
                "PeekPop leaves presses off there. The rivals take the click to lie at 30 % of the range, as an unknown "
                + "pad's is taken to. \(decimal(hours, 1)) hours of ordinary use; false peeks an hour.",
            columns: ["pad"] + Contender.allCases.map(\.title))
        for pad in PadModel.areaPads {
            let part = area.filter { $0.scenario.pad.key == pad.key }
            table.rows.append(
                [pad.key]
                    + Contender.allCases.map {
                        let tally = sum(part, $0)
                        return Cells.rate(tally.falsePeeks, per: tally.ordinaryHours)
                    })
        }
        return table
    }
}
