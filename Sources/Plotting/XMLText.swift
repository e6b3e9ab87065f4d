/// Text as XML 1.0 may hold it.
enum XMLText {
    /// `text` with markup escaped, fit for content and for attributes in double quotes.
    ///
    /// Characters that XML cannot hold at all, escaped or not, become U+FFFD; so do the ones that would turn the text
    /// around them (bidirectional controls), for a device's name shall not rewrite its neighbours. Line breaks and tabs
    /// become spaces.
    static func escaped(_ text: String) -> String {
        var result = ""
        result.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\t", "\n", "\r": result += " "
            default: result.unicodeScalars.append(isAllowed(scalar) ? scalar : "\u{fffd}")
            }
        }
        return result
    }

    /// The production `Char` of XML 1.0, without the C1 controls it discourages and without bidirectional controls.
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x202a...0x202e, 0x2066...0x2069, 0x7f...0x9f, 0xfdd0...0xfdef: false
        case 0x20...0xd7ff, 0xe000...0xfffd, 0x10000...0x10ffff: scalar.value & 0xfffe != 0xfffe
        default: false
        }
    }
}
