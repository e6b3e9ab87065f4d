import Calibrating
import PeekPopWire
import Recognition

@testable import PeekPopCtl

/// A hand that goes through the guided calibration, in the flow's own terms.
struct GuidedHand {
    var flow: GuidedFlow
    var now: UInt64 = 1_000_000
    private(set) var effects: [GuidedFlow.Effect] = []

    static let click: Float = 70

    static func pad(
        _ id: String = "usb-05ac-0265", name: String = "Magic Trackpad 2", padClass: PadClass = .force
    ) -> Wire.Device {
        let description = PadDescription(
            id: id, name: name, node: "/dev/input/event5",
            pressure: padClass == .none ? nil : Axis(minimum: 0, maximum: 253), widthMm: 160, heightMm: 115,
            isPressurePad: padClass != .area)
        let recogniser = Recogniser(description)
        var levels: Levels?
        if case .on(let on) = recogniser.levels { levels = on }
        var device = Wire.Device(description, gestures: levels != nil, scale: recogniser.scale, levels: levels)
        device.scale?.clickPressure = padClass == .none ? 0 : GuidedHand.click
        return device
    }

    init(_ pads: [Wire.Device] = [GuidedHand.pad()], preferred: String? = nil) {
        flow = GuidedFlow(preferred: preferred)
        follow(flow.take(pads: pads))
        flow.take(timeUsec: now)
    }

    mutating func follow(_ effect: GuidedFlow.Effect?) {
        if let effect { effects.append(effect) }
    }

    mutating func key(_ key: Key) { follow(flow.take(key)) }

    mutating func key(_ character: Character) { key(.character(character)) }

    mutating func report(
        _ raw: Int32, fingers: Int = 1, button: Bool = false, x: Float = 0.5, lost: Int? = nil
    ) {
        now += 10_000
        flow.take(
            Wire.Sample(
                timeUsec: now, touching: fingers > 0, raw: raw, clicks: Float(raw) / 70, x: x, y: 0.5,
                fingers: fingers, button: button, lost: lost), arrivalUsec: now)
        flow.take(timeUsec: now)
    }

    mutating func touch(
        _ peak: Int32, rise: Int32 = 12, hold: Int = 20, clicks: Bool? = nil, move: Float = 0, fingers: Int = 1,
        lost: Int? = nil
    ) {
        let levels = (1...rise).map { max(1, peak * $0 / rise) } + Array(repeating: peak, count: hold)
        for (index, raw) in levels.enumerated() {
            report(
                raw, fingers: fingers, button: (clicks ?? true) && Float(raw) >= GuidedHand.click,
                x: 0.5 + move * Float(index) / Float(levels.count), lost: index == 3 ? lost : nil)
        }
        report(0, fingers: 0)
        now += 300_000
        flow.take(timeUsec: now)
    }

    /// One of the touches that the present stage asks for.
    mutating func touchAsAsked(_ number: Int = 0) {
        let scatter = Int32(number % 5)
        switch flow.collector?.stage {
        case .touches: touch(25 + scatter * 3, rise: 2, hold: 4)
        case .clicks: touch(84 + scatter * 3, rise: 4, hold: 4)
        case .presses: touch(142 + scatter * 5)
        case .hardPresses: touch(212 + scatter * 6)
        case .rest, nil: wait(seconds: 1)
        }
    }

    mutating func wait(seconds: Int) {
        for _ in 0..<(seconds * 10) {
            now += 100_000
            flow.take(timeUsec: now)
        }
    }

    /// Goes on to a stage with all that is wanted before it.
    mutating func go(to stage: CalibrationStage) {
        while let present = flow.collector?.stage, flow.step == .gathering, present != stage {
            fillStage()
            if present != .rest { key(" ") }
        }
    }

    /// Makes as many touches as the present stage wants.
    mutating func fillStage(_ count: Int? = nil) {
        guard let collector = flow.collector, let stage = collector.stage else { return }
        if stage == .rest { return wait(seconds: 4) }
        for number in 0..<(count ?? stage.wanted(for: collector.pad.padClass)) { touchAsAsked(number) }
    }

    mutating func goToResult() {
        go(to: .hardPresses)
        fillStage()
        key(" ")
    }

    /// Presses alike in all stages: nothing can be told apart.
    mutating func goToRefusal() {
        wait(seconds: 4)
        while flow.collector?.stage != nil, flow.step == .gathering {
            for number in 0..<8 {
                touch(90 + Int32(number % 3), clicks: flow.collector?.stage != .touches)
            }
            key(" ")
        }
    }

    mutating func goToTrial() {
        goToResult()
        key("y")
        flow.stored()
    }
}
