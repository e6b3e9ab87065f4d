/// How wide text will be, without a font: which one a reader has, nobody knows.
///
/// Widths in em of DejaVu Sans, rounded up; it is among the widest sans serifs in use, so with others there is more
/// room than was reckoned with.
enum TextMetrics {
    static func width(_ text: String, size: Double = 11, isStrong: Bool = false) -> Double {
        var width = 0.0
        for scalar in text.unicodeScalars { width += em(scalar) }
        return width * size * (isStrong ? 1.1 : 1)
    }

    /// `text`, or its beginning and `…` where it is wider than `room`.
    static func fitted(_ text: String, in room: Double, size: Double = 11, isStrong: Bool = false) -> String {
        guard width(text, size: size, isStrong: isStrong) > room else { return text }
        var short = ""
        var used = width("…", size: size, isStrong: isStrong)
        for character in text {
            used += width(String(character), size: size, isStrong: isStrong)
            if used > room { break }
            short.append(character)
        }
        while short.last == " " { short.removeLast() }
        return short.isEmpty ? "" : short + "…"
    }

    /// `text` in lines no wider than `room`, broken at spaces; a word that is wider is cut.
    static func wrapped(_ text: String, in room: Double, size: Double = 11) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            let longer = line.isEmpty ? String(word) : line + " " + word
            if line.isEmpty || width(longer, size: size) <= room {
                line = longer
            } else {
                lines.append(line)
                line = String(word)
            }
        }
        if !line.isEmpty { lines.append(line) }
        return lines.map { fitted($0, in: room, size: size) }
    }

    private static func em(_ scalar: Unicode.Scalar) -> Double {
        switch scalar {
        case "i", "j", "l", "'", "|", "I": 0.34
        case " ", ".", ",", ":", ";", "/", "f", "t", "(", ")", "[", "]", "-": 0.4
        case "r", "s", "z", "c", "k", "v", "x", "y", "J": 0.6
        case "m", "M", "w", "W", "%", "@", "…": 1.0
        case "0"..."9", "a"..."z": 0.64
        case "A"..."Z", "+", "=", "<", ">", "#", "~", "−", "×": 0.84
        default: scalar.isASCII ? 0.64 : scalar.value < 0x1100 ? 0.86 : 1.1
        }
    }
}
