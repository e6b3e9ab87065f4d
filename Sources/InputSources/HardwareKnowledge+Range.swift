import Recognition

/// Whether what a property says can be true of a pad that announces a certain range.
extension HardwareKnowledge {
    /// Fewer steps cannot tell hint, peek and pop apart.
    private static let fewestSteps: Int32 = 10
    /// How much force the end of a pad's range may mean, in grams: clicks take 90 g at least, and a hand presses with
    /// less than 50 kg.
    private static let topGrams: ClosedRange<Float> = 100...50_000

    /// Why a property cannot hold for a pad, beside what else is known of it; `nil` where it can.
    ///
    /// - Parameter pressure: the pressure axis as announced; `nil` where there is none.
    func misfit(of name: String, on pressure: Axis?) -> String? {
        guard let key = Key(rawValue: name), let pressure else { return nil }
        let end = pressureMaximum ?? pressure.maximum
        let range = "the range \(pressure.minimum) to \(end)"
        switch key {
        case .pressureMaximum:
            guard let pressureMaximum, Int64(pressureMaximum) - Int64(pressure.minimum) < Self.fewestSteps else {
                return nil
            }
            return "\(name)=\(pressureMaximum): it has to lie \(Self.fewestSteps) units or more above the beginning of"
                + " the range, \(pressure.minimum)"
        case .unitsPerGram:
            guard let unitsPerGram, end > pressure.minimum else { return nil }
            let grams = (Float(end) - Float(pressure.minimum)) / unitsPerGram
            if Self.topGrams.contains(grams) { return nil }
            return "\(name)=\(unitsPerGram): \(range) would end at \(Int(grams.rounded())) g, and a finger presses with"
                + " \(Int(Self.topGrams.lowerBound)) g to \(Int(Self.topGrams.upperBound)) g"
        case .clickPressure:
            guard let clickPressure, end > pressure.minimum else { return nil }
            if clickPressure > Float(pressure.minimum), clickPressure < Float(end) { return nil }
            return "\(name)=\(clickPressure): it has to lie within \(range)"
        case .padClass:
            guard padClass == .grams, unitsPerGram == nil, pressure.resolution <= 0 else { return nil }
            return "\(name)=grams: the pad announces no scale, so \(Key.unitsPerGram.rawValue) has to stand beside it"
        case .sharing: return nil
        }
    }
}
