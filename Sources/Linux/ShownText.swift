extension Unicode.Scalar {
    /// Whether a terminal would do something with it instead of drawing it: C0 and C1 controls, and what turns the direction
    /// of a text around (U+202A–U+202E, U+2066–U+2069), so that it shows something else than it says.
    public var steersTerminals: Bool {
        switch value {
        case 0..<0x20, 0x7f...0x9f, 0x2028...0x202e, 0x2066...0x2069: true
        default: false
        }
    }
}

extension String {
    /// What a terminal may be given of a text that comes from elsewhere: line breaks and tabs stay, all else that would
    /// steer it is `?`.
    public var withoutControls: String {
        String(UnicodeScalarView(unicodeScalars.map { $0.steersTerminals && $0 != "\n" && $0 != "\t" ? "?" : $0 }))
    }

    /// The same on one line: `␊` stands for a line break.
    public var onOneLine: String {
        var shown = UnicodeScalarView()
        for letter in self {
            if letter.isNewline {
                shown.append("\u{240a}")
            } else {
                shown.append(contentsOf: letter.unicodeScalars.map { $0.steersTerminals ? "?" : $0 })
            }
        }
        return String(shown)
    }
}
