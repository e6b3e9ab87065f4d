import Calibrating
import PeekPopWire
import Recognition

extension CalibrationPad {
    /// - Returns: `nil` for a pad without usable pressure; its `reason` says why.
    init?(_ device: Wire.Device) {
        guard device.padClass != .none, let scale = device.scale else { return nil }
        let span = scale.clickPressure - scale.zeroPressure
        self.init(
            id: device.id, padClass: device.padClass, kind: device.kind, widthMm: device.widthMm,
            heightMm: device.heightMm, minimum: Float(device.pressure?.minimum ?? 0),
            maximum: scale.zeroPressure + scale.topClicks * span, unitsPerGram: scale.unitsPerGram,
            assumedClick: scale.clickPressure)
    }
}

extension ForceSample {
    /// What `Observe` tells, as the collector takes it.
    init(_ sample: Wire.Sample) {
        self.init()
        timeUsec = sample.timeUsec
        fingers = sample.touching ? sample.fingers : 0
        raw = Float(sample.raw)
        clicks = sample.clicks
        grams = sample.grams
        majorMm = sample.majorMm
        minorMm = sample.minorMm
        x = sample.x
        y = sample.y
        buttons = sample.button ? .left : []
    }
}
