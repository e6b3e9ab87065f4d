import Recordings

/// Plays strokes on a pad, a millisecond at a time.
public struct PadSimulation {
    private struct Finger {
        var stroke: FingerStroke
        var motion: HandMotion
        var sensor: ContactSensor
        var slot: Int?
        var clicks = 0.0
        /// What the position's hysteresis holds on to, in mm.
        var heldX: Double?
        var heldY: Double?
    }

    // A pressed fingertip rolls towards the palm by this much a click, and spreads: the demo's and real pads' fingers
    // move 1…2 mm in a hard press.
    private static let rollMm = 0.4
    private static let spreadMm = 1.2
    /// A palm is told as one by the firmware some time after it landed.
    private static let palmToldMs = 60.0

    private let pad: PadModel
    private let conditions: Conditions
    private let steadiness: Steadiness
    /// Streams apart, so that the same hand does the same on the same pad whatever the sensor makes of it.
    private var people: ModelRandom
    private var random: ModelRandom
    private var button: ButtonModel
    private var zero: ZeroDrift
    private var driver: DriverOutput
    private var fingers: [Finger] = []
    private var slotsTaken: [Bool]
    private var contacts: [DriverOutput.Contact] = []
    /// What was told last of a finger alone, for pads that stop telling with two.
    private var frozen: Int32 = 0
    private var lifted: [Int] = []
    private var force: [Float]
    private var totalForce: [Float]

    /// What came of it.
    public struct Result: Sendable {
        public var device: RecordedDevice
        /// See ``LabelledTrace/force`` and ``LabelledTrace/totalForce``.
        public var force: [Float]
        public var totalForce: [Float]
    }

    /// Plays strokes.
    ///
    /// - Parameters:
    ///   - strokes: in the order of their landings; where there are more at a time than the pad has slots, the later ones
    ///     are felt but not reported.
    ///   - endMs: when the trace ends; not before the last lift.
    public static func play(
        _ strokes: [FingerStroke], on pad: PadModel, steadiness: Steadiness, conditions: Conditions = Conditions(),
        seed: UInt64, endMs: Double
    ) -> Result {
        let end = Int(max(endMs, strokes.map(\.endMs).max() ?? 0)) + 1
        var simulation = PadSimulation(pad, steadiness, conditions, seed: seed, milliseconds: end)
        simulation.run(strokes)
        var device = pad.device
        device.events = simulation.driver.events
        return Result(device: device, force: simulation.force, totalForce: simulation.totalForce)
    }

    private init(
        _ pad: PadModel, _ steadiness: Steadiness, _ conditions: Conditions, seed: UInt64, milliseconds: Int
    ) {
        self.pad = pad
        self.conditions = conditions
        self.steadiness = steadiness
        people = ModelRandom(seed: seed, stream: 1)
        random = ModelRandom(seed: seed, stream: 2)
        button = ButtonModel(pad, bounce: conditions.bounce, seed: random.next())
        zero = ZeroDrift(pad, conditions, seed: random.next())
        driver = DriverOutput(pad)
        slotsTaken = Array(repeating: false, count: pad.slots)
        force = Array(repeating: 0, count: milliseconds)
        totalForce = force
    }

    private mutating func run(_ strokes: [FingerStroke]) {
        let intervalMs = 1_000 / (conditions.rateHz ?? pad.rateHz)
        precondition(intervalMs >= 1 && intervalMs <= 50, "a pad reports 20 to 1000 times a second")
        var next = 0
        var ms = 0
        var report = 0
        while ms < force.count {
            if fingers.isEmpty, lifted.isEmpty, button.isSettled(atMs: ms) {
                // Nothing happens until the next finger lands.
                guard next < strokes.count else { return }
                ms = max(ms, Int(strokes[next].startMs.rounded(.up)))
                report = max(report, Int((Double(ms) / intervalMs).rounded(.up)))
            }
            while next < strokes.count, strokes[next].startMs <= Double(ms) {
                land(strokes[next])
                next += 1
            }
            feel(ms)
            while Double(report) * intervalMs < Double(ms + 1) {
                tell(ms, atMs: Double(report) * intervalMs)
                report += 1
            }
            ms += 1
        }
    }

    private mutating func land(_ stroke: FingerStroke) {
        fingers.append(
            Finger(
                stroke: stroke, motion: HandMotion(steadiness, seed: people.next()),
                sensor: ContactSensor(pad, stroke, seed: people.next())))
    }

    /// A millisecond of force.
    private mutating func feel(_ ms: Int) {
        var total = 0.0
        var felt = 0.0
        var acting = 0.0
        var index = 0
        while index < fingers.count {
            guard fingers[index].stroke.endMs > Double(ms) else {
                if let slot = fingers[index].slot {
                    slotsTaken[slot] = false
                    lifted.append(slot)
                }
                fingers.remove(at: index)
                continue
            }
            let clicks = fingers[index].stroke.force(atMs: Double(ms)) * fingers[index].motion.step()
            fingers[index].clicks = clicks
            fingers[index].sensor.step(clicks)
            total += clicks
            felt += fingers[index].sensor.felt
            if fingers[index].stroke.role == .acts { acting = max(acting, clicks) }
            index += 1
        }
        // A pad that feels force has no switch: its firmware clicks by what the sensor says.
        button.step(pad.isForce ? felt : total, atMs: ms)
        force[ms] = Float(acting)
        totalForce[ms] = Float(total)
    }

