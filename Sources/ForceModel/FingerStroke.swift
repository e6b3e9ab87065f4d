/// What one finger means to do, from landing to lift. Times in ms, places and sizes in mm, forces in clicks.
public struct FingerStroke: Sendable {
    /// What part a finger has in what a person does.
    public enum Role: Sendable {
        /// It points, taps, clicks, presses.
        case acts
        /// A thumb that rests while another finger acts.
        case rests
        case palm
    }

    public private(set) var startMs: Double
    public private(set) var endMs: Double
    public var role = Role.acts
    /// The longest axis of the resting contact.
    public var sizeMm = 8.0
    public let restClicks: Double
    private var force = MinimumJerk()
    private var x = MinimumJerk()
    private var y = MinimumJerk()
    private var place: (x: Double, y: Double)
    private var level = 0.0

    /// A finger lands, and rests with `rest` clicks.
    ///
    /// - Parameters:
    ///   - strike: the landing transient as a multiple of `rest`: the finger is brought to a stop by the pad.
    ///   - settleMs: how long that takes. Measured touches take 28…130 ms (median) to come near their pressure.
    public init(
        landAtMs ms: Double, x placeX: Double, y placeY: Double, rest: Double, strike: Double = 1.3,
        settleMs: Double = 56
    ) {
        startMs = ms
        endMs = ms + settleMs
        place = (placeX, placeY)
        restClicks = rest
        level = rest
        force.reach(rest * 0.2, atMs: ms)
        force.reach(rest * strike, atMs: ms + settleMs * 0.43)
        force.reach(rest, atMs: endMs)
        x.reach(placeX, atMs: ms)
        y.reach(placeY, atMs: ms)
    }

    /// Goes to a force. Deliberate presses take 120…400 ms, a tap's or click's stroke 30…50 ms.
    public mutating func press(to clicks: Double, ms: Double) {
        endMs += ms
        level = clicks
        force.reach(clicks, atMs: endMs)
    }

    public mutating func hold(ms: Double) {
        press(to: level, ms: ms)
    }

    /// Moves while the force stays.
    public mutating func slide(dx: Double, dy: Double, ms: Double) {
        x.reach(place.x, atMs: endMs)
        y.reach(place.y, atMs: endMs)
        place = (place.x + dx, place.y + dy)
        hold(ms: ms)
        x.reach(place.x, atMs: endMs)
        y.reach(place.y, atMs: endMs)
    }

    /// Lets go: force falls faster than it rises, 40…100 ms.
    public mutating func lift(ms: Double = 56) {
        press(to: 0.04, ms: ms)
    }

    /// The force it means to have at its end so far.
    var lastLevel: Double { level }

    mutating func force(atMs ms: Double) -> Double { force.value(atMs: ms) }
    mutating func x(atMs ms: Double) -> Double { x.value(atMs: ms) }
    mutating func y(atMs ms: Double) -> Double { y.value(atMs: ms) }
}
