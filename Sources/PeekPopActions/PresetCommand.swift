import ActionRules
import Glibc
import Linux

/// `peekpop-actions preset`: puts a preset into the configuration.
struct PresetCommand {
    let config: String
    let say: (String) -> Void

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    func list() throws {
        let chosen = try PresetBlock.name(in: text())
        for preset in Preset.all {
            let name = preset.name + String(repeating: " ", count: max(1, 14 - preset.name.count))
            say("\(preset.name == chosen ? "*" : " ") \(name)\(preset.summary)")
        }
        if chosen == nil { say("None is chosen in \(config).") }
    }

    /// Writes the file anew with the preset in it, and shows what was written. The file as it was stays beside it.
    ///
    /// - Parameter name: `none` takes the preset away.
    func choose(_ name: String) throws {
        let preset = Preset.named(name)
        let before = try text()
        let after: String
        do throws(PresetBlock.Mistake) {
            after = try PresetBlock.replace(in: before, with: preset)
        } catch {
            throw Failure(description: "\(config):\(error.line): \(error)")
        }
        guard after != before else {
            return say(
                preset == nil ? "There was no preset in \(config)." : "\(config) has the preset \(name) already.")
        }
        // A preset has no mistakes; the user's own rules may have some, which are theirs to mend.
        let result = RulesReader.parse(Array(after.utf8), file: config)
        let target = WholeFile.target(of: config)
        try attempt("making the folder of \(config)") { () throws(Errno) in try makeFolder(of: target) }
        if !before.isEmpty {
            try attempt("writing \(config).bak") { () throws(Errno) in
                try WholeFile.replace(target + ".bak", with: before.utf8, mode: 0o600, isDurable: false)
            }
        }
        try attempt("writing \(config)") { () throws(Errno) in
            try WholeFile.replace(target, with: after.utf8, mode: mode(of: target), isDurable: true)
        }
        report(preset, result, hadFile: !before.isEmpty)
    }

    private func report(_ preset: Preset?, _ result: RulesReader.Result, hadFile: Bool) {
        if let preset {
            say("Wrote to \(config):")
            say("")
            for line in PresetBlock.block(preset).split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
                say("    \(line)")
            }
            say("")
            say("It needs: \(preset.needs).")
        } else {
            say("Took the preset out of \(config).")
        }
        if hadFile {
            say("The file as it was is in \(config).bak; your own rules are as they were, and go before the preset's.")
        }
        for line in result.complaints { say("A mistake that was there before: \(line)") }
        if preset != nil {
            say(
                "A running peekpop-actions takes it at once; `systemctl --user enable --now peekpop-actions` starts one."
            )
        }
    }

    private func text() throws -> String {
        do {
            let bytes = try WholeFile.read(config, flags: O_NOCTTY | O_NONBLOCK, limit: 1 << 20)
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw Failure(description: "\(config) is not UTF-8: nothing was changed")
            }
            return text
        } catch let error as Errno {
            if error.rawValue == ENOENT { return "" }
            throw SystemError("reading \(config)", error)
        }
    }

    private func mode(of path: String) -> mode_t {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0o600
    }

    private func makeFolder(of path: String) throws(Errno) {
        var made = ""
        for part in path.split(separator: "/").dropLast() {
            made += "/\(part)"
            if mkdir(made, 0o700) < 0, Errno.current.rawValue != EEXIST, access(made, F_OK) != 0 { throw Errno.current }
        }
    }

    private func attempt(_ what: String, _ body: () throws(Errno) -> Void) throws {
        do throws(Errno) { try body() } catch { throw SystemError(what, error) }
    }
}
