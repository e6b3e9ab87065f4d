/// What one finger means to do, from landing to lift. Times in ms, places in mm, forces in clicks.
struct FingerStroke: Sendable {
    private(set) var startMs: Double
    private(set) var endMs: Double
    private var force = MinimumJerk()
    private var x = MinimumJerk()
    private var y = MinimumJerk()
    private var place: (x: Double, y: Double)
    private var level = 0.0

    /// A finger lands, and rests with `rest` clicks.
    ///
    /// - Parameter strike: the landing transient as a multiple of `rest`: the finger is brought to a stop by the pad.
    ///   It is over in some 60 ms; measured touches take 28…130 ms (median) to come near their pressure.
    init(landAtMs ms: Double, x placeX: Double, y placeY: Double, rest: Double, strike: Double = 1.3) {
        startMs = ms
        endMs = ms + 56
        place = (placeX, placeY)
        level = rest
        force.reach(rest * 0.2, atMs: ms)
        force.reach(rest * strike, atMs: ms + 24)
        force.reach(rest, atMs: endMs)
        x.reach(placeX, atMs: ms)
        y.reach(placeY, atMs: ms)
    }

    /// Goes to a force. Deliberate presses take 120…400 ms, a tap's or click's stroke 30…50 ms.
    mutating func press(to clicks: Double, ms: Double) {
        endMs += ms
        level = clicks
        force.reach(clicks, atMs: endMs)
    }

    mutating func hold(ms: Double) {
        press(to: level, ms: ms)
    }

    /// Moves while the force stays.
    mutating func slide(dx: Double, dy: Double, ms: Double) {
        x.reach(place.x, atMs: endMs)
        y.reach(place.y, atMs: endMs)
        place = (place.x + dx, place.y + dy)
        hold(ms: ms)
        x.reach(place.x, atMs: endMs)
        y.reach(place.y, atMs: endMs)
    }

    /// Lets go: force falls faster than it rises, 40…100 ms.
    mutating func lift(ms: Double = 56) {
        press(to: 0.04, ms: ms)
    }

    func force(atMs ms: Double) -> Double { force.value(atMs: ms) }
    func x(atMs ms: Double) -> Double { x.value(atMs: ms) }
    func y(atMs ms: Double) -> Double { y.value(atMs: ms) }
}
