/// The distributions that people's hands are drawn from, each with what it rests on.
///
/// Medians are drawn log-normally around, so that nobody presses with less than nothing.
public enum HandStatistics {
    /// The finger that points: touchscreen slides take 0.79…1.18 N (SD 0.32…0.47) friction included, and a tap 0.50 N
    /// (SD 0.09) (Asakawa and others 2017, 13 people). Fingers point with less than they slide with.
    static let restGrams = (median: 55.0, spread: 0.20)
    static let tapGrams = (median: 51.0, spread: 0.15)
    /// How far a click's peak overshoots what the switch wants. Typists strike with no less force when a key's make
    /// force falls from 0.47 to 0.34 N, and with 40 % more when it rises to 1.02 N (Rempel and others 1997): the excess
    /// is large on light switches and shrinks on heavy ones. At 200 g this is assumed to be 30 %.
    static let clickExcess = (median: 0.30, spread: 0.20)
    /// An assumption: twice that.
    static let firmClickExcess = (median: 0.60, spread: 0.18)
    /// Own strength: "firm" and "hardest comfortable". 0…4 N were the range of a study of force input
    /// (Mizobuchi and others 2005); 3.5 N is reported for iOS's peek and 6 N for its pop, and 8.5 N for a force click on
    /// a Mac, which people do all day. An index finger's utmost is some 40…60 N; a quarter of that, for a second, is
    /// taken for the hardest comfortable press.
    static let firmGrams = (median: 420.0, spread: 0.15)
    static let hardestGrams = (median: 1_250.0, spread: 0.12)
    /// From one time to the next. Forces repeated without feedback vary by 10…15 % (see ``blindSpread``).
    static let forceSpread = (median: 0.13, spread: 0.15)

    /// Plateaus with progress shown. Held index finger forces vary by 4.5 % of their mean (Baweja and others 2009,
    /// 2…70 % of maximum); with continuous visual feedback people tell some
    /// seven levels apart within 4 N (Mizobuchi and others 2005).
    static let seenSpread = (median: 0.045, spread: 0.25)
    /// A person's own constant error with feedback; an assumption: less than their scatter.
    static let seenBias = 0.03
    /// Without feedback a repeated force is off by 10…15 % (Ahmaniemi 2013 compares force repetition with and without
    /// feedback), and each person has a bias of the same order.
    static let blindSpread = (median: 0.12, spread: 0.15)
    static let blindBias = 0.10

    /// Physiological tremor of an index finger: 340 healthy people, mean peak 9.47 Hz, lower in old age
    /// (J. Showa Med. Assoc. 50:28); its band is 8…12 Hz.
    static let tremorHz = (mean: 9.5, spread: 1.0, range: 8.0...12.0)
    /// The fast part of the 1…4 % by which a held force varies.
    static let tremor = (median: 0.009, spread: 0.35)
    /// One in twelve trembles visibly more: caffeine, fatigue, essential tremor (an assumption; the threshold of visible
    /// tremor lies below the modal amplitude of healthy people, Arch. Neurol. 39:358).
    static let strongTremor = (probability: 1.0 / 12, factor: 3.0)
    /// The slow part: held forces vary by 4 % (SD 3 %) over 20 s, mostly below 1 Hz (Baweja and others 2009).
    static let wander = (median: 0.024, spread: 0.35)
    static let wanderMs = (median: 500.0, spread: 0.30)
    /// Without visual feedback a held force drifts to lower values (Solnik and others 2017); the rate is an assumption.
    static let sag = (median: 0.012, spread: 0.50)

    /// Deliberate presses take 120…400 ms to their plateau: twice the 100 ms of a ballistic contraction and more.
    static let riseMs = (median: 250.0, spread: 0.22)
    /// A tap lasts 133 ms in all (SD 83; Asakawa and others 2017); its rise is the smaller part.
    static let strokeMs = (median: 36.0, spread: 0.18)
    static let strokeFallMs = (median: 46.0, spread: 0.18)
    /// Overshoot of a force step, as a fraction of the step; an assumption: some per cent where progress is seen, and
    /// one press in six stays short.
    static let overshoot = (mean: 0.035, spread: 0.012)
    static let overshootSpread = (median: 0.03, spread: 0.30)
    /// Relaxing takes longer at leisure than as fast as one can.
    static let releaseMs = (median: 120.0, spread: 0.25)
    static let quickReleaseMs = (median: 45.0, spread: 0.20)

