extension Program {
    /// A completion script for fish.
    public var fishCompletion: String {
        var lines = ["# fish completion for \(name)", "complete -c \(name) -f"]
        if commands.isEmpty {
            lines += options.map { entry($0, condition: nil) }
            return lines.joined(separator: "\n") + "\n"
        }
        let names = visibleCommands.map(\.name).joined(separator: " ")
        lines.append("set -l commands \(names)")
        lines += options.map { entry($0, condition: nil) }
        for command in visibleCommands {
            lines.append(
                "complete -c \(name) -n \"not __fish_seen_subcommand_from $commands\" -a \(command.name)"
                    + " -d \(quote(plain(command.summary)))")
        }
        for command in visibleCommands {
            let condition = "__fish_seen_subcommand_from \(command.name)"
            lines += command.options.map { entry($0, condition: condition) }
            if let operand = command.operands.first {
                lines.append("complete -c \(name) -n \"\(condition)\"" + values(operand.kind))
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func entry(_ option: Option, condition: String?) -> String {
        "complete -c \(name)" + (condition.map { " -n \"\($0)\"" } ?? "") + " -l \(option.long)"
            + (option.short.map { " -s \($0)" } ?? "")
            + (option.value == nil ? "" : " -x" + values(option.kind))
            + " -d \(quote(firstSentence(option.help)))"
    }

    private func values(_ kind: ValueKind) -> String {
        switch kind {
        case .text, .integer, .number: ""
        case .file: " -a '(__fish_complete_path (commandline -ct))'"
        case .directory: " -a '(__fish_complete_directories)'"
        case .device: " -a '(\(deviceLister))'"
        case .choices(let choices): " -a \(quote(choices.joined(separator: " ")))"
        case .choicesOrFile(let choices, let prefixes):
            " -a '\((choices + prefixes).joined(separator: " "))"
                + " (set -l p (string match -r -- \"^(?:\(prefixes.joined(separator: "|")))\" (commandline -ct));"
                + " and __fish_complete_path (string replace -- $p \"\" (commandline -ct)) | string replace -r -- ^ $p)'"
        case .numberOrWord(_, let word): " -a \(word)"
        }
    }

    private func quote(_ text: String) -> String {
        "'" + text.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "'"
    }
}