    // MARK: Reports

    private mutating func tell(_ ms: Int, atMs reportMs: Double) {
        let usec = UInt64((reportMs + random.uniform() * jitterMs) * 1_000)
        let isDown = button.isDown(atMs: ms)
        contacts.removeAll(keepingCapacity: true)
        zero.advance(toMs: ms)
        var felt = 0.0
        var sizes = 0.0
        for finger in fingers {
            felt += finger.sensor.felt
            sizes += finger.stroke.sizeMm
        }
        for index in fingers.indices {
            // A slot that is given up in this report is not yet free in it.
            if fingers[index].slot == nil {
                guard let free = slotsTaken.indices.first(where: { !slotsTaken[$0] && !lifted.contains($0) }) else {
                    continue
                }
                fingers[index].slot = free
                slotsTaken[free] = true
            }
            let share = Share(felt: felt, ofSizes: fingers[index].stroke.sizeMm / sizes, count: fingers.count)
            contacts.append(contact(index, ms, isDown: isDown, share))
        }
        driver.report(atUsec: usec, contacts: contacts, lifted: lifted, isButtonDown: isDown)
        lifted.removeAll(keepingCapacity: true)
    }

    /// Reports stay in order at any rate.
    private var jitterMs: Double { min(pad.jitterMs, 0.8 * 1_000 / (conditions.rateHz ?? pad.rateHz)) }

    /// A finger's part in the force of the pad.
    private struct Share {
        var felt: Double
        var ofSizes: Double
        var count: Int
    }

    private mutating func contact(_ index: Int, _ ms: Int, isDown: Bool, _ share: Share) -> DriverOutput.Contact {
        let time = Double(ms)
        let clicks = fingers[index].clicks
        let x = fingers[index].stroke.x(atMs: time) + pad.noiseMm * random.normal()
        let y = fingers[index].stroke.y(atMs: time) + PadSimulation.rollMm * clicks + pad.noiseMm * random.normal()
        let heldX = held(x, fingers[index].heldX)
        let heldY = held(y, fingers[index].heldY)
        fingers[index].heldX = heldX
        fingers[index].heldY = heldY
        let stroke = fingers[index].stroke
        let major = (stroke.sizeMm + PadSimulation.spreadMm * clicks) * Double(pad.positionResolution)
        return DriverOutput.Contact(
            slot: fingers[index].slot ?? 0, x: position(heldX, pad.widthMm), y: position(heldY, pad.heightMm),
            pressure: pressure(fingers[index].sensor, isDown: isDown, share), major: Int32(major.rounded()),
            isPalm: stroke.role == .palm && time - stroke.startMs > PadSimulation.palmToldMs)
    }

    /// A resting finger's position stands still until it has left its place by more than the hysteresis.
    private func held(_ mm: Double, _ before: Double?) -> Double {
        guard let before else { return mm }
        let by = pad.positionHysteresisMm
        return mm > before + by ? mm - by : mm < before - by ? mm + by : before
    }

    private func position(_ mm: Double, _ limit: Int32) -> Int32 {
        let resolution = Double(pad.positionResolution)
        return Int32(max(0, min((mm * resolution).rounded(), Double(limit) * resolution)))
    }

    private mutating func pressure(_ sensor: ContactSensor, isDown: Bool, _ share: Share) -> Int32 {
        let now = sensed(sensor, isDown: isDown, share)
        guard pad.freezesTogether else { return now }
        if share.count == 1 { frozen = now }
        return frozen
    }

    private mutating func sensed(_ sensor: ContactSensor, isDown: Bool, _ share: Share) -> Int32 {
        let noise = pad.noiseUnits * conditions.noise * random.normal()
        switch pad.sensing {
        case .area:
            return Int32(max(1, min((sensor.size + zero.units + noise).rounded(), Double(pad.pressure.maximum))))
        case .force(let force):
            let clicks: Double
            var limit = force.maximum
            switch force.sharing {
            case .perContact: clicks = sensor.felt
            case .wholePad: clicks = share.felt
            case .shared(let each):
                clicks = share.felt * share.ofSizes
                if share.count > 1 { limit = min(limit, each) }
            }
            if force.isSilentUntilClick, !isDown { return 0 }
            let units = force.units(grams: clicks * pad.clickGrams) + zero.units + noise
            if units < force.gateUnits { return 0 }
            let least = force.isSilentUntilClick ? force.units(grams: pad.clickGrams) : 0
            return Int32(max(least, min(units, limit)).rounded())
        }
    }
}