    /// Fingertips on pads measure 7…12 mm.
    static let fingertipMm = (median: 8.5, spread: 0.10)

    /// What a hand's weight multiplies: all ordinary forces; the excess of clicks; own firm and hardest forces; the
    /// unsteadiness. Light and heavy hands lie a standard deviation of the population's 35 % apart from the average
    /// (the SD of touchscreen forces between people is 18…55 % of their mean, Asakawa and others 2017). A weak hand has
    /// a third of the strength, and trembles more: an assumption; pinch strength is
    /// lowest after 75 (norms of 303 people, J. Hand Ther. 36:85).
    static func factors(_ weight: HandWeight) -> (rest: Double, excess: Double, strength: Double, unsteady: Double) {
        switch weight {
        case .light: (0.70, 0.70, 0.80, 1.0)
        case .average: (1.00, 1.00, 1.00, 1.0)
        case .heavy: (1.40, 1.45, 1.35, 1.0)
        case .weak: (0.60, 0.50, 0.34, 1.5)
        }
    }

    /// A hand of that weight.
    static func draw(_ weight: HandWeight, _ random: inout ModelRandom) -> Hand {
        func logNormal(_ numbers: (median: Double, spread: Double), _ factor: Double = 1) -> Double {
            random.logNormal(median: numbers.median * factor, spread: numbers.spread)
        }
        let factors = factors(weight)
        let firm = logNormal(firmGrams, factors.strength)
        let isTrembling = random.happens(strongTremor.probability)
        let tremorFactor = (isTrembling ? strongTremor.factor : 1) * factors.unsteady
        let hz = tremorHz.mean + tremorHz.spread * random.normal()
        return Hand(
            weight: weight,
            restGrams: logNormal(restGrams, factors.rest),
            tapGrams: logNormal(tapGrams, factors.rest),
            clickExcess: logNormal(clickExcess, factors.excess),
            firmClickExcess: logNormal(firmClickExcess, factors.excess),
            firmGrams: firm,
            // Hardest is clearly harder than firm, for everybody.
            hardestGrams: max(firm * 1.4, logNormal(hardestGrams, factors.strength)),
            forceSpread: logNormal(forceSpread),
            seenBias: ModelMath.exp(seenBias * random.normal()),
            blindBias: ModelMath.exp(blindBias * random.normal()),
            seenSpread: logNormal(seenSpread),
            blindSpread: logNormal(blindSpread),
            steadiness: Steadiness(
                tremorHz: min(max(hz, tremorHz.range.lowerBound), tremorHz.range.upperBound),
                tremor: logNormal(tremor, tremorFactor), wander: logNormal(wander, factors.unsteady),
                wanderMs: logNormal(wanderMs)),
            sag: logNormal(sag),
            riseMs: logNormal(riseMs),
            strokeMs: logNormal(strokeMs),
            strokeFallMs: logNormal(strokeFallMs),
            overshoot: overshoot.mean + overshoot.spread * random.normal(),
            overshootSpread: logNormal(overshootSpread),
            releaseMs: logNormal(releaseMs),
            quickReleaseMs: logNormal(quickReleaseMs),
            fingertipMm: logNormal(fingertipMm))
    }
}

extension Hand {
    /// Forces on a pad, in its clicks. A pad that clicks harder is pressed harder, though not in proportion: with the
    /// square root, as the excess over a switch's force behaves between 0.47 and 1.02 N.
    private func adapted(_ grams: Double, to pad: PadModel) -> Double {
        grams * (pad.clickGrams / 200).squareRoot() / pad.clickGrams
    }

    /// A finger that rests or points: never near the click, or it could not point.
    func rest(on pad: PadModel) -> Double { min(restGrams / pad.clickGrams, 0.6) }
    /// The peak of a tap: below the click, or it would be one.
    func tap(on pad: PadModel) -> Double { min(tapGrams / pad.clickGrams, 0.85) }
    func click(on pad: PadModel) -> Double { 1 + clickExcess * (200 / pad.clickGrams).squareRoot() }
    func firmClick(on pad: PadModel) -> Double { 1 + firmClickExcess * (200 / pad.clickGrams).squareRoot() }
    /// Firm is clearly more than a click even to a hand that cannot do much more: at least the middle, in proportion,
    /// between the click and its hardest.
    func firm(on pad: PadModel) -> Double {
        max(adapted(firmGrams, to: pad), min(hardest(on: pad).squareRoot(), 1.6))
    }
    public func hardest(on pad: PadModel) -> Double { adapted(hardestGrams, to: pad) }
}
