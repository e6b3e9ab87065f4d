/// How far a pressure sensor's zero has moved, in units: a random walk that comes back in the long run, and what the
/// conditions add.
struct ZeroDrift {
    /// The walk forgets over some minutes: temperature and the hand's warmth come and go.
    private static let memoryASecond = 0.996

    private let stepUnits: Double
    private let startUnits: Double
    private let unitsASecond: Double
    private let leastUnits: Double
    private var random: ModelRandom
    private var walk = 0.0
    private var second = 0
    private(set) var units: Double

    init(_ pad: PadModel, _ conditions: Conditions, seed: UInt64) {
        let click = pad.clickUnits ?? Double(pad.pressure.maximum) / 4
        stepUnits = pad.driftUnits / 7.745_966_692_414_834  // √60 seconds a minute
        startUnits = conditions.zeroClicks * click
        unitsASecond = conditions.driftClicksPerMinute * click / 60
        leastUnits = -click / 2
        random = ModelRandom(seed: seed)
        units = startUnits
    }

    mutating func advance(toMs ms: Int) {
        while second < ms / 1_000 {
            second += 1
            if stepUnits > 0 { walk = ZeroDrift.memoryASecond * walk + stepUnits * random.normal() }
        }
        units = max(leastUnits, startUnits + unitsASecond * Double(ms) / 1_000 + walk)
    }
}
