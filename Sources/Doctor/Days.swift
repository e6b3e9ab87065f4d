/// A date as days since 1970-01-01.
struct Days {
    var sinceEpoch: Int64

    /// - Parameter text: begins as RFC 3339: `2026-01-31T…`.
    init?(_ text: String) {
        let parts = text.prefix(10).split(separator: "-").map { Int64($0) }
        guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2],
            (1970...9999).contains(year), (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        // Years that begin in March end with the leap day; 719468 days lie between their beginning and 1970.
        let y = month <= 2 ? year - 1 : year
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        sinceEpoch = y * 365 + y / 4 - y / 100 + y / 400 + dayOfYear - 719_468
    }
}
