import ActionRules
import FocusTracking
import Linux

/// `peekpop-actions status`: whether it runs, and whether what it needs is there.
struct StatusCommand {
    let options: ActionsService.Options
    let environment: (String) -> String?
    let say: (String) -> Void

    /// - Returns: the exit status: 1 where something is missing.
    func run() -> Int32 {
        var isWell = true
        func line(_ name: String, _ text: String, _ well: Bool = true) {
            say(name + String(repeating: " ", count: 10 - name.count) + text)
            isWell = isWell && well
        }
        let holder = InstanceLock.holder(InstanceLock.path(environment))
        line("service", holder.map { "runs, as process \($0)" } ?? "does not run", holder != nil)
        let result = RulesReader.read(options.config)
        if result.isMissing {
            line("rules", "there is no \(options.config)", false)
        } else if result.problems.isEmpty {
            let preset = (try? WholeFile.read(options.config, limit: 1 << 20)).flatMap { bytes in
                try? PresetBlock.name(in: String(decoding: bytes, as: UTF8.self))
            }
            line(
                "rules",
                "\(result.rules.allActions.count) actions in \(options.config)"
                    + (preset.map { ", preset \($0)" } ?? ""))
        } else {
            line(
                "rules", "\(result.problems.count) mistakes in \(options.config); `peekpop-actions check` shows them",
                false)
        }
        check("presses", options.socket, .stream, &isWell)
        if result.rules.wantsInput { check("keys", options.inputSocket, .messages, &isWell) }
        return isWell ? 0 : 1
    }

    private func check(_ name: String, _ path: String, _ kind: UnixSocket.Kind, _ isWell: inout Bool) {
        let head = name + String(repeating: " ", count: 10 - name.count)
        do throws(Errno) {
            _ = try UnixSocket.connect(to: path, kind)
            say("\(head)\(path) answers")
        } catch {
            say("\(head)connecting to \(path): \(error)")
            isWell = false
        }
    }
}
