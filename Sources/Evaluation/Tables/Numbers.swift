/// A number with so many decimals, rounded half away from zero: by integers, so that it looks alike everywhere.
func decimal(_ value: Double, _ decimals: Int) -> String {
    guard value.isFinite, abs(value) < 1e12 else { return "–" }
    var factor = 1
    for _ in 0..<decimals { factor *= 10 }
    let scaled = Int64((abs(value) * Double(factor)).rounded())
    let sign = value < 0 && scaled > 0 ? "−" : ""
    guard decimals > 0 else { return sign + String(scaled) }
    let fraction = String(scaled % Int64(factor))
    return sign + String(scaled / Int64(factor)) + "." + String(repeating: "0", count: decimals - fraction.count)
        + fraction
}

/// Three significant digits for what may be large or small: 1234 → 1234, 12.34 → 12.3, 0.01234 → 0.0123.
func significant(_ value: Double) -> String {
    let magnitude = abs(value)
    return decimal(value, magnitude >= 100 ? 0 : magnitude >= 10 ? 1 : magnitude >= 1 ? 2 : magnitude >= 0.1 ? 2 : 3)
}
