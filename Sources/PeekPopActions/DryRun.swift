import ActionRules
import CommandLineTable
import Linux

/// Shows what would be done, and does nothing.
struct DryRun {
    /// A line for each action, and one where a press sets nothing off.
    static func lines(_ job: ActionQueue.Job) -> [String] {
        let head = job.values.trigger.rawValue + (job.values.app.isEmpty ? "" : " (\(quoted(job.values.app)))") + ": "
        guard !job.actions.isEmpty else { return [head + "nothing"] }
        return job.actions.map { head + description($0, job.values).onOneLine }
    }

    private static func description(_ action: Action, _ values: PressValues) -> String {
        do {
            switch action.kind {
            case .run(let words):
                return "run " + (try words.map { try quoted($0.filled(values)) }.joined(separator: " "))
            case .start(let words):
                return "start " + (try words.map { try quoted($0.filled(values)) }.joined(separator: " "))
            case .show(let words):
                return "show " + (try words.map { try quoted($0.filled(values)) }.joined(separator: " "))
            case .shell(let line): return "shell \(line)"
            case .stroke(let stroke): return stroke.description
            case .dbus(let call):
                let arguments = try call.arguments.map { try quoted($0.filled(values)) }
                let words = [call.bus.rawValue, call.destination, call.path, "\(call.interface).\(call.member)"]
                return (["dbus"] + words + (call.signature.isEmpty ? [] : [call.signature]) + arguments)
                    .joined(separator: " ")
            case .notify(let summary, let body):
                return
                    (["notify", quoted(try summary.filled(values))]
                    + (try body.map { [quoted(try $0.filled(values))] } ?? [])).joined(separator: " ")
            case .preview(let file): return "preview \(quoted(try file.filled(values)))"
            case .previewClose: return "preview-close"
            case .none: return "none"
            }
        } catch {
            return "\(action.text) (not done: \(error))"
        }
    }

    /// As a shell would have to be given it; what would steer a terminal is not shown as it is.
    static func quoted(_ text: String) -> String {
        let plain = text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_-./:=+@%,".contains($0)) }
        if plain, !text.isEmpty { return text }
        return "'" + text.onOneLine.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
            + "'"
    }
}
