/// Breaks a text at its spaces, so that no line is longer than `width` where that can be; a longer word is cut.
///
/// Each scalar takes one column, as in ``Grid``.
func lines(of text: String, width: Int) -> [String] {
    let width = max(1, width)
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
        if !line.isEmpty, line.unicodeScalars.count + 1 + word.unicodeScalars.count > width {
            lines.append(line)
            line = ""
        }
        if !line.isEmpty { line += " " }
        var rest = word.unicodeScalars[...]
        while line.isEmpty, rest.count > width {
            lines.append(String(String.UnicodeScalarView(rest.prefix(width))))
            rest = rest.dropFirst(width)
        }
        line += String(String.UnicodeScalarView(rest))
    }
    return line.isEmpty ? lines : lines + [line]
}
