/// Figures as cells of tables, each with how far it can be trusted.
enum Cells {
    /// `99.87 % (99.7)`: in brackets what it is at least, with 95 % confidence; `–` where nothing was wanted.
    static func recall(_ recall: Tally.Recall) -> String {
        guard let bounds = Confidence.proportion(recall.made, of: recall.wanted) else { return "–" }
        let share = Double(recall.made) / Double(recall.wanted)
        return "\(percent(share)) % (\(decimal(floor(bounds.lowerBound), 1)))"
    }

    /// `0.12 % (0.5)`: in brackets what it is at most.
    static func mistakes(_ mistakes: Tally.Recall) -> String {
        guard let bounds = Confidence.proportion(mistakes.made, of: mistakes.wanted) else { return "–" }
        let share = Double(mistakes.made) / Double(mistakes.wanted)
        return "\(percent(share)) % (\(significant(bounds.upperBound * 100)))"
    }

    /// `0.05 (0.12)`: events in a unit of use, and what they are at most.
    static func rate(_ events: Int, per amount: Double) -> String {
        guard amount > 0 else { return "–" }
        let most = Confidence.expectedAtMost(events) / amount
        return "\(events == 0 ? "0" : significant(Double(events) / amount)) (\(significant(most)))"
    }

    /// `4 of 5120`.
    static func counts(_ mistakes: Tally.Recall) -> String {
        mistakes.wanted == 0 ? "–" : "\(mistakes.made) of \(mistakes.wanted)"
    }

    /// `8 / 15 / 90`: the half, 95 % and all of them take no longer.
    static func milliseconds(_ delays: Delays) -> String {
        list([0.5, 0.95, 1].map { delays.milliseconds($0).map { decimal($0, 0) } })
    }

    static func reports(_ delays: Delays) -> String {
        list([0.5, 0.95, 1].map { delays.reports($0).map { String($0) } })
    }

    static func withinOne(_ delays: Delays) -> String {
        delays.share(withinReports: 1).map { "\(percent($0)) %" } ?? "–"
    }

    private static func list(_ values: [String?]) -> String {
        let values = values.compactMap { $0 }
        return values.isEmpty ? "–" : values.joined(separator: " / ")
    }

    /// Nothing but all is 100, and nothing but none is 0.
    private static func percent(_ share: Double) -> String {
        if share == 0 || share == 1 { return share == 0 ? "0" : "100" }
        return decimal(min(max(share * 100, 0.01), 99.99), 2)
    }

    /// Down to a tenth of a per cent: a bound is not rounded upwards.
    private static func floor(_ share: Double) -> Double { (share * 1_000).rounded(.down) / 10 }
}
