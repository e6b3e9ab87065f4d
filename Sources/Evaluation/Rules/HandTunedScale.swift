import Recognition

/// What whoever tunes a rule by hand for one pad knows of it: the raw pressure at which it clicks.
///
/// The rivals' levels are numbers in somebody's configuration. To compare the rules and not the configurations, each
/// rival gets the numbers that its author would have found on this very pad: PeekPop's default levels, at the pad's true
/// click level, which PeekPop itself has to learn.
public struct HandTunedScale: Equatable, Sendable {
    public var zero: Float
    public var click: Float

    public init(zero: Float, click: Float) {
        self.zero = zero
        self.click = click
    }

    /// For a pad that nobody knows: its click is taken to lie where PeekPop's class default has it.
    public init?(assumedFor pad: PadDescription) {
        guard let scale = ForceScale(pad) else { return nil }
        self.init(zero: scale.zero, click: scale.click)
    }

    public func raw(clicks: Float) -> Float { zero + clicks * (click - zero) }
}

extension Frame {
    /// The highest pressure among the contacts: what a rule looks at that does not tell fingers apart. 0 without any.
    var highestPressure: Float {
        var highest: Int32 = 0
        for index in 0..<contactCount { highest = max(highest, self[index].pressure) }
        return Float(highest)
    }
}
