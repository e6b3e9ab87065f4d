/// A distribution of delays, kept whole: figures of it are the same in whatever order it came together.
public struct Delays: Equatable, Sendable {
    /// In tenths of a ms; negative where the decision came before the true force was there.
    private var tenths: [Int32] = []
    /// Report intervals between the first report that showed the level and the decision.
    private var reports: [Int32] = []

    public init() {}

    public var count: Int { tenths.count }

    mutating func add(usec: Int64, reports: Int) {
        // Rounded to the nearest, half away from zero.
        tenths.append(Int32(clamping: (usec + (usec < 0 ? -50 : 50)) / 100))
        self.reports.append(Int32(clamping: reports))
    }

    mutating func add(_ other: Delays) {
        tenths += other.tenths
        reports += other.reports
    }

    /// The value that a share of them does not exceed, by nearest rank; `nil` without any.
    ///
    /// - Parameter share: above 0, at most 1; 1 is the largest.
    public func milliseconds(_ share: Double) -> Double? {
        Delays.rank(tenths, share).map { Double($0) / 10 }
    }

    /// The same in reports.
    public func reports(_ share: Double) -> Int? {
        Delays.rank(reports, share).map { Int($0) }
    }

    /// The share of them that took at most so many reports.
    public func share(withinReports count: Int) -> Double? {
        reports.isEmpty ? nil : Double(reports.count { $0 <= count }) / Double(reports.count)
    }

    private static func rank(_ values: [Int32], _ share: Double) -> Int32? {
        guard !values.isEmpty else { return nil }
        let place = Int((share * Double(values.count)).rounded(.up))
        return values.sorted()[min(max(place, 1), values.count) - 1]
    }
}
