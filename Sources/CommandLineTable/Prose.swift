/// A piece of a sentence: plain words, or what stood between back quotes.
enum ProsePiece: Equatable {
    case words(String)
    case code(String)
}

/// Splits at back quotes.
func pieces(of prose: String) -> [ProsePiece] {
    prose.split(separator: "`", omittingEmptySubsequences: false).enumerated().compactMap { index, text in
        if text.isEmpty { return nil }
        return index.isMultiple(of: 2) ? .words(String(text)) : .code(String(text))
    }
}

/// The prose for a terminal: back quotes left out.
func plain(_ prose: String) -> String {
    prose.filter { $0 != "`" }
}

/// Breaks at spaces, so that no line is longer than `width` where that can be; a space within back quotes holds.
func wrapped(_ prose: String, width: Int) -> [String] {
    var words: [String] = []
    for piece in pieces(of: prose) {
        let (text, isCode): (String, Bool) =
            switch piece {
            case .words(let text): (text, false)
            case .code(let text): (text, true)
            }
        var parts = isCode ? [text] : text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        // The first part continues the word before it, unless a space lies between, which leaves an empty part.
        if let last = words.popLast(), let first = parts.first {
            words.append(last + first)
            parts.removeFirst()
        }
        words += parts
    }
    var lines: [String] = []
    var line = ""
    for word in words where !word.isEmpty {
        if !line.isEmpty, line.count + 1 + word.count > width {
            lines.append(line)
            line = ""
        }
        line += line.isEmpty ? word : " " + word
    }
    return line.isEmpty ? lines : lines + [line]
}
