/// Which characters a terminal can show.
enum Charset: String, CaseIterable {
    /// Blocks, boxes, braille.
    case unicode
    case ascii

    var rule: Unicode.Scalar { self == .unicode ? "─" : "-" }
    var levelLine: Unicode.Scalar { self == .unicode ? "┄" : "." }
    var tick: Unicode.Scalar { self == .unicode ? "│" : "|" }
    var marker: Unicode.Scalar { self == .unicode ? "▲" : "^" }
    var empty: Unicode.Scalar { self == .unicode ? "·" : "." }
    var full: Unicode.Scalar { self == .unicode ? "█" : "#" }
    var finger: Unicode.Scalar { self == .unicode ? "●" : "O" }
    var selected: Unicode.Scalar { self == .unicode ? "▸" : ">" }
    var separator: String { self == .unicode ? " · " : " - " }
    /// Top left, top right, bottom left, bottom right, horizontal, vertical.
    var box: [Unicode.Scalar] {
        self == .unicode ? ["╭", "╮", "╰", "╯", "─", "│"] : ["+", "+", "+", "+", "-", "|"]
    }

    /// The last cell of a bar, filled by so many eighths (1…7); `nil` where it is nothing yet.
    func partial(_ eighths: Int) -> Unicode.Scalar? {
        switch self {
        case .unicode: eighths > 0 ? ["▏", "▎", "▍", "▌", "▋", "▊", "▉"][min(eighths, 7) - 1] : nil
        case .ascii: eighths >= 4 ? "=" : nil
        }
    }
}
