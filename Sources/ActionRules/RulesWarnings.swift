/// What can be read, and will hardly do what was meant.
extension Rules {
    /// In the order of the file.
    ///
    /// - Parameter hasProgram: whether there is a program of this name.
    public func warnings(hasProgram: (String) -> Bool) -> [RulesProblem] {
        var warnings: [RulesProblem] = []
        if let program = selectionCommand?.first, let place = selectionPlace, !hasProgram(program) {
            warnings.append(RulesProblem(place: place, message: "command: there is no program `\(program)`"))
        }
        for group in groups {
            for (trigger, actions) in group.actions {
                for action in actions {
                    for message in action.warnings(trigger, hasProgram) {
                        warnings.append(
                            RulesProblem(place: action.place, message: "\(trigger.rawValue): \(message)"))
                    }
                }
            }
        }
        return warnings.sorted { $0.place < $1.place }
    }
}

extension Action {
    /// The program it starts, where it is one that stands in the rules.
    public var program: String? {
        switch kind {
        case .run(let words), .start(let words), .show(let words):
            // A program's name holds no values.
            words.first.flatMap { try? $0.filled(PressValues(trigger: .hint)) }
        default: nil
        }
    }

    fileprivate func warnings(_ trigger: Trigger, _ hasProgram: (String) -> Bool) -> [String] {
        var warnings: [String] = []
        if let program, !hasProgram(program) { warnings.append("there is no program `\(program)`") }
        switch kind {
        case .show where trigger.isLast:
            warnings.append("the press is over by then, so nothing ends what `show` shows; `start` is for what stays")
        case .shell(let line):
            for placeholder in Action.braced(in: line) {
                warnings.append(
                    "`{\(placeholder.rawValue)}` is no value in a shell line; "
                        + (placeholder.variable.map { "write \"$\($0)\"" }
                            ?? "`run PROGRAM {\(placeholder.rawValue)}` has it, or \"$PEEKPOP_SELECTION\" all that is selected")
                )
            }
        default: break
        }
        return warnings
    }

    /// Values in braces, but not the shell's own `${press}`.
    private static func braced(in line: String) -> [Placeholder] {
        Placeholder.allCases.filter { placeholder in
            let braced = Array("{\(placeholder.rawValue)}".utf8)
            let bytes = Array(line.utf8)
            return bytes.indices.contains { start in
                bytes[start...].starts(with: braced) && (start == 0 || bytes[start - 1] != UInt8(ascii: "$"))
            }
        }
    }
}

extension Placeholder {
    /// What has this value in a program's environment; `nil` for what is made of the selection.
    var variable: String? {
        switch self {
        case .link, .file, .uri, .word: nil
        default: "PEEKPOP_\(rawValue.uppercased())"
        }
    }
}
