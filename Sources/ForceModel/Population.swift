/// One person of the population.
public struct User: Equatable, Sendable {
    /// What a person is for. Nobody is used for both.
    public enum Purpose: String, CaseIterable, Sendable {
        /// Levels and times are chosen by these.
        case tuning
        /// Figures are reported of these, and of no others.
        case reporting
    }

    public let purpose: Purpose
    /// From 0, within the purpose.
    public let number: Int
    public let hand: Hand
    /// Everything this person does derives from it.
    public let seed: UInt64

    /// `reporting-17-heavy`.
    public var name: String { "\(purpose.rawValue)-\(number)-\(hand.weight.rawValue)" }
}

/// People, drawn from the distributions of ``HandStatistics``: the same ones each time.
public enum Population {
    /// The split, in this one place: each purpose has a seed of its own, and a person's seed is derived from that and
    /// their number alone. So no person of one purpose is ever one of the other.
    private static func seed(_ purpose: User.Purpose) -> UInt64 {
        switch purpose {
        case .tuning: 0x7475_6e69_6e67
        case .reporting: 0x7265_706f_7274
        }
    }

    /// The person with that number, with a hand of the given weight: by number a light, an average, an average and a
    /// heavy one in turn where none is given.
    public static func user(_ purpose: User.Purpose, _ number: Int, weight: HandWeight? = nil) -> User {
        precondition(number >= 0, "people are numbered from 0")
        let turn: [HandWeight] = [.average, .light, .average, .heavy]
        var random = ModelRandom(seed: seed(purpose), stream: UInt64(number))
        let seed = random.next()
        let hand = HandStatistics.draw(weight ?? turn[number % turn.count], &random)
        return User(purpose: purpose, number: number, hand: hand, seed: seed)
    }

    /// The first `count` people of a purpose; half of them have an average hand, a quarter a light and a quarter a heavy one.
    public static func users(_ purpose: User.Purpose, _ count: Int, weight: HandWeight? = nil) -> [User] {
        (0..<count).map { user(purpose, $0, weight: weight) }
    }
}
