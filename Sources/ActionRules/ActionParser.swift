import VirtualInput

/// Reads the right side of `peek = run xdg-open {link}`.
enum ActionParser {
    struct Mistake: Error, Equatable, CustomStringConvertible {
        let description: String
    }

    /// First words, in the order in which messages list them.
    static let names = [
        "run", "start", "show", "shell", "key", "button", "dbus", "notify", "preview", "preview-close", "none",
    ]

    static func parse(_ text: String) throws -> Action.Kind {
        let trimmed = Substring(text).trimmed
        let name = trimmed.prefix { !$0.isWhitespace }
        let rest = trimmed.dropFirst(name.count).trimmed
        switch name {
        case "run": return .run(try command(rest, name))
        case "start": return .start(try command(rest, name))
        case "show": return .show(try command(rest, name))
        case "shell":
            guard !rest.isEmpty else { throw Mistake(description: "`shell` wants a command line") }
            return .shell(String(rest))
        case "key": return .stroke(try Stroke(key: try single(rest, name, "a key, as ctrl+t")))
        case "button": return .stroke(try Stroke(button: try single(rest, name, "a button, as middle")))
        case "dbus": return .dbus(try DBusCall(try Words.split(rest)))
        case "notify":
            let words = try Words.split(rest)
            guard words.count == 1 || words.count == 2 else {
                throw Mistake(description: "`notify` wants a summary and perhaps a body, in quotes each")
            }
            return .notify(summary: try Template(words[0]), body: try words.dropFirst().first.map { try Template($0) })
        case "preview": return .preview(try Template(try single(rest, name, "a file, as {file}")))
        case "preview-close", "none":
            guard rest.isEmpty else { throw Mistake(description: "nothing may follow `\(name)`") }
            return name == "none" ? .none : .previewClose
        case "": throw Mistake(description: "there is no action; `none` is nothing")
        default:
            throw Mistake(description: "unknown action `\(name)`; there are \(names.joined(separator: ", "))")
        }
    }

    private static func command(_ text: Substring, _ name: Substring) throws -> [Template] {
        let words = try Words.split(text).map { try Template($0) }
        guard let program = words.first else { throw Mistake(description: "`\(name)` wants a program") }
        guard program.placeholders.isEmpty else {
            throw Mistake(description: "the program itself has to stand in the configuration, not in a value")
        }
        return words
    }

    private static func single(_ text: Substring, _ name: Substring, _ wanted: String) throws -> String {
        let words = try Words.split(text)
        guard words.count == 1 else { throw Mistake(description: "`\(name)` wants \(wanted)") }
        return words[0]
    }
}
