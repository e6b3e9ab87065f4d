/// What a rule did right and wrong, as counts that add up over traces.
public struct Tally: Equatable, Sendable {
    /// How often something was wanted, and how often it came.
    public struct Recall: Equatable, Sendable {
        public var wanted = 0
        public var made = 0

        public var missed: Int { wanted - made }

        mutating func add(_ other: Recall) {
            wanted += other.wanted
            made += other.made
        }
    }

    // MARK: Deliberate presses

    public var peek = Recall()
    public var pop = Recall()
    /// Presses that were meant as a peek, and how many of them popped.
    public var unwantedPop = Recall()
    /// Presses that were meant as a hint, and how many of them peeked.
    public var unwantedPeek = Recall()
    /// Presses in which the same stage came twice, of all that peeked.
    public var doubled = Recall()
    /// Of all that peeked: released later than ``Scorer/lateUsec`` after the force had gone.
    public var late = Recall()
    /// Of all that peeked: not released within ``Scorer/stuckUsec`` after the last finger had lifted.
    public var stuck = Recall()
    public var peekDelay = Delays()
    public var popDelay = Delays()

    // MARK: Ordinary use

    /// Of traces in which nobody presses on purpose.
    public var ordinaryUsec: UInt64 = 0
    public var ordinaryTouches = 0
    /// In those traces.
    public var falseHints = 0
    public var falsePeeks = 0
    public var falsePops = 0
    /// Ordinary things done between deliberate presses.
    public var betweenTouches = 0
    public var betweenFalsePeeks = 0
    public var betweenFalsePops = 0

    public init() {}

    public var touches: Int { ordinaryTouches + betweenTouches }
    public var ordinaryHours: Double { Double(ordinaryUsec) / 3.6e9 }

    public mutating func add(_ other: Tally) {
        peek.add(other.peek)
        pop.add(other.pop)
        unwantedPop.add(other.unwantedPop)
        unwantedPeek.add(other.unwantedPeek)
        doubled.add(other.doubled)
        late.add(other.late)
        stuck.add(other.stuck)
        peekDelay.add(other.peekDelay)
        popDelay.add(other.popDelay)
        ordinaryUsec += other.ordinaryUsec
        ordinaryTouches += other.ordinaryTouches
        falseHints += other.falseHints
        falsePeeks += other.falsePeeks
        falsePops += other.falsePops
        betweenTouches += other.betweenTouches
        betweenFalsePeeks += other.betweenFalsePeeks
        betweenFalsePops += other.betweenFalsePops
    }
}
