/// A value that a template's braces name: `{link}`.
public enum Placeholder: String, CaseIterable, Hashable, Sendable {
    /// The selected text, as it is.
    case selection
    /// The first web address in it.
    case link
    /// The path of the file it names.
    case file
    /// The same as an address: `file:///…`.
    case uri
    /// Its first word.
    case word
    case app, title, trigger, device, press, clicks, grams, x, y, reason

    /// Whether the selection has to be read for it.
    public var needsSelection: Bool {
        switch self {
        case .selection, .link, .file, .uri, .word: true
        default: false
        }
    }
}

/// A text with placeholders: `{{` and `}}` are braces.
public struct Template: Equatable, Hashable, Sendable {
    enum Piece: Equatable, Hashable {
        case text(String)
        case value(Placeholder)
    }

    /// What cannot be read or filled, in words.
    public struct Mistake: Error, Equatable, Sendable, CustomStringConvertible {
        public let description: String
    }

    let pieces: [Piece]

    public init(_ text: some StringProtocol) throws(Mistake) {
        var pieces: [Piece] = []
        var plain = ""
        var rest = Substring(text)
        while let letter = rest.popFirst() {
            if (letter == "{" || letter == "}") && rest.first == letter {
                rest.removeFirst()
                plain.append(letter)
            } else if letter == "{" {
                guard let end = rest.firstIndex(of: "}") else {
                    throw Mistake(description: "`{` is not closed; a brace itself is `{{`")
                }
                let name = rest[..<end]
                guard let placeholder = Placeholder(rawValue: String(name)) else {
                    throw Mistake(
                        description: "`{\(name)}` is no value; there are "
                            + Placeholder.allCases.map { "{\($0.rawValue)}" }.joined(separator: ", ")
                            + ", and a brace itself is `{{`")
                }
                if !plain.isEmpty { pieces.append(.text(plain)) }
                plain = ""
                pieces.append(.value(placeholder))
                rest = rest[rest.index(after: end)...]
            } else if letter == "}" {
                throw Mistake(description: "`}` closes nothing; a brace itself is `}}`")
            } else {
                plain.append(letter)
            }
        }
        if !plain.isEmpty { pieces.append(.text(plain)) }
        self.pieces = pieces
    }

    public var placeholders: [Placeholder] {
        pieces.compactMap { if case .value(let placeholder) = $0 { placeholder } else { nil } }
    }

    /// The text with its values.
    ///
    /// - Throws: where a value is not there: nothing is selected, or it is no link, no file.
    public func filled(_ values: PressValues) throws(Mistake) -> String { try filled(values) { $0 } }

    /// - Parameter shown: makes of a value what is put in.
    func filled(_ values: PressValues, _ shown: (String) -> String) throws(Mistake) -> String {
        var text = ""
        for piece in pieces {
            switch piece {
            case .text(let plain): text += plain
            case .value(let placeholder): text += shown(try Template.value(placeholder, values))
            }
        }
        return text
    }

    private static func value(_ placeholder: Placeholder, _ values: PressValues) throws(Mistake) -> String {
        if placeholder.needsSelection {
            guard let text = values.selection, text.contains(where: { !$0.isWhitespace }) else {
                throw Mistake(description: "nothing is selected")
            }
            guard let value = SelectedText(text).value(placeholder) else {
                throw Mistake(description: "what is selected has no \(placeholder.rawValue)")
            }
            return value
        }
        switch placeholder {
        case .app: return values.app
        case .title: return values.title
        case .trigger: return values.trigger.rawValue
        case .device: return values.device
        case .press: return "\(values.press)"
        case .clicks: return decimals(values.clicks)
        case .grams: return values.grams.map(decimals) ?? ""
        case .x: return decimals(values.x)
        case .y: return decimals(values.y)
        default: return values.reason
        }
    }
}
