extension Program {
    /// A completion script for zsh: the file `_NAME` in a folder of `fpath`.
    public var zshCompletion: String {
        var script = "#compdef \(name)\n\n"
        if usesDevices {
            script += """
                _\(name)_devices() {
                    local -a devices
                    devices=(${${(f)"$(\(deviceLister))"}/$'\\t'/:})
                    _describe 'pad' devices
                }


                """
        }
        for case .choicesOrFile(let choices, let prefixes) in (options + visibleCommands.flatMap(\.options)).map(\.kind)
        {
            script += """
                _\(name)_files() {
                    if \(prefixes.map { "compset -P \($0)" }.joined(separator: " || ")); then
                        _files
                    else
                        compadd -S '' -- \(prefixes.joined(separator: " "))
                        compadd -- \(choices.joined(separator: " "))
                    fi
                }


                """
        }
        script += "_\(name)() {\n"
        guard !commands.isEmpty else {
            return script + arguments(options.map(spec), indent: "    ") + "}\n\n_\(name) \"$@\"\n"
        }
        script += "    local curcontext=$curcontext state line\n    typeset -A opt_args\n"
        script += arguments(
            options.map(spec) + ["'1: :->command'", "'*:: :->arguments'"], indent: "    ", flags: "-C ")
        script += "    case $state in\n        command)\n            local -a commands\n            commands=(\n"
        for command in visibleCommands {
            script += "                \(quote(command.name + ":" + plain(command.summary)))\n"
        }
        script += "            )\n            _describe 'command' commands\n            ;;\n"
        script += "        arguments)\n            case ${line[1]} in\n"
        for command in visibleCommands {
            let operands = command.operands.enumerated().map { index, operand in
                quote(
                    "\(operand.isRepeatable ? "*" : "\(index + 1)"):\(operand.isOptional ? ":" : "")\(operand.word ?? operand.name):\(action(operand.kind))"
                )
            }
            script += "                \(command.name))\n"
            script += arguments(options(of: command).map(spec) + operands, indent: "                    ")
            script += "                    ;;\n"
        }
        script += "            esac\n            ;;\n    esac\n}\n\n_\(name) \"$@\"\n"
        return script
    }

    private var usesDevices: Bool {
        (options + visibleCommands.flatMap(\.options)).contains { $0.kind == .device }
    }

    private func arguments(_ specs: [String], indent: String, flags: String = "") -> String {
        indent + "_arguments -s \(flags)\\\n"
            + specs.map { indent + "    " + $0 }.joined(separator: " \\\n") + "\n"
    }

    /// One option as `_arguments` takes it.
    private func spec(_ option: Option) -> String {
        let help = "[\(bracketed(firstSentence(option.help)))]"
        let value = option.value.map { ":\($0):\(action(option.kind))" } ?? ""
        let long = option.value == nil ? "--\(option.long)" : "--\(option.long)="
        guard let short = option.short else { return quote((option.isRepeatable ? "*" : "") + long + help + value) }
        let shortForm = option.value == nil ? "-\(short)" : "-\(short)+"
        let exclusion = option.isRepeatable ? "*" : "(-\(short) --\(option.long))"
        return quote(exclusion) + "{\(shortForm),\(long)}" + quote(help + value)
    }

    private func action(_ kind: ValueKind) -> String {
        switch kind {
        case .text, .integer, .number: " "
        case .file: "_files"
        case .directory: "_files -/"
        case .device: "_\(name)_devices"
        case .choices(let choices): "(\(choices.joined(separator: " ")))"
        case .choicesOrFile: "_\(name)_files"
        case .numberOrWord(_, let word): "(\(word))"
        }
    }

    private func bracketed(_ text: String) -> String {
        text.map { "[]:".contains($0) ? "\\\($0)" : String($0) }.joined()
    }

    private func quote(_ text: String) -> String {
        "'" + text.map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
    }
}

/// For completions: the first sentence of an option's help, without back quotes and full stop.
func firstSentence(_ help: String) -> String {
    let text = plain(help)
    var end = text.startIndex
    while let stop = text[end...].firstIndex(of: ".") {
        let after = text.index(after: stop)
        if after == text.endIndex || text[after] == " " { return String(text[..<stop]) }
        end = after
    }
    return text
}
