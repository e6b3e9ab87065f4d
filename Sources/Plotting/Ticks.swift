/// Round numbers on an axis: 1, 2 or 5 times a power of ten apart.
public struct Ticks: Equatable, Sendable {
    /// The distance is `unit` · 10^`exponent`; `unit` is 1, 2 or 5.
    public let unit: Int
    public let exponent: Int
    public let values: [Double]
    /// As many decimals each as the distance needs.
    public let labels: [String]

    /// The finest ticks of which at most `count` (at least 1) lie in `range`, both ends included.
    public init(_ range: ClosedRange<Double>, atMost count: Int) {
        let range = Ticks.usable(range)
        let wanted = (range.upperBound - range.lowerBound) / Double(max(1, count))
        // No logarithm: its last digit differs between machines.
        var exponent = 0
        var power = 1.0
        while power > wanted {
            exponent -= 1
            power = Ticks.power(exponent)
        }
        while power * 10 <= wanted {
            exponent += 1
            power = Ticks.power(exponent)
        }
        for (unit, shift) in [(1, 0), (2, 0), (5, 0), (1, 1), (2, 1), (5, 1), (1, 2)] {
            let ticks = Ticks(range, unit: unit, exponent: exponent + shift)
            if ticks.values.count <= max(1, count) {
                self = ticks
                return
            }
        }
        self = Ticks(range, unit: 2, exponent: exponent + 2)
    }

    /// Ticks of a given distance.
    init(_ range: ClosedRange<Double>, unit: Int, exponent: Int) {
        let range = Ticks.usable(range)
        self.unit = unit
        self.exponent = exponent
        var values: [Double] = []
        var labels: [String] = []
        func value(_ index: Int) -> Double {
            exponent < 0
                ? Double(index * unit) / Ticks.power(-exponent) : Double(index * unit) * Ticks.power(exponent)
        }
        let step = value(1)
        let slack = min(step, range.upperBound - range.lowerBound) * 1e-6
        var index = Int((range.lowerBound / step).rounded(.down))
        while value(index) < range.lowerBound - slack { index += 1 }
        while value(index) <= range.upperBound + slack, values.count < 10_000 {
            values.append(value(index))
            labels.append(Ticks.label(index * unit, exponent: exponent))
            index += 1
        }
        self.values = values
        self.labels = labels
    }

    /// The next finer ticks over a part of the range: 5 → 2 → 1 → a tenth of 5.
    func finer(over range: ClosedRange<Double>) -> Ticks {
        switch unit {
        case 5: Ticks(range, unit: 2, exponent: exponent)
        case 2: Ticks(range, unit: 1, exponent: exponent)
        default: Ticks(range, unit: 5, exponent: exponent - 1)
        }
    }

    /// `range`, or where nothing can be divided in it (empty, not finite, finer than numbers are), one around it.
    static func usable(_ range: ClosedRange<Double>) -> ClosedRange<Double> {
        let limit = 1e15
        guard range.lowerBound.isFinite, range.upperBound.isFinite else { return 0...1 }
        let low = min(max(range.lowerBound, -limit), limit)
        let high = min(max(range.upperBound, -limit), limit)
        let size = max(low.magnitude, high.magnitude)
        let least = max(size * 1e-9, 1e-9)
        guard high - low < least else { return low...high }
        let half = size > 1e-6 ? size / 2 : 0.5
        return (low + (high - low) / 2 - half)...(low + (high - low) / 2 + half)
    }

    private static func power(_ exponent: Int) -> Double {
        var power = 1.0
        for _ in 0..<exponent.magnitude { power *= 10 }
        return exponent < 0 ? 1 / power : power
    }

    /// `number` · 10^`exponent`: plain up to six digits either side of the point, else as `2.5e9`.
    static func label(_ number: Int, exponent: Int) -> String {
        if number == 0 { return exponent < 0 && exponent >= -6 ? fixedText(0, places: -exponent) : "0" }
        let digits = String(number.magnitude).count
        let text: String
        if exponent <= 0, exponent >= -6, digits + exponent <= 7 {
            text = fixedText(Int(number.magnitude), places: -exponent)
        } else if exponent > 0, digits + exponent <= 6 {
            text = String(number.magnitude) + String(repeating: "0", count: exponent)
        } else {
            text = decimalText(Int(number.magnitude), places: digits - 1) + "e\(exponent + digits - 1)"
        }
        return number < 0 ? "\u{2212}" + text : text
    }
}
