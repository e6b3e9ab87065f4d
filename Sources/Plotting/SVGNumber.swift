/// A coordinate or length as short as it can be written with at most two decimals: `12`, `0.5`, `-3.25`.
///
/// Not finite becomes 0, and what lies beyond a million pixels is cut off there: no number makes a document unreadable.
func svgNumber(_ value: Double) -> String {
    decimalText(hundredths(value), places: 2)
}

private func hundredths(_ value: Double) -> Int {
    guard value.isFinite else { return 0 }
    return Int((min(max(value, -1e6), 1e6) * 100).rounded())
}

/// `units` / 10^`places`, without trailing zeros.
func decimalText(_ units: Int, places: Int) -> String {
    var units = units
    var places = places
    while places > 0, units % 10 == 0 {
        units /= 10
        places -= 1
    }
    guard places > 0 else { return String(units) }
    return fixedText(units, places: places)
}

/// `units` / 10^`places`, with all its decimals.
func fixedText(_ units: Int, places: Int) -> String {
    guard places > 0 else { return String(units) }
    let digits = String(units.magnitude)
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    return (units < 0 ? "-" : "") + padded.dropLast(places) + "." + padded.suffix(places)
}
