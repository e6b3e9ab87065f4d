/// Words that a shell would know and `run`, `start` and `show` do not, for there is none.
enum ShellWords {
    /// - Parameters:
    ///   - text: the action, quotes and all.
    ///   - name: its first word.
    ///   - hasCode: whether it has a shell of its own, or another interpreter.
    static func warnings(_ text: String, _ name: String, hasCode: Bool) -> [String] {
        let rest = Substring(text).trimmed.dropFirst(name.count)
        guard let words = try? Words.marked(rest) else { return [] }
        // Of each kind the first one is enough.
        var told: Set<String> = []
        return words.compactMap { word -> String? in
            guard let (sign, meaning) = meaning(word, hasCode), told.insert(meaning).inserted else { return nil }
            return "there is no shell in `\(name)`, so `\(sign)` \(meaning); `shell` is for that"
        }
    }

    private static func meaning(_ word: Words.Marked, _ hasCode: Bool) -> (String, String)? {
        let bare = word.bare
        let operators = ["&&", "||", "|&", "|", ";", "&"]
        if operators.contains(bare) { return (bare, "is an argument, and joins no commands") }
        if bare.hasSuffix(";"), bare.count > 1 { return (";", "is a part of the word before, and ends no command") }
        let redirection = bare.drop(while: \.isNumber).drop { $0 == "&" }
        if redirection.first == ">" || redirection.first == "<" {
            return (bare, "is an argument, and no file is written or read")
        }
        if bare == "~" || bare.hasPrefix("~/") { return (word.text, "is not looked for in your home") }
        if !hasCode, let variable = variable(word.expanding) { return (variable, "is no variable") }
        if !hasCode, bare.contains("`") || bare.contains("$(") { return (word.text, "runs no command") }
        // Of addresses a question mark is a part.
        if bare.contains("*") { return (word.text, "stands for no files") }
        return nil
    }

    /// `$HOME`, `${HOME`.
    private static func variable(_ text: String) -> String? {
        var rest = text[...]
        while let dollar = rest.firstIndex(of: "$") {
            let name = rest[rest.index(after: dollar)...].drop { $0 == "{" }.prefix {
                $0.isLetter || $0 == "_" || $0.isNumber
            }
            if let first = name.first, !first.isNumber { return "$\(name)" }
            rest = rest[rest.index(after: dollar)...]
        }
        return nil
    }
}
