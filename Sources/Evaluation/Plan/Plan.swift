import ForceModel
import Recognition

/// Everything that an evaluation makes and judges, in a fixed order.
public struct Plan: Sendable {
    /// How much of it.
    public enum Size: String, Sendable, CaseIterable {
        /// Some minutes: what is published.
        case full
        /// Some seconds: enough to see that nothing has changed, too little to conclude from.
        case reduced
    }

    public let purpose: User.Purpose
    public let size: Size
    /// How many people the main table is of.
    public let people: Int
    /// How many the other tables are of.
    public let fewerPeople: Int
    private let ordinarySeconds: Double
    private let fewerSeconds: Double
    private let rounds: Int

    /// - Parameter people: how many the main table is of, where not as many as usual.
    public init(_ purpose: User.Purpose, _ size: Size, people: Int? = nil) {
        self.purpose = purpose
        self.size = size
        (self.people, fewerPeople) = size == .full ? (people ?? 120, 24) : (people ?? 4, 4)
        (ordinarySeconds, fewerSeconds) = size == .full ? (900, 600) : (120, 60)
        rounds = size == .full ? 2 : 1
    }

    /// Pads that stand for the others where every pad would be too many: a scale of grams, and a coarse one without.
    public static let examples: [PadModel] = [.redrix, .magicTrackpad2]

    public var scenarios: [Scenario] { size == .full ? main + others : main }

    private var main: [Scenario] {
        var scenarios: [Scenario] = []
        let everybody = Population.users(purpose, people)
        for pad in PadModel.forcePads {
            for user in everybody {
                scenarios.append(Scenario(.main, user: user, pad: pad, script: .deliberate(rounds: rounds)))
                scenarios.append(
                    Scenario(.main, user: user, pad: pad, script: .ordinary(seconds: ordinarySeconds), take: 1))
            }
        }
        return scenarios
    }

    private var others: [Scenario] {
        var scenarios: [Scenario] = []
        let some = Population.users(purpose, fewerPeople)
        /// Presses and ordinary use of some people on the examples.
        func add(
            _ study: Study, _ variant: String, _ conditions: Conditions = Conditions(),
            _ settings: RecognitionSettings = RecognitionSettings(), users: [User]? = nil
        ) {
            for pad in Plan.examples {
                for user in users ?? some {
                    scenarios.append(
                        Scenario(
                            study, variant: variant, user: user, pad: pad, script: .deliberate(rounds: 1),
                            conditions: conditions, settings: settings))
                    scenarios.append(
                        Scenario(
                            study, variant: variant, user: user, pad: pad, script: .ordinary(seconds: fewerSeconds),
                            conditions: conditions, settings: settings, take: 1))
                }
            }
        }
        for rate in [60, 90, 125, 250, 500, 1000] { add(.rate, "\(rate) Hz", Conditions(rateHz: Double(rate))) }
        for noise in [0.0, 1, 2, 4, 8] { add(.noise, "× \(Int(noise))", Conditions(noise: noise)) }
        for drift in [-0.1, 0, 0.05, 0.1, 0.2] {
            add(.drift, Plan.signed(drift, "clicks a minute"), Conditions(driftClicksPerMinute: drift))
        }
        for zero in [0.1, 0.25, 0.5] {
            add(.zero, Plan.signed(zero, "clicks"), Conditions(zeroClicks: zero))
        }
        for sensitivity in Sensitivity.allCases {
            add(
                .sensitivity, sensitivity.rawValue, Conditions(aim: .seen(Levels(sensitivity))),
                RecognitionSettings(sensitivity: sensitivity))
        }
        let levels = Levels(.medium)
        add(.feedback, "progress is shown", Conditions(aim: .seen(levels)))
        add(.feedback, "from practice alone", Conditions(aim: .blind(levels)))
        add(.feedback, "by own strength", Conditions(aim: .ownStrength))
        for weight in HandWeight.allCases {
            let hands = Population.users(purpose, fewerPeople, weight: weight)
            for sensitivity in Sensitivity.allCases {
                add(
                    .hand, "\(weight.rawValue), \(sensitivity.rawValue)",
                    Conditions(aim: .seen(Levels(sensitivity))), RecognitionSettings(sensitivity: sensitivity),
                    users: hands)
            }
        }
        for pad in PadModel.forcePads {
            for user in some {
                scenarios.append(
                    Scenario(.fresh, variant: pad.key, user: user, pad: pad, script: .ordinary(seconds: 300), take: 1))
            }
        }
        for pad in PadModel.areaPads {
            for user in some {
                scenarios.append(
                    Scenario(.area, variant: pad.key, user: user, pad: pad, script: .deliberate(rounds: 1)))
                scenarios.append(
                    Scenario(
                        .area, variant: pad.key, user: user, pad: pad, script: .ordinary(seconds: fewerSeconds), take: 1
                    ))
            }
        }
        return scenarios
    }

    private static func signed(_ value: Double, _ unit: String) -> String {
        (value > 0 ? "+" : value < 0 ? "−" : "") + decimal(abs(value), value == 0 ? 0 : 2) + " " + unit
    }
}
