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
        let chosen = try block(in: file())?.name
        for preset in Preset.all {
            let name = preset.name + String(repeating: " ", count: max(1, 14 - preset.name.count))
            say("\(preset.name == chosen ? "*" : " ") \(name)\(preset.summary)")
        }
        if chosen == nil { say("None is chosen in \(config).") }
    }

    /// Writes the file anew with the preset in it, and shows what was written. What a person has written and cannot be had
    /// back by choosing once more stays beside it.
    ///
    /// - Parameter name: `none` takes the preset away.
    func choose(_ name: String) throws {
        let preset = Preset.named(name)
        let before = try file()
        let found = try block(in: before)
        let after: [UInt8]
        do throws(PresetBlock.Mistake) { after = try PresetBlock.replace(in: before, with: preset) } catch {
            throw failure(error)
        }
        guard after != before else {
            return say(
                preset == nil ? "There was no preset in \(config)." : "\(config) has the preset \(name) already.")
        }
        // A preset has no mistakes; the user's own rules may have some, which are theirs to mend.
        let result = RulesReader.parse(after, file: config)
        let target = try target()
        var status = stat()
        if stat(target, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
            // /dev/null counts as an empty configuration, and is not to become a full one.
            throw Failure(description: "\(target) is no file that could be written anew: nothing was changed")
        }
        try attempt("making the folder of \(config)") { () throws(Errno) in try makeFolder(of: target) }
        var backup: String?
        if !before.isEmpty, found?.isPristine != true { backup = try keep(before, of: target) }
        try attempt("writing \(config)") { () throws(Errno) in
            try WholeFile.replace(target, with: after, mode: mode(of: target), isDurable: true)
        }
        report(preset, result, hasOwn: before.count > (found?.count ?? 0), backup: backup)
    }

    /// The file to write: where links lead, also to one that is not there yet. A link leads to a place that somebody chose:
    /// no folder is made there.
    private func target() throws -> String {
        let walk = PathWalk(config)
        if let problem = walk.problem, problem.rawValue != ENOENT {
            throw SystemError("looking for \(config)", problem)
        }
        if let broken = walk.broken, !broken.isFile {
            throw Failure(
                description: "\(broken.link) is a link, and there is no folder \(broken.missing) where it leads to:"
                    + " make it first, or remove the link (nothing was changed)")
        }
        return walk.target
    }

    /// Puts a file as it was beside it, under a name that nothing has yet; or finds that it is there already.
    ///
    /// - Returns: the name.
    private func keep(_ bytes: [UInt8], of path: String) throws -> String {
        var number = 0
        while true {
            let name = "\(path).bak" + (number > 0 ? ".\(number)" : "")
            do throws(Errno) {
                let file = try FileDescriptor.open(name, O_WRONLY | O_CREAT | O_EXCL, permissions: 0o600)
                do throws(Errno) {
                    try file.writeAll(bytes)
                    _ = try retrying { fchmod(file.rawValue, mode(of: path)) }
                    _ = try retrying { fsync(file.rawValue) }
                } catch {
                    unlink(name)
                    throw error
                }
                return name
            } catch {
                guard error.rawValue == EEXIST else { throw SystemError("writing \(name)", error) }
                let kept = try? WholeFile.read(name, flags: O_NOCTTY | O_NONBLOCK, limit: bytes.count)
                if kept == bytes { return name }
                number += 1
            }
        }
    }

    private func report(_ preset: Preset?, _ result: RulesReader.Result, hasOwn: Bool, backup: String?) {
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
        if preset != nil, hasOwn { say("Your own rules are as they were, and go before the preset's.") }
        if let backup { say("The file as it was is in \(backup).") }
        for line in result.complaints { say("A mistake that was there before: \(line)") }
        if preset != nil {
            say(
                "A running peekpop-actions takes it at once; `systemctl --user enable --now peekpop-actions` starts one."
            )
        }
    }

    private func block(in file: [UInt8]) throws -> PresetBlock.Found? {
        do throws(PresetBlock.Mistake) { return try PresetBlock.find(in: file) } catch { throw failure(error) }
    }

    private func failure(_ mistake: PresetBlock.Mistake) -> Failure {
        Failure(description: "\(config):\(mistake.line): \(mistake)")
    }

    private func file() throws -> [UInt8] {
        let bytes = try RulesReader.load(config) ?? []
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw Failure(description: "\(config) is not UTF-8: nothing was changed")
        }
        return bytes
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
