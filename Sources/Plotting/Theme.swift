/// On which paper a figure is drawn.
public enum Theme: String, Sendable, CaseIterable {
    /// Light, and dark where the reader's system asks for it (`prefers-color-scheme`). Programs that know no media
    /// queries show it light.
    case automatic = "auto"
    case light
    case dark

    /// The style sheet of the roles that a document uses.
    ///
    /// Plain classes and no custom properties: SVG viewers outside of browsers do not know those.
    func styleSheet(fills: Set<Role>, strokes: Set<Role>) -> String {
        var sheet = """
            text{font:11px system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","DejaVu Sans",sans-serif;\
            font-variant-numeric:tabular-nums}
            .heading{font-size:15px;font-weight:600}
            .title{font-size:13px;font-weight:600}
            .strong{font-weight:600}
            .line{fill:none;stroke-linejoin:round;stroke-linecap:round}
            .halo{paint-order:stroke;stroke-width:3px;stroke-linejoin:round}

            """
        sheet += Theme.rules(fills, strokes, isDark: self == .dark)
        if self == .automatic {
            sheet += "@media (prefers-color-scheme:dark){\n"
            sheet += Theme.rules(fills, strokes, isDark: true)
            sheet += "}\n"
        }
        return sheet
    }

    private static func rules(_ fills: Set<Role>, _ strokes: Set<Role>, isDark: Bool) -> String {
        var rules = ""
        for role in Role.allCases {
            let colour = role.colour(isDark: isDark)
            if fills.contains(role) { rules += ".f-\(role.rawValue){fill:\(colour)}\n" }
            if strokes.contains(role) { rules += ".s-\(role.rawValue){stroke:\(colour)}\n" }
        }
        return rules
    }
}
