import Recordings

// Pads that feel force. Ids, ranges and sharing are as reported of the real ones; what nobody has published is marked
// as an assumption.
extension PadModel {
    static let usb: UInt16 = 0x03
    static let virtual: UInt16 = 0x06
    static let i2c: UInt16 = 0x18
    static let host: UInt16 = 0x19
    static let spi: UInt16 = 0x1c

    /// Apple silicon Macs' own pad as the MTP driver shows it: 0…6000, 1 unit a gram. A Mac's pad clicks at about 250 g.
    /// Rate and noise are assumptions.
    public static let appleMTP = PadModel(
        key: "apple-mtp", name: "Apple MTP multi-touch", bus: host, vendor: 0x05ac, product: 0x0343, widthMm: 130,
        heightMm: 80, positionResolution: 100,
        pressure: RecordedAxis(minimum: 0, maximum: 6_000, resolution: 1), hasSize: true, slots: 16,
        sensing: .force(ForceSensor(unitsPerGram: 1, maximum: 6_000)), clickGrams: 250, noiseUnits: 2, driftUnits: 2)

    /// Magic Trackpad 2: 0…253, about 4 g a unit. The firmware clicks at 64, 80 or 96 by its setting; this is the middle
    /// one. One force is shared: two equal fingers stop at 192 each.
    public static let magicTrackpad2 = PadModel(
        key: "magic-trackpad-2", name: "Apple Inc. Magic Trackpad 2", bus: usb, vendor: 0x05ac, product: 0x0265,
        widthMm: 160, heightMm: 115, positionResolution: 46, pressure: RecordedAxis(minimum: 0, maximum: 253),
        hasSize: true, slots: 16,
        sensing: .force(
            ForceSensor(unitsPerGram: 0.25, maximum: 253, deadGrams: 4, sharing: .shared(each: 192), lagMs: 3)),
        clickGrams: 324, rateHz: 90, jitterMs: 0.6, noiseUnits: 0.6, driftUnits: 0.4)

    /// Redrix (ELAN2703): 0…4095, 4 units a gram, marked as a pressure pad. ChromeOS clicks at 130 g and releases at
    /// 105 g, or at half the peak, up to 350 g.
    public static let redrix = PadModel(
        key: "redrix", name: "ELAN2703:00 04F3:323B Touchpad", bus: i2c, vendor: 0x04f3, product: 0x323b, widthMm: 120,
        heightMm: 75, positionResolution: 31, pressure: RecordedAxis(minimum: 0, maximum: 4_095, resolution: 4),
        isPressurePad: true, hasToolType: true, hasTimestamp: true,
        sensing: .force(ForceSensor(unitsPerGram: 4, maximum: 4_095)), clickGrams: 130,
        buttonRelease: 105.0 / 130, releaseFollowsPeakUpToGrams: 350, rateHz: 143, noiseUnits: 3, driftUnits: 3)

    /// Surface Laptop Studio: 0…2000 gram, the whole pad's force on each finger. A click was seen at 381 with two fingers down; that it clicks at 220 g is an assumption.
    public static let surface = PadModel(
        key: "surface", name: "Microsoft Surface 045E:09AF Touchpad", bus: host, vendor: 0x045e, product: 0x09af,
        widthMm: 115, heightMm: 77, positionResolution: 12,
        pressure: RecordedAxis(minimum: 0, maximum: 2_000, resolution: 1), hasToolType: true, hasTimestamp: true,
        sensing: .force(ForceSensor(unitsPerGram: 1, maximum: 2_000, sharing: .wholePad, lagMs: 3)), clickGrams: 220,
        rateHz: 125, noiseUnits: 2.5, driftUnits: 4)

