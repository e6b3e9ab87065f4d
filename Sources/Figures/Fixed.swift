/// A number with so many decimals, rounded half away from zero. By integers, so that it looks alike everywhere; a `-0.00`
/// does not come of it.
///
/// - Parameters:
///   - decimals: 0 to 6.
///   - minus: the sign before what is below zero.
///   - nothing: what stands for a value that is not finite, or 10¹² and beyond.
public func fixed(_ value: Double, _ decimals: Int, minus: String = "-", nothing: String = "-") -> String {
    guard value.isFinite, abs(value) < 1e12 else { return nothing }
    var factor = 1
    for _ in 0..<decimals { factor *= 10 }
    let scaled = Int64((abs(value) * Double(factor)).rounded())
    let sign = value < 0 && scaled > 0 ? minus : ""
    guard decimals > 0 else { return sign + String(scaled) }
    let fraction = String(scaled % Int64(factor))
    return sign + String(scaled / Int64(factor)) + "." + String(repeating: "0", count: decimals - fraction.count)
        + fraction
}
