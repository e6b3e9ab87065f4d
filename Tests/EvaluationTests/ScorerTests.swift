import ForceModel
import Recognition
import Testing

@testable import Evaluation

/// Decisions made by hand, held against a trace whose truth is known.
@Suite struct ScorerTests {
    private let trace: LabelledTrace
    private let scorer: Scorer
    private let peek: Intent
    private let pop: Intent
    private let click: Intent

    init() throws {
        let user = Population.user(.tuning, 0)
        trace = LabelledTrace.make(user, on: .redrix, .exactly([.click, .peek, .pop]))
        // Every report shows everything.
        let reports = trace.device.events.filter(\.isReport).map {
            Scorer.Report(timeUsec: $0.timeUsec, pressure: .infinity)
        }
        scorer = Scorer(trace, reports: reports, levels: Levels(.medium))
        (click, peek, pop) = (trace.intents[0], trace.intents[1], trace.intents[2])
    }

    private func crossing(_ level: Float, _ intent: Intent) throws -> UInt64 {
        try #require(trace.crossingUsec(level, in: intent))
    }

    private func mistakes(_ decisions: [Decision]) -> [String] {
        var kinds: [String] = []
        _ = scorer.score(decisions) { kinds.append($0.kind.rawValue) }
        return kinds
    }

    private func gone(_ intent: Intent) throws -> UInt64 { try #require(trace.fallUsec(1, in: intent)) }

    private func right() throws -> [Decision] {
        let levels = Levels(.medium)
        return [
            Decision(.peek, atUsec: try crossing(levels.peek.down, peek) + 5_000),
            Decision(.release, atUsec: try gone(peek)),
            Decision(.peek, atUsec: try crossing(levels.peek.down, pop) + 5_000),
            Decision(.pop, atUsec: try crossing(levels.pop.down, pop) + 5_000),
            Decision(.release, atUsec: try gone(pop)),
        ]
    }

    @Test func allRight() throws {
        #expect(mistakes(try right()).isEmpty)
        let tally = scorer.score(try right())
        #expect(tally.peek == Tally.Recall(wanted: 2, made: 2) && tally.pop == Tally.Recall(wanted: 1, made: 1))
        #expect(tally.peekDelay.count == 2 && tally.peekDelay.milliseconds(1) == 5)
        #expect(tally.peekDelay.reports(1) == 0)
        #expect(tally.betweenTouches == 1 && tally.ordinaryUsec == 0)
    }

    @Test func silenceMissesAll() {
        #expect(mistakes([]) == ["peek missed", "peek missed", "pop missed"])
    }

    @Test func pressInAClickIsFalse() throws {
        let madeUp = [
            Decision(.peek, atUsec: click.startUsec + 10_000), Decision(.pop, atUsec: click.startUsec + 20_000),
            Decision(.release, atUsec: click.endUsec),
        ]
        #expect(mistakes(madeUp + (try right())) == ["false peek", "false pop"])
    }

    @Test func twice() throws {
        var decisions = try right()
        let again = decisions[0].timeUsec
        decisions.insert(
            contentsOf: [Decision(.release, atUsec: again + 1), Decision(.peek, atUsec: again + 2)], at: 1)
        #expect(mistakes(decisions).contains("the same stage twice"))
    }

    @Test func popInsteadOfPeek() throws {
        var decisions = try right()
        decisions.insert(Decision(.pop, atUsec: decisions[0].timeUsec + 1), at: 1)
        #expect(mistakes(decisions) == ["pop, though a peek was meant"])
    }

    @Test func lateAndStuck() throws {
        var decisions = try right()
        let gone = try gone(peek)
        decisions[1].timeUsec = gone + Scorer.lateUsec
        #expect(mistakes(decisions).isEmpty)
        decisions[1].timeUsec = gone + Scorer.lateUsec + 1
        // After the lift it would count as stuck a little later.
        #expect(mistakes(decisions) == ["released late"])
        decisions[1].timeUsec = peek.endUsec + Scorer.stuckUsec + 1
        #expect(mistakes(decisions) == ["stuck"])
        decisions.removeLast()
        #expect(mistakes(decisions) == ["stuck", "stuck"], "never released is stuck")
    }

    @Test func delayGoesByTheRulesOwnLevel() throws {
        // Two clicks of 130 g, at 4 units a gram.
        let own = Decision(.peek, atUsec: try crossing(2, peek) + 3_000, level: 2 * 130 * 4)
        let tally = scorer.score([own, Decision(.release, atUsec: peek.endUsec)])
        #expect(tally.peekDelay.milliseconds(1) == 3)
    }

    @Test func reportsAreCountedFromTheFirstThatCouldShowIt() throws {
        var decisions = try right()
        decisions[0].timeUsec += UInt64(2 * 1e6 / PadModel.redrix.rateHz)
        let tally = scorer.score(decisions)
        #expect((1...2).contains(tally.peekDelay.reports(1) ?? 0))
        #expect(mistakes(decisions).allSatisfy { $0 == "decided late" })
    }
}
