import ForceModel
import InputSources
import Recognition

/// What each contender did with one scenario.
public struct Outcome: Sendable {
    public let scenario: Scenario
    public let padClass: PadClass
    /// In the order of ``Contender/allCases``.
    public let tallies: [Tally]
    /// PeekPop's, where they were asked for.
    public let failures: [Failure]

    public subscript(_ contender: Contender) -> Tally {
        tallies[Contender.allCases.firstIndex(of: contender)!]
    }
}

extension Scenario {
    /// Who does it, on what, and what was known of the pad before.
    private struct Setting {
        var pad: PadDescription
        var learned: LearnedClick?
        /// What the rivals go by: the scale that PeekPop has.
        var scale: HandTunedScale?
        /// And the levels that it has there.
        var levels: Levels
        var conditions: Conditions
    }

    /// The trace it is about.
    public func makeTrace() -> LabelledTrace { makeTrace(setting) }

    private func makeTrace(_ setting: Setting) -> LabelledTrace {
        LabelledTrace.make(user, on: pad, script, conditions: setting.conditions, take: take)
    }

    /// The day before: some clicks, from which the pad's click level is learned; and where the levels lie then, that
    /// this person gets to know.
    private var setting: Setting {
        let clicks = UseScript.exactly(Array(repeating: .click, count: UseScript.warmUp))
        let trace = LabelledTrace.make(user, on: pad, clicks, conditions: conditions, take: take + 100)
        var player = RecordingPlayer(trace.recording, name: "")
        let description = player.descriptions[0]
        guard study != .fresh else {
            let scale = pad.clickUnits.map { HandTunedScale(zero: 0, click: Float($0)) }
            return Setting(
                pad: description, learned: nil, scale: scale, levels: Levels(settings.sensitivity),
                conditions: conditions)
        }
        var recogniser = Recogniser(description, settings: settings)
        while player.step({ frame, _ in recogniser.feed(frame) { _ in } }) {}
        let ready = Recogniser(description, settings: settings, learned: recogniser.learnedClick)
        var setting = Setting(
            pad: description, learned: recogniser.learnedClick, levels: Levels(settings.sensitivity),
            conditions: conditions)
        if case .on(let levels) = ready.levels { setting.levels = levels }
        setting.scale = ready.scale.map { HandTunedScale(zero: $0.zero, click: $0.click) }
        setting.conditions.aim = aim(ready)
        return setting
    }

    /// The same aim at the levels that a recogniser has: who sees its progress aims by that, and who has practised has done
    /// so with it.
    private func aim(_ recogniser: Recogniser) -> Aim {
        guard case .on(let levels) = recogniser.levels, let scale = recogniser.scale, let click = pad.clickUnits else {
            return conditions.aim
        }
        func raw(_ level: ForceLevel) -> Float { scale.zero + level.down * (scale.click - scale.zero) }
        func converted(_ convert: (Float) -> Float?) -> Levels? {
            guard let hint = convert(raw(levels.hint)), let peek = convert(raw(levels.peek)),
                let pop = convert(raw(levels.pop))
            else { return nil }
            return Levels(hint: hint, peek: peek, pop: pop)
        }
        return switch conditions.aim {
        case .seen: .seen(converted { $0 / Float(click) } ?? Levels(.medium))
        case .blind: .blind(converted { pad.trueClicks(raw: $0) } ?? Levels(.medium))
        case .ownStrength: .ownStrength
        }
    }

    /// Makes the trace, gives the same frames to every contender, and judges each.
    public func run(collectFailures: Bool = false) -> Outcome {
        let setting = setting
        let trace = makeTrace(setting)
        var player = RecordingPlayer(trace.recording, name: "")
        var rules = Contender.allCases.map {
            $0.rule(
                setting.pad, scale: setting.scale, levels: setting.levels, settings: settings, learned: setting.learned)
        }
        var decisions = Array(repeating: [Decision](), count: rules.count)
        var reports: [Scorer.Report] = []
        while player.step({ frame, _ in
            reports.append(Scorer.Report(timeUsec: frame.timeUsec, pressure: frame.highestPressure))
            for index in rules.indices { rules[index].feed(frame) { decisions[index].append($0) } }
        }) {}
        for index in rules.indices {
            rules[index].finish(atUsec: trace.durationUsec) { decisions[index].append($0) }
        }
        let scorer = Scorer(trace, reports: reports, levels: setting.levels)
        var failures: [Failure] = []
        let tallies = zip(Contender.allCases, decisions).map { contender, said in
            scorer.score(said) { if collectFailures, contender == .peekPop { failures.append($0) } }
        }
        return Outcome(
            scenario: self, padClass: setting.pad.classification.padClass, tallies: tallies, failures: failures)
    }
}
