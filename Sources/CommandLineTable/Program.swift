/// What a program does under one of its names: `peekpopctl listen`.
public struct Command: Equatable, Sendable {
    public let name: String
    /// One line for lists, lower case, without a full stop.
    public let summary: String
    /// Paragraphs of whole sentences; `code` between back quotes.
    public let discussion: [String]
    public let options: [Option]
    public let operands: [Operand]
    /// Hidden commands parse and have help, and appear in no list.
    public let isHidden: Bool
    /// The program's own options mean nothing to it.
    public let isIndependent: Bool

    public init(
        _ name: String, summary: String, discussion: [String] = [], options: [Option] = [], operands: [Operand] = [],
        hidden: Bool = false, independent: Bool = false
    ) {
        self.name = name
        self.summary = summary
        self.discussion = discussion
        self.options = options
        self.operands = operands
        isHidden = hidden
        isIndependent = independent
    }
}

/// A term and what it means: environment variables, files, exit statuses, examples.
public struct Entry: Equatable, Sendable {
    public let term: String
    public let text: String

    public init(_ term: String, _ text: String) {
        self.term = term
        self.text = text
    }
}

/// One table for one program: parser, help, man page and completions come from it.
public struct Program: Sendable {
    public let name: String
    /// Of the manual: 1 for users' commands, 8 for daemons.
    public let section: Int
    public let version: String
    /// When the table last changed, as mdoc wants it: `November 30, 2026`.
    public let date: String
    public let summary: String
    public let discussion: [String]
    /// Options that hold for every command.
    public let options: [Option]
    /// Empty for a program without commands; any other has ``isHelp(_:)`` among them.
    public let commands: [Command]
    public let environment: [Entry]
    public let files: [Entry]
    public let examples: [Entry]
    public let exitStatus: [Entry]
    /// Other manual pages: `peekpopd(8)`.
    public let seeAlso: [String]

    public init(
        _ name: String, section: Int, version: String, date: String, summary: String, discussion: [String],
        options: [Option], commands: [Command] = [], environment: [Entry] = [], files: [Entry] = [],
        examples: [Entry] = [], exitStatus: [Entry], seeAlso: [String] = []
    ) {
        self.name = name
        self.section = section
        self.version = version
        self.date = date
        self.summary = summary
        self.discussion = discussion
        self.options = options + [Program.help, Program.versionOption]
        self.commands = commands.isEmpty ? [] : commands + [Program.helpCommand(commands)]
        self.environment = environment
        self.files = files
        self.examples = examples
        self.exitStatus = exitStatus
        self.seeAlso = seeAlso
    }

    /// Every program has these two.
    public static let help = Option("help", "h", help: "Show help and exit.")
    public static let versionOption = Option("version", help: "Show the version and exit.")

    /// What people try first: `peekpopctl help listen`. Parsing makes it what `--help` is.
    private static func helpCommand(_ commands: [Command]) -> Command {
        let names = commands.filter { !$0.isHidden }.map(\.name)
        return Command(
            "help", summary: "show this help, or that of a command",
            operands: [Operand("COMMAND", .choices(names), optional: true, help: "The command to explain.")],
            independent: true)
    }

    static func isHelp(_ command: Command?) -> Bool { command?.name == "help" }

    /// The commands that lists show.
    var visibleCommands: [Command] { commands.filter { !$0.isHidden } }

    /// Without the two that every program has.
    var ownOptions: [Option] { options.filter { $0 != Program.help && $0 != Program.versionOption } }

    /// What may stand after a command.
    func options(of command: Command) -> [Option] {
        command.options + (command.isIndependent ? [Program.help, Program.versionOption] : options)
    }

    /// What the command line takes, without the program's name and the word `usage:`.
    func synopsis(_ command: Command?) -> String {
        var words: [String] = [name]
        if let command {
            words.append(command.name)
            words += command.operands.compactMap(\.word)
            words += command.options.map(Program.bracketed)
            words += command.operands.filter { $0.word == nil }.map(\.synopsis)
        } else {
            words += ownOptions.map(Program.bracketed)
            if !commands.isEmpty { words.append("COMMAND [ARGUMENT]…") }
        }
        return words.joined(separator: " ")
    }

    private static func bracketed(_ option: Option) -> String {
        "[\(option.synopsis)]" + (option.isRepeatable ? "…" : "")
    }
}
