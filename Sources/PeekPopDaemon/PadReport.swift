import PeekPopWire
import Recognition

/// Pads as they are told of on the wire.
enum PadReport {
    static func device(_ pad: Pad) -> Wire.Device {
        let recogniser = pad.recogniser
        var levels: Levels?
        if case .on(let on) = recogniser.levels { levels = on }
        var device = Wire.Device(
            pad.description, gestures: levels != nil, scale: recogniser.scale, levels: levels)
        if case .off(let reason) = recogniser.levels, reason != device.reason {
            device.reason += "; " + reason
        }
        device.open = pad.users > 0
        device.problem = pad.failure
        if case .silent = pad.haptics.state { device.haptics = false } else { device.haptics = true }
        device.hapticsReason = pad.haptics.words
        return device
    }

    static func sample(_ pad: Pad, lost: UInt64) -> Wire.Sample {
        let sample = pad.recogniser.sample
        return Wire.Sample(
            timeUsec: sample.timeUsec, touching: sample.fingers > 0,
            raw: Int32(max(-1e9, min(sample.raw, 1e9))), clicks: sample.clicks ?? 0, grams: sample.grams,
            x: sample.fingers > 0 ? sample.x : 0, y: sample.fingers > 0 ? sample.y : 0, majorMm: sample.majorMm,
            minorMm: sample.minorMm,
            fingers: sample.fingers, button: sample.buttons.contains(.left), lost: lost > 0 ? Int(lost) : nil)
    }
}
