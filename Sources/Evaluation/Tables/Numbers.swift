import Figures

/// A number with so many decimals, as a table shows it.
func decimal(_ value: Double, _ decimals: Int) -> String { fixed(value, decimals, minus: "−", nothing: "–") }

/// Three significant digits for what may be large or small: 1234 → 1234, 12.34 → 12.3, 0.01234 → 0.0123.
func significant(_ value: Double) -> String {
    let magnitude = abs(value)
    return decimal(value, magnitude >= 100 ? 0 : magnitude >= 10 ? 1 : magnitude >= 1 ? 2 : magnitude >= 0.1 ? 2 : 3)
}
