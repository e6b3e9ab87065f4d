/// Everything behind the tables, for `--json`.
struct Figures: Encodable {
    struct Row: Encodable {
        var study: String
        var variant: String
        var pad: String
        var user: String
        var rule: String
        var peeksWanted: Int
        var peeksMade: Int
        var popsWanted: Int
        var popsMade: Int
        var unwantedPops: Int
        var unwantedPeeks: Int
        var falseHints: Int
        var falsePeeks: Int
        var falsePops: Int
        var falsePeeksBetween: Int
        var ordinaryUsec: UInt64
        var touches: Int
        var doubled: Int
        var late: Int
        var stuck: Int
        var presses: Int
    }

    struct Printed: Encodable {
        var title: String
        var note: String
        var columns: [String]
        var rows: [[String]]
    }

    var users: String
    var size: String
    var tables: [Printed]
    /// One for each trace and rule.
    var traces: [Row]

    init(_ report: Report, _ tables: [Table]) {
        users = report.plan.purpose.rawValue
        size = report.plan.size.rawValue
        self.tables = tables.map { Printed(title: $0.title, note: $0.note, columns: $0.columns, rows: $0.rows) }
        traces = report.outcomes.flatMap { outcome in
            Contender.allCases.map { Row(outcome.scenario, $0, outcome[$0]) }
        }
    }
}

extension Figures.Row {
    init(_ scenario: Scenario, _ contender: Contender, _ tally: Tally) {
        self.init(
            study: scenario.study.rawValue, variant: scenario.variant, pad: scenario.pad.key, user: scenario.user.name,
            rule: contender.rawValue, peeksWanted: tally.peek.wanted, peeksMade: tally.peek.made,
            popsWanted: tally.pop.wanted, popsMade: tally.pop.made, unwantedPops: tally.unwantedPop.made,
            unwantedPeeks: tally.unwantedPeek.made, falseHints: tally.falseHints, falsePeeks: tally.falsePeeks,
            falsePops: tally.falsePops, falsePeeksBetween: tally.betweenFalsePeeks, ordinaryUsec: tally.ordinaryUsec,
            touches: tally.touches, doubled: tally.doubled.made, late: tally.late.made, stuck: tally.stuck.made,
            presses: tally.stuck.wanted)
    }
}
