import CGtk
import Gtk

/// A person's picture: the initials on a colour that is always the same for this name.
public final class Avatar: Box {
    public init(_ name: String, size: Int32 = 44) {
        let initials = name.split(separator: " ").compactMap(\.first).prefix(2)
        let label = Label(String(initials), centered: true).expanding()
        super.init(GTK_ORIENTATION_HORIZONTAL, role: GTK_ACCESSIBLE_ROLE_IMG, [label])
        let sum = name.unicodeScalars.reduce(0) { $0 &* 31 &+ Int($1.value) }
        styled("avatar", "avatar\(abs(sum) % Palette.colors.count)").sized(size, size).named("Picture of \(name)")
        if size > 60 { styled("large") }
        aligned(across: GTK_ALIGN_CENTER, down: GTK_ALIGN_CENTER)
        expanding(across: false, down: false)
    }
}

/// Colours of pictures and tiles: they go with each other, and white is read well on each.
public enum Palette {
    static let colors = [
        ("#4f7ecb", "#2f5aa6"), ("#3c9a7b", "#23735a"), ("#b7634d", "#8f4432"), ("#8a67b8", "#674594"),
        ("#b0892f", "#876513"), ("#4a93a8", "#2c6e82"), ("#b25a86", "#8b3b65"), ("#6d7f45", "#50602c"),
    ]

    /// The style class of a filled tile.
    public static func tile(_ index: Int) -> String { "tile\(index % colors.count)" }

    /// To be called once, when the program starts.
    public static func load() {
        var css = """
            .avatar { border-radius: 50%; color: white; font-weight: bold; }
            .avatar.large { font-size: 30px; }
            .page { background: @theme_base_color; }
            .dim { opacity: .62; }
            .caption { font-size: smaller; }
            .title-1 { font-size: 22px; font-weight: bold; }
            .title-2 { font-size: 17px; font-weight: bold; }
            .title-3 { font-size: 15px; font-weight: bold; }
            .section { font-weight: bold; padding: 14px 18px 6px 18px; }
            .tile { border-radius: 10px; color: white; }
            .tile.whole { border-radius: 0; }
            .status { padding: 7px 14px; border-top: 1px solid @borders; background: @theme_bg_color; }
            list.rows > row { padding: 10px 16px; border-bottom: 1px solid alpha(@borders, .6); }
            .cell { padding: 6px 6px 10px 6px; }
            .dot { background: alpha(currentColor, .25); border-radius: 50%; min-width: 7px; min-height: 7px; }
            .dot.on { background: alpha(currentColor, .8); }
            *:focus-visible { outline: 2px solid @theme_selected_bg_color; outline-offset: 1px; }

            """
        for (index, (light, dark)) in colors.enumerated() {
            css += ".avatar\(index), .tile\(index) { background: linear-gradient(to bottom, \(light), \(dark)); }\n"
        }
        Style.add(css)
    }
}
