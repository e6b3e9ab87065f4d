import Recognition

/// From gathered touches to levels, or to the reason why there are none.
public enum CalibrationFitter {
    public static func fit(_ gathered: GatheredTouches) -> CalibrationOutcome {
        if let reason = shortage(gathered) {
            return .refusal(
                CalibrationRefusal(
                    reason: reason, advice: "Go through that stage again, one finger at a time.",
                    counts: counts(gathered, forces: []), figures: nil, forces: []))
        }
        let scales = scales(gathered)
        guard let firm = best(scales, gathered, .firm), let hardest = best(scales, gathered, .hardest) else {
            preconditionFailure("there is always the plain scale")
        }
        let best = firm.objection != nil && hardest.objection == nil ? hardest : firm
        let counts = counts(gathered, forces: best.forces)
        if let reason = best.objection {
            return .refusal(
                CalibrationRefusal(
                    reason: reason,
                    advice: gathered.pad.padClass == .area
                        ? "This pad measures how large a contact is, not how hard it is pressed: presses stay off."
                        : "Try again, and press clearly harder than for a click; the usual levels hold until then.",
                    counts: counts, figures: best.figures, forces: best.forces))
        }
        return .fit(
            CalibrationFit(
                calibration: best.calibration, counts: counts, figures: best.figures, forces: best.forces,
                remarks: best.remarks))
    }

    private static func best(
        _ scales: [RawScale], _ gathered: GatheredTouches, _ basis: Candidate.Basis
    ) -> Candidate? {
        var best: Candidate?
        for scale in scales {
            let candidate = Candidate(gathered, scale, basis)
            if let found = best, found.levels.cost <= candidate.levels.cost { continue }
            best = candidate
        }
        return best
    }

    private static func shortage(_ gathered: GatheredTouches) -> String? {
        for (stage, touches) in [
            (CalibrationStage.touches, gathered.touches), (.presses, gathered.presses),
            (.hardPresses, gathered.hardPresses),
        ] where touches.count < stage.fewest {
            return "\(touches.isEmpty ? "no" : "only \(touches.count)") \(stage.title.lowercased())"
                + " could be used; \(stage.fewest) are the fewest that tell anything"
        }
        return nil
    }

    private static func counts(_ gathered: GatheredTouches, forces: [StageForces]) -> CalibrationCounts {
        var counts = CalibrationCounts()
        counts.touches = gathered.touches.count
        counts.clicks = gathered.clicks.count
        counts.presses = gathered.presses.count
        counts.hardPresses = gathered.hardPresses.count
        counts.discarded = gathered.rejected + forces.reduce(0) { $0 + $1.outliers.count }
        return counts
    }

    /// The ways to read the pad's pressure that are tried: as it comes and, where it is contact size, against each
    /// touch's own beginning, with and without regard to the finger's posture.
    private static func scales(_ gathered: GatheredTouches) -> [RawScale] {
        let pad = gathered.pad
        // A pad that shows more than its minimum while nothing touches has its zero there.
        let rest = Float(Robust.median(gathered.restRaw.map(Double.init)))
        let zero = gathered.restRaw.isEmpty ? pad.minimum : min(max(rest, pad.minimum), pad.maximum)
        // Presses click as well, and more slowly: they tell the level more narrowly.
        let pressed = gathered.clicks + gathered.presses + gathered.hardPresses
        let click = RawScale.clickLevel(pressed, zero: zero, maximum: pad.maximum) ?? pad.assumedClick
        let plain = RawScale(
            zero: zero, click: click > zero ? click : (zero + pad.maximum) / 2, maximum: pad.maximum, reference: nil)
        guard pad.padClass == .area, let resting = resting(gathered.touches) else { return [plain] }
        var scales = [plain]
        for reference in [
            PressureCorrection.Reference(restingPressure: resting.pressure),
            PressureCorrection.Reference(restingPressure: resting.upright, restingAspect: resting.aspect),
        ] where reference.restingAspect != nil || scales.count == 1 {
            var scale = plain
            scale.reference = reference
            // A click is what it is by the same measure.
            let clicks = gathered.clicks.compactMap { touch in
                touch.samples.firstIndex(where: \.button).map { Double(scale.corrected(touch)[$0]) }
            }
            if clicks.count >= CalibrationTuning.fewestClicks { scale.click = Float(Robust.median(clicks)) }
            if scale.click > scale.zero { scales.append(scale) }
        }
        return scales
    }

    /// What plain touches are in their middle: raw pressure, the finger's aspect, and raw pressure made upright.
    private static func resting(_ touches: [GatheredTouch]) -> (pressure: Float, aspect: Float?, upright: Float)? {
        var pressures: [Double] = []
        var aspects: [Double] = []
        for touch in touches where !touch.samples.isEmpty {
            pressures.append(Robust.median(touch.samples.map { Double($0.raw) }))
            let known = touch.samples.filter { $0.majorMm > 0 && $0.minorMm > 0 }
            if !known.isEmpty { aspects.append(Robust.median(known.map { Double($0.minorMm / $0.majorMm) })) }
        }
        let pressure = Robust.median(pressures)
        guard pressure > 0 else { return nil }
        let aspect = aspects.count >= pressures.count / 2 && !aspects.isEmpty ? Robust.median(aspects) : nil
        return (Float(pressure), aspect.map { Float($0) }, Float(pressure))
    }
}
