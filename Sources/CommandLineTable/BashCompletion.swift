extension Program {
    /// A completion script for bash, which needs nothing but bash itself.
    public var bashCompletion: String {
        var script = """
            # bash completion for \(name)

            _\(name)() {
                local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
                local command= word i skip=
                # bash cuts words at = and at :, so put the pieces that matter back together.
                if [[ $current == "=" ]]; then
                    current=
                elif [[ $previous == "=" ]]; then
                    previous=${COMP_WORDS[COMP_CWORD - 2]}
                fi
                COMPREPLY=()

            """
        if let option = options.first(where: { if case .choicesOrFile = $0.kind { true } else { false } }),
            case .choicesOrFile(_, let prefixes) = option.kind
        {
            let words = "@(" + prefixes.map { String($0.dropLast()) }.joined(separator: "|") + ")"
            script += """
                    if [[ $current == ":" && $previous == \(words) ]]; then
                        current=
                        compopt -o filenames 2>/dev/null
                        mapfile -t COMPREPLY < <(compgen -f -- "$current")
                        return
                    elif [[ $previous == ":" && ${COMP_WORDS[COMP_CWORD - 2]} == \(words) ]]; then
                        compopt -o filenames 2>/dev/null
                        mapfile -t COMPREPLY < <(compgen -f -- "$current")
                        return
                    fi

                """
        }
        if commands.isEmpty {
            script += bashReplies(options, words: options.flatMap(\.spellings), indent: "    ")
        } else {
            script += bashFindCommand + bashReplies
        }
        script += "}\ncomplete -F _\(name) \(name)\n"
        return script
    }

    /// Only the program's own options may stand before the command.
    private var bashFindCommand: String {
        let valued = options.filter { $0.value != nil }.flatMap(\.spellings)
        return """
                for ((i = 1; i < COMP_CWORD; i++)); do
                    word=${COMP_WORDS[i]}
                    if [[ -n $skip ]]; then
                        [[ $word == "=" ]] || skip=
                        continue
                    fi
                    case $word in
                        \(valued.joined(separator: " | "))) skip=1 ;;
                        -*) ;;
                        *)
                            command=$word
                            break
                            ;;
                    esac
                done

            """
    }

    /// By command: one option's name may want different values after different commands.
    private var bashReplies: String {
        var script = "    case $command in\n        '')\n"
        script += bashReplies(
            options, words: visibleCommands.map(\.name) + options.flatMap(\.spellings), indent: "            ")
        script += "            ;;\n"
        for command in visibleCommands {
            script += "        \(command.name))\n"
            let options = options(of: command)
            script += bashReplies(
                options, words: options.flatMap(\.spellings), operand: command.operands.first, indent: "            ")
            script += "            ;;\n"
        }
        return script + "    esac\n"
    }

    /// The value of the option before the cursor; else an operand, else one of the words.
    private func bashReplies(_ options: [Option], words: [String], operand: Operand? = nil, indent: String) -> String {
        var script = ""
        let valued = options.filter { $0.value != nil }
        if !valued.isEmpty {
            script += "\(indent)case $previous in\n"
            for option in valued {
                script += "\(indent)    \(option.spellings.joined(separator: " | ")))\n"
                script += bashReply(option.kind, indent: indent + "        ")
                script += "\(indent)        return\n\(indent)        ;;\n"
            }
            script += "\(indent)esac\n"
        }
        let offered = "mapfile -t COMPREPLY < <(compgen -W '\(words.joined(separator: " "))' -- \"$current\")\n"
        guard let operand else { return script + indent + offered }
        script += "\(indent)if [[ $current == -* ]]; then\n\(indent)    " + offered
        return script + "\(indent)else\n" + bashReply(operand.kind, indent: indent + "    ") + "\(indent)fi\n"
    }

    private func bashReply(_ kind: ValueKind, indent: String) -> String {
        func reply(_ generator: String) -> String {
            "\(indent)mapfile -t COMPREPLY < <(compgen \(generator) -- \"$current\")\n"
        }
        switch kind {
        case .text, .integer, .number: return ""
        case .file: return "\(indent)compopt -o filenames 2>/dev/null\n" + reply("-f")
        case .directory: return "\(indent)compopt -o filenames 2>/dev/null\n" + reply("-d")
        case .device: return reply("-W \"$(\(deviceLister) | cut -f 1)\"")
        case .choices(let choices): return reply("-W '\(choices.joined(separator: " "))'")
        case .choicesOrFile(let choices, let prefixes):
            return "\(indent)compopt -o nospace 2>/dev/null\n"
                + reply("-W '\((choices + prefixes).joined(separator: " "))'")
        case .numberOrWord(_, let word): return reply("-W '\(word)'")
        }
    }
}

/// Prints the pads' ids, each with a tab and its name; nothing where no daemon answers.
let deviceLister = "peekpopctl complete devices 2>/dev/null"

extension Option {
    /// `-o` and `--output`, as far as it has them.
    var spellings: [String] { (short.map { ["-\($0)"] } ?? []) + ["--\(long)"] }
}
