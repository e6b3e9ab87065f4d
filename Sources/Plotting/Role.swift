/// What a colour stands for. Charts name roles; the theme gives them colours.
///
/// Hint, peek and pop are one ramp: the further a press has come, the more it stands out from the paper. The ramp is
/// ordered by lightness, and the only other hue is blue, so nothing depends on telling red from green.
public enum Role: String, Sendable, CaseIterable {
    /// The background.
    case paper
    /// Text, and what has to be seen first.
    case ink
    /// Text that explains.
    case muted
    /// Lines that guide the eye.
    case grid
    /// Axes and ticks.
    case frame
    /// The force, and any measured curve.
    case force
    /// A touch that is no press.
    case touch
    case hint
    case peek
    case pop
    /// The pad's own button, clicks, and any second kind beside presses.
    case button
    /// Movement, fingers, and what else is told in passing.
    case movement

    /// Text in `ink` and `muted` has a contrast above 4.5 to 1 to its paper (WCAG AA); lines have 3 to 1 but for `grid`,
    /// which shall stay behind, and the hint, which lies between two that have.
    func colour(isDark: Bool) -> String {
        switch self {
        case .paper: isDark ? "#0d1117" : "#ffffff"
        case .ink: isDark ? "#e6edf3" : "#1f2328"
        case .muted: isDark ? "#9198a1" : "#59636e"
        case .grid: isDark ? "#242b33" : "#e4e8ec"
        case .frame: isDark ? "#6e7681" : "#818b98"
        case .force: isDark ? "#b6d4f7" : "#1d3f66"
        case .touch: isDark ? "#30404f" : "#d5dee8"
        case .hint: isDark ? "#8a5a20" : "#f7cf8b"
        case .peek: isDark ? "#d07a24" : "#d97a1a"
        case .pop: isDark ? "#ffd995" : "#93300f"
        case .button: isDark ? "#5aa5f0" : "#2a6fb8"
        case .movement: isDark ? "#7d8793" : "#7b8794"
        }
    }
}