    /// Goodix GXTP5100: 0…2000 by its HID descriptor, scale unknown. Two and a half units a gram is an assumption, so
    /// that a click lies elsewhere than an unknown pad's is taken to.
    public static let goodix = PadModel(
        key: "goodix", name: "GXTP5100:00 27C6:01E9 Touchpad", bus: i2c, vendor: 0x27c6, product: 0x01e9, widthMm: 122,
        heightMm: 76, positionResolution: 32, pressure: RecordedAxis(minimum: 0, maximum: 2_000), hasToolType: true,
        hasTimestamp: true, sensing: .force(ForceSensor(unitsPerGram: 2.5, maximum: 2_000, lagMs: 3)), clickGrams: 170,
        rateHz: 120, noiseUnits: 2.5, driftUnits: 3, lift: .zeroes)

    /// Synaptics in Lenovo's Yoga 9i: 0…255, 0 until it is clicked and above 30 from there on; the range is taken to end
    /// near 8 clicks, as that says.
    public static let synapticsCE37 = PadModel(
        key: "synaptics-ce37", name: "SYNA2BA6:00 06CB:CE37 Touchpad", bus: i2c, vendor: 0x06cb, product: 0xce37,
        widthMm: 105, heightMm: 65, positionResolution: 12, pressure: RecordedAxis(minimum: 0, maximum: 255),
        hasToolType: true, hasTimestamp: true,
        sensing: .force(ForceSensor(unitsPerGram: 0.155, maximum: 255, isSilentUntilClick: true, lagMs: 3)),
        clickGrams: 200, rateHz: 143, noiseUnits: 0.4)

    /// PixArt in Acer's Predator: announces 0…1983 by a mistake in its descriptor. A resting finger says 0, nine reports
    /// of ten stay below 29, and only deliberate hard presses pass 238. Where its values end is not known; 255, the
    /// largest of a byte, is an assumption, and so are the 40 g where the scale begins and the 18 below which it says 0.
    public static let pixArt = PadModel(
        key: "pixart", name: "PIXA4811:00 093A:4811 Touchpad", bus: i2c, vendor: 0x093a, product: 0x4811, widthMm: 130,
        heightMm: 82, positionResolution: 24, pressure: RecordedAxis(minimum: 0, maximum: 1_983), hasToolType: true,
        hasTimestamp: true,
        sensing: .force(ForceSensor(unitsPerGram: 0.42, maximum: 255, deadGrams: 40, gateUnits: 18, lagMs: 3)),
        clickGrams: 220, rateHz: 133, noiseUnits: 0.5, driftUnits: 0.3)

    /// As coarse as force can be: 50 steps, of which 14 make a click. No such pad is known; it is here because a
    /// touchpad with 50 steps of contact size is.
    public static let fiftySteps = PadModel(
        key: "fifty-steps", name: "Pressure pad of 50 steps", bus: virtual, vendor: 0, product: 0, widthMm: 110,
        heightMm: 70, pressure: RecordedAxis(minimum: 0, maximum: 50), isPressurePad: true, hasToolType: true,
        hasTimestamp: true, sensing: .force(ForceSensor(unitsPerGram: 0.07, maximum: 50)), clickGrams: 200,
        noiseUnits: 0.15)

    /// The demo's: a pressure pad of the kind ChromeOS laptops have, that clicks at 200 g. BUS_VIRTUAL and no vendor's
    /// number: no hardware database entry is meant for it.
    public static let demo = PadModel(
        key: "demo", name: "PeekPop demo pad", bus: virtual, vendor: 0, product: 0, version: 1, widthMm: 110,
        heightMm: 70, positionResolution: 30, pressure: RecordedAxis(minimum: 0, maximum: 4_095, resolution: 4),
        isPressurePad: true, hasSize: true, sensing: .force(ForceSensor(unitsPerGram: 4, maximum: 4_095, lagMs: 0)),
        clickGrams: 200, clickSpread: 0, noiseUnits: 3, positionHysteresisMm: 0)

    /// Every pad here that feels force, but for the demo's.
    public static let forcePads = [
        appleMTP, magicTrackpad2, redrix, surface, goodix, synapticsCE37, pixArt, fiftySteps,
    ]
}
