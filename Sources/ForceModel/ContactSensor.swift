/// What a pad's sensor makes of one finger, from landing to lift.
struct ContactSensor {
    /// Force after the sensor's lag, in clicks.
    private(set) var felt = 0.0
    /// Contact size, in units, on area pads.
    private(set) var size = 0.0
    private let lag: Double
    private let area: Area?

    /// A touch on an area pad.
    private struct Area {
        let sensor: AreaSensor
        /// This touch's size when it has come to rest.
        let base: Double
        let rest: Double
        /// The part of the way to its size that it goes each millisecond.
        let growth: Double
        let wander: Double
        let memory: Double
        let fresh: Double
    }

    private var grown = 1.0
    private var hasRested = false
    private var restless = 0.0
    private var wandering = 0.0
    private var random: ModelRandom

    /// Wandering of contact size is as slow as the finger's own.
    private static let wanderMs = 400.0
    /// A contact changes smoothly: what restlessness the smoothing takes is given back, √(1 + 100 / 400).
    private static let smoothMs = 100.0
    private static let smoothGain = 1.118_033_988_749_895
    /// Below this fraction of its resting force a finger's contact shrinks.
    private static let leavingBelow = 0.6
    /// The 95th percentile of a normal distribution, in standard deviations.
    private static let p95 = 1.644_854

    init(_ pad: PadModel, _ stroke: FingerStroke, seed: UInt64) {
        random = ModelRandom(seed: seed)
        switch pad.sensing {
        case .force(let sensor):
            lag = 1 / (sensor.lagMs + 1)
            area = nil
        case .area(let sensor):
            lag = 1
            let landing = sensor.landingMs
            let t90 = random.logNormal(
                median: landing.median, spread: ModelMath.log(landing.p95 / landing.median) / ContactSensor.p95)
            // 1 − (1 − first)·e^(−t90/τ) = 0.9
            let tau = max(1, t90 / ModelMath.log((1 - sensor.firstFraction) / 0.1))
            let memory = ModelMath.exp(-1 / ContactSensor.wanderMs)
            area = Area(
                sensor: sensor,
                base: random.logNormal(
                    median: sensor.restUnits * stroke.sizeMm / HandStatistics.fingertipMm.median,
                    spread: sensor.touchSpread),
                rest: stroke.restClicks, growth: 1 / (tau + 1),
                wander: random.logNormal(median: sensor.wander.median, spread: sensor.wander.spread), memory: memory,
                fresh: (1 - memory * memory).squareRoot())
            grown = sensor.firstFraction
        }
    }

    /// One millisecond with the given force.
    mutating func step(_ clicks: Double) {
        felt += lag * (clicks - felt)
        guard let area else { return }
        grown += area.growth * (1 - grown)
        restless = area.memory * restless + area.fresh * random.normal()
        wandering += (restless - wandering) / ContactSensor.smoothMs
        // A click's force above the resting one raises the size once; more force than that, by little more.
        let pressed = max(0, clicks - area.rest) / (1 - area.rest)
        let rise = 1 + area.sensor.clickRise * 1.3 * pressed / (0.3 + pressed)
        // The contact shrinks as the finger leaves.
        hasRested = hasRested || clicks >= 0.8 * area.rest
        let last = area.sensor.lastFraction
        let leaving = hasRested ? min(1, last + (1 - last) * clicks / (ContactSensor.leavingBelow * area.rest)) : 1
        size = max(
            1, area.base * grown * max(0.2, 1 + area.wander * ContactSensor.smoothGain * wandering) * rise * leaving)
    }
}
