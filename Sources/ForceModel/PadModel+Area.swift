import Recordings

// Pads whose pressure is contact size. Sizes, landing times, wandering, noise, rates and the effect of a click are those
// measured on recordings of the real ones.
extension PadModel {
    static let i8042: UInt16 = 0x11
    static let rmi: UInt16 = 0x1d

    /// Synaptics over RMI4, taken to behave as its PS/2 kin: fingers 58/71/88 (5/50/95 %), a click changes nothing.
    public static let synapticsRMI4 = PadModel(
        key: "synaptics-rmi4", name: "Synaptics TM3289-021", bus: rmi, vendor: 0x06cb, product: 0x0000, widthMm: 100,
        heightMm: 56, pressure: RecordedAxis(minimum: 0, maximum: 255),
        sensing: .area(
            AreaSensor(
                restUnits: 71, touchSpread: 0.10, clickRise: 0, firstFraction: 0.62, lastFraction: 0.55,
                landingMs: (85, 240), wander: (0.026, 1.35))),
        clickGrams: 180, bounce: 0.01, rateHz: 80, jitterMs: 0.5, noiseUnits: 0.5)

    /// elan_i2c: fingers about 60, and a quiet sensor. Wandering and the click are taken to lie between the others'.
    public static let elanI2C = PadModel(
        key: "elan-i2c", name: "Elan Touchpad", bus: i2c, vendor: 0x04f3, product: 0x3022, widthMm: 100, heightMm: 58,
        pressure: RecordedAxis(minimum: 0, maximum: 255), hasSize: true,
        sensing: .area(
            AreaSensor(
                restUnits: 56, touchSpread: 0.14, clickRise: 0.08, firstFraction: 0.75, lastFraction: 0.6,
                landingMs: (60, 260), wander: (0.024, 1.1))),
        clickGrams: 180, bounce: 0.01, rateHz: 101, jitterMs: 0.5, noiseUnits: 0.35)

    /// cyapa: 29/39/79, slow to come, wanders up to 2.1 times its median; a click raises it by 20…30 %.
    public static let cyapa = PadModel(
        key: "cyapa", name: "Cypress APA Trackpad (cyapa)", bus: i2c, vendor: 0, product: 0, widthMm: 100, heightMm: 60,
        positionResolution: 12, pressure: RecordedAxis(minimum: 0, maximum: 255), hasSinglePressure: true,
        sensing: .area(
            AreaSensor(
                restUnits: 35, touchSpread: 0.24, clickRise: 0.16, firstFraction: 0.22, lastFraction: 0.1,
                landingMs: (150, 700), wander: (0.075, 1.4))),
        clickGrams: 180, bounce: 0.01, rateHz: 113, jitterMs: 0.6, noiseUnits: 0.5)

    /// Atmel maXTouch: 39/60/108, noisy; a click raises it by 9 %.
    public static let atmel = PadModel(
        key: "atmel", name: "Atmel maXTouch Touchpad", bus: i2c, vendor: 0, product: 0, widthMm: 105, heightMm: 68,
        positionResolution: 10, pressure: RecordedAxis(minimum: 0, maximum: 255), hasSize: true, slots: 10,
        sensing: .area(
            AreaSensor(
                restUnits: 54, touchSpread: 0.27, clickRise: 0.05, firstFraction: 0.75, lastFraction: 0.3,
                landingMs: (45, 330), wander: (0.055, 1.1))),
        clickGrams: 180, bounce: 0.01, rateHz: 182, jitterMs: 0.4, noiseUnits: 1.55)

    /// Logitech T650: 50 steps of contact size.
    public static let logitech = PadModel(
        key: "logitech-t650", name: "Logitech Rechargeable Touchpad T650", bus: usb, vendor: 0x046d, product: 0x4101,
        widthMm: 134, heightMm: 88, pressure: RecordedAxis(minimum: 0, maximum: 50), hasSinglePressure: false,
        sensing: .area(
            AreaSensor(
                restUnits: 16, touchSpread: 0.2, clickRise: 0.12, firstFraction: 0.6, lastFraction: 0.4,
                landingMs: (60, 220), wander: (0.034, 1.1))),
        clickGrams: 200, bounce: 0.01, rateHz: 100, jitterMs: 1, noiseUnits: 0.2)

    /// bcm5974 in older MacBooks: ABS_PRESSURE alone, computed from the contact's ellipse, beside slots without any.
    public static let bcm5974 = PadModel(
        key: "bcm5974", name: "bcm5974", bus: usb, vendor: 0x05ac, product: 0x0249, widthMm: 105, heightMm: 76,
        positionResolution: 92, pressure: RecordedAxis(minimum: 0, maximum: 256), hasContactPressure: false,
        hasSize: true, slots: 16,
        sensing: .area(
            AreaSensor(
                restUnits: 80, touchSpread: 0.2, clickRise: 0.2, firstFraction: 0.6, lastFraction: 0.1,
                landingMs: (40, 200), wander: (0.07, 0.95))),
        clickGrams: 200, bounce: 0.01, rateHz: 125, noiseUnits: 1, lift: .zeroes)

    /// Every pad here whose pressure is contact size.
    public static let areaPads = [synapticsRMI4, elanI2C, cyapa, atmel, logitech, bcm5974]

    /// Every pad but the demo's.
    public static let all = forcePads + areaPads
}
