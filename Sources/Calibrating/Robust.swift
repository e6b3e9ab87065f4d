/// Statistics that a few wild values do not move.
enum Robust {
    /// 0 for none.
    static func median(_ values: [Double]) -> Double {
        guard !values.isEmpty else { return 0 }
        let sorted = values.sorted()
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }

    /// Median absolute deviation, scaled to be the standard deviation of a normal distribution.
    static func spread(_ values: [Double]) -> Double {
        let middle = median(values)
        return 1.4826 * median(values.map { abs($0 - middle) })
    }

    /// Which values are mistakes: they lie ``CalibrationTuning/outlierSpreads`` beyond the rest, and are few.
    ///
    /// One value in eight may be a mistake, and one in any case; where more lie apart they are a habit, and stay.
    /// - Parameter least: the spread that people have at least: values that happen to agree make no others outliers.
    static func outliers(_ values: [Double], least: Double) -> [Int] {
        guard values.count >= 5 else { return [] }
        let middle = median(values)
        let limit = CalibrationTuning.outlierSpreads * max(spread(values), least)
        let far = values.indices.filter { abs(values[$0] - middle) > limit }
        return far.count <= max(1, values.count / 8) ? far : []
    }
}
