/// What an option's value or an operand may be: checked by ``Program/parse(_:)``, offered by the completions.
public enum ValueKind: Equatable, Sendable {
    case text
    case file
    case directory
    /// The id of a pad, as `peekpopctl devices` shows it.
    case device
    case choices([String])
    /// One of the words, or one of the prefixes followed by a file: `recording:press.yml`. Prefixes end with a colon.
    case choicesOrFile([String], prefixes: [String])
    case integer(ClosedRange<Int>)
    case number(ClosedRange<Double>)
    /// A number of the range, or the word.
    case numberOrWord(ClosedRange<Double>, String)
}

/// An option of a program or command, with everything that parsing, help, man page and completions need of it.
public struct Option: Equatable, Sendable {
    /// Without the dashes: `socket`.
    public let long: String
    /// Without the dash.
    public let short: Character?
    /// The value's name in capitals; `nil` for a flag.
    public let value: String?
    public let kind: ValueKind
    public let isRepeatable: Bool
    /// What holds where the option is not given; only told, never filled in.
    public let usual: String?
    /// One or more sentences; `code` between back quotes.
    public let help: String

    /// A flag.
    public init(_ long: String, _ short: Character? = nil, help: String) {
        self.long = long
        self.short = short
        value = nil
        kind = .text
        isRepeatable = false
        usual = nil
        self.help = help
    }

    /// An option with a value.
    public init(
        _ long: String, _ short: Character?, _ value: String, _ kind: ValueKind, repeatable: Bool = false,
        usual: String? = nil, help: String
    ) {
        self.long = long
        self.short = short
        self.value = value
        self.kind = kind
        isRepeatable = repeatable
        self.usual = usual
        self.help = help
    }

    /// An option with a value and without a short name.
    public init(
        _ long: String, _ value: String, _ kind: ValueKind, repeatable: Bool = false, usual: String? = nil, help: String
    ) {
        self.init(long, nil, value, kind, repeatable: repeatable, usual: usual, help: help)
    }

    /// As it is written: `--socket PATH`.
    var synopsis: String { value.map { "--\(long) \($0)" } ?? "--\(long)" }
}

/// A word on the command line that belongs to no option.
public struct Operand: Equatable, Sendable {
    /// In capitals; where it has but one choice, that word is shown instead.
    public let name: String
    public let kind: ValueKind
    /// May be left out; so may only what follows it.
    public let isOptional: Bool
    /// More of the same may follow; only a command's last operand may be so.
    public let isRepeatable: Bool
    public let help: String

    public init(
        _ name: String, _ kind: ValueKind, optional: Bool = false, repeatable: Bool = false, help: String
    ) {
        self.name = name
        self.kind = kind
        isOptional = optional
        isRepeatable = repeatable
        self.help = help
    }

    /// The one word it can be.
    var word: String? {
        if case .choices(let choices) = kind, choices.count == 1 { return choices[0] }
        return nil
    }

    var synopsis: String { word ?? (isOptional ? "[\(name)]" : name) + (isRepeatable ? "…" : "") }
}
