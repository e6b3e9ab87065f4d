/// The levels that cause the least trouble, between what a person does by accident and on purpose.
struct LevelChoice: Sendable {
    let touches: ForceDistribution
    /// `nil` where no clicks were gathered.
    let clicks: ForceDistribution?
    /// What is meant to peek.
    let presses: ForceDistribution
    let hardPresses: ForceDistribution
    /// The highest force the pad can tell, in clicks, with a margin.
    let ceiling: Double
    /// Whether the hardest presses are all there is above the clicks, and have to carry both levels: a press is then
    /// meant to peek or to pop by who makes it, not by its kind.
    let isNarrow: Bool

    struct Levels {
        var hint: Double
        var peek: Double
        var pop: Double
        /// What a day's errors cost there, in missed peeks.
        var cost: Double
        /// Whether the pop lies lower than it would because the range ends.
        var isPopBent: Bool
    }

    /// That a touch or a click, whichever is worse, reaches a level.
    func accident(_ level: Double) -> Double { max(touches.reaches(level), clicks?.reaches(level) ?? 0) }

    /// What a day's false and missed peeks cost with the peek there.
    private func peekCost(_ level: Double) -> Double {
        var falsePeeks = CalibrationTuning.touchesADay * touches.reaches(level)
        if let clicks { falsePeeks += CalibrationTuning.clicksADay * clicks.reaches(level) }
        return CalibrationTuning.falsePeekCost * falsePeeks + CalibrationTuning.peeksADay * presses.misses(level)
            + CalibrationTuning.popsADay * hardPresses.misses(level)
    }

    /// The same of the pop.
    private func popCost(_ level: Double) -> Double {
        (isNarrow ? 0 : CalibrationTuning.falsePopCost * CalibrationTuning.peeksADay * presses.reaches(level))
            + CalibrationTuning.popsADay * hardPresses.misses(level)
    }

    /// What is lost where the two lie too near each other. Who sees the progress aims at the middle between them, and
    /// lands a little beside it: too low is a missed peek, too high a false pop.
    private func crowdingCost(logarithmOfRatio: Double) -> Double {
        let (over, spread) = (CalibrationTuning.aimingOvershoot, CalibrationTuning.aimingSpread)
        let above = Mathematics.normalTail((logarithmOfRatio / 2 - over) / spread)
        let below = Mathematics.normalTail((logarithmOfRatio / 2 + over) / spread)
        return CalibrationTuning.peeksADay * (CalibrationTuning.falsePopCost * above + below)
    }

    private func isWithin(_ limits: ErrorLimits, _ level: Double) -> Bool {
        touches.reaches(level) <= limits.falsePeekOfTouch
            && clicks.map { $0.reaches(level) <= limits.falsePeekOfClick } ?? true
            && presses.misses(level) <= limits.missedPeek
    }

    /// Peek and pop are chosen together, on a logarithmic scale of forces.
    ///
    /// - Parameter limits: peeks within these are preferred to all others, whatever those cost.
    func levels(within limits: ErrorLimits) -> Levels {
        let low = min((clicks ?? touches).center, ceiling / 4)
        let steps = 400
        let from = Mathematics.ln(max(low, CalibrationTuning.leastForce))
        let step = (Mathematics.ln(ceiling) - from) / Double(steps)
        let forces = (0...steps).map { Mathematics.exp(from + Double($0) * step) }
        let peekCosts = forces.map(peekCost)
        let popCosts = forces.map(popCost)
        let crowding = (0...steps).map { crowdingCost(logarithmOfRatio: Double($0) * step) }
        // However cheap it would be to do without pops, they have to be within reach.
        let reach = hardPresses.force(spreads: -CalibrationTuning.popBelowHardest)
        let highest = max(forces.lastIndex { $0 <= reach } ?? 0, steps / 4)
        let nearest = Int(Mathematics.ln(CalibrationTuning.popOverPeek) / step) + 1

        let peeks = 0..<max(highest - nearest, 1)
        let preferred = peeks.filter { isWithin(limits, forces[$0]) }
        var least = Double.infinity
        // Costs are flat where nothing ever lies: of all that cost the same, the middle is taken.
        var equal: [(peek: Int, pop: Int)] = []
        for peek in preferred.isEmpty ? Array(peeks) : preferred {
            for pop in (peek + nearest)...max(highest, peek + nearest) {
                let cost = peekCosts[peek] + popCosts[pop] + crowding[pop - peek]
                if cost < least - CalibrationTuning.sameCost {
                    equal = [(peek, pop)]
                } else if cost <= least + CalibrationTuning.sameCost {
                    equal.append((peek, pop))
                }
                least = min(least, cost)
            }
        }
        func middle(_ places: [Int]) -> Double {
            Mathematics.exp(from + Double(places.reduce(0, +)) / Double(places.count) * step)
        }
        let peek = middle(equal.map(\.peek))
        let pop = min(middle(equal.map(\.pop)), ceiling)
        return Levels(
            hint: hint(below: peek), peek: peek, pop: pop, cost: least, isPopBent: pop >= ceiling * 0.999)
    }

    /// The level at which as many accidents would peek as presses would not, and how many that are: what a refusal tells.
    func confusion() -> Double {
        var low = CalibrationTuning.leastForce
        var high = max(ceiling, low)
        // The one falls with the level and the other rises.
        for _ in 0..<60 {
            let middle = (low * high).squareRoot()
            if accident(middle) > presses.misses(middle) { low = middle } else { high = middle }
        }
        return max(accident(high), presses.misses(high))
    }

    /// Usually at the same share of the way from a click to the peek as the default levels have it (0.35 of 0.75
    /// clicks); higher where clicks reach that, never nearer to the peek than plateaus wander.
    private func hint(below peek: Double) -> Double {
        let accident = clicks ?? touches
        let highest = peek / CalibrationTuning.peekOverHint
        let usual = min(accident.center + (peek - accident.center) * 0.35 / 0.75, highest)
        var hint = usual
        while hint < highest, accident.reaches(hint) > CalibrationTuning.clicksThatHint { hint *= 1.005 }
        return min(hint, highest)
    }
}
