/// The levels that cause the least trouble, between what a person does by accident and on purpose.
struct LevelChoice: Sendable {
    let touches: ForceDistribution
    /// `nil` where no clicks were gathered.
    let clicks: ForceDistribution?
    let presses: ForceDistribution
    let hardPresses: ForceDistribution
    /// The highest force the pad can tell, in clicks, with a margin.
    let ceiling: Double

    struct Levels {
        var hint: Double
        var peek: Double
        var pop: Double
        /// Whether the pop lies lower than it would because the range ends.
        var isPopBent: Bool
    }

    /// What a day's errors cost with the peek there, in missed peeks.
    func peekCost(_ level: Double) -> Double {
        var falsePeeks = CalibrationTuning.touchesADay * touches.reaches(level)
        if let clicks { falsePeeks += CalibrationTuning.clicksADay * clicks.reaches(level) }
        return CalibrationTuning.falsePeekCost * falsePeeks + CalibrationTuning.peeksADay * presses.misses(level)
            + CalibrationTuning.popsADay * hardPresses.misses(level)
    }

    func popCost(_ level: Double) -> Double {
        CalibrationTuning.falsePopCost * CalibrationTuning.peeksADay * presses.reaches(level)
            + CalibrationTuning.popsADay * hardPresses.misses(level)
    }

    func levels() -> Levels {
        let lowest = (clicks ?? touches).center
        let top = min(ceiling, max(presses.center, hardPresses.center))
        // However low the presses are, three levels have to find room below the end of the range.
        let highestPeek = ceiling / CalibrationTuning.popOverPeek
        let peek = min(cheapest(from: min(lowest, top), to: top, peekCost), highestPeek)
        let wanted = cheapest(from: peek * CalibrationTuning.popOverPeek, to: max(ceiling, peek * 1.3), popCost)
        let pop = max(min(wanted, ceiling), peek * CalibrationTuning.popOverPeek)
        return Levels(hint: hint(below: peek), peek: peek, pop: pop, isPopBent: pop >= ceiling * 0.999)
    }

    /// Usually at the same share of the way from a click to the peek as the default levels have it (0.35 of 0.75
    /// clicks); higher where clicks reach that, never nearer to the peek than plateaus wander.
    private func hint(below peek: Double) -> Double {
        let accident = clicks ?? touches
        let highest = peek / CalibrationTuning.peekOverHint
        let usual = min(accident.center + (peek - accident.center) * 0.35 / 0.75, highest)
        guard usual > 0, accident.reaches(usual) > CalibrationTuning.clicksThatHint else { return usual }
        var hint = usual
        while hint < highest, accident.reaches(hint) > CalibrationTuning.clicksThatHint { hint *= 1.005 }
        return min(hint, highest)
    }

    /// The level of least cost. Costs are flat where nothing ever lies: the middle of the cheapest stretch is taken.
    private func cheapest(from low: Double, to high: Double, _ cost: (Double) -> Double) -> Double {
        guard low < high else { return high }
        let steps = 400
        let from = Mathematics.ln(low)
        let step = (Mathematics.ln(high) - from) / Double(steps)
        let costs = (0...steps).map { cost(Mathematics.exp(from + Double($0) * step)) }
        let least = costs.min() ?? 0
        // Within a thousandth of a missed peek a day it is the same.
        let equal = costs.indices.filter { costs[$0] <= least + 0.001 }
        let middle = Double(equal.first! + equal.last!) / 2
        return Mathematics.exp(from + middle * step)
    }
}
