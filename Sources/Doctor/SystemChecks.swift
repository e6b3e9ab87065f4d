import Linux

// What `make install` puts in place, and what has to run.
extension Findings {
    /// Every line, in the order in which they are shown.
    public var checks: [Check] {
        var checks = [kernelCheck, libinputCheck, systemdCheck, ruleCheck, databaseCheck]
        checks += [socketCheck, serviceCheck, accessCheck, sourceCheck].compactMap { $0 }
        checks += padChecks
        checks += [errorsCheck, pressesCheck].compactMap { $0 }
        return checks
    }

    private var kernelCheck: Check {
        Check(.kernel, .fine, "Linux \(kernel)")
    }

    private var systemdCheck: Check {
        guard let systemd else {
            if answer != nil { return Check(.systemd, .fine, "does not run here: the daemon was started without it") }
            return Check(
                .systemd, .note, "does not run here: nothing starts the daemon by itself",
                advice: ["start it by hand: \(daemonProgram) --socket \(socketPath)"])
        }
        return Check(.systemd, .fine, systemd)
    }

    private static let reloadRules =
        "sudo udevadm control --reload; sudo udevadm trigger --subsystem-match=input --action=change"

    private var ruleCheck: Check {
        // Where the socket is there already, it is not what is missing.
        let verdict = answer == nil ? Check.Verdict.broken : .note
        guard hasUdev else { return Check(.rule, .note, "udev does not run here: pads are found without it") }
        switch rule {
        case .missing, .unread:
            return Check(
                .rule, verdict,
                "udev's rule (60-peekpop.rules) is missing: nothing offers the socket when there is a pad",
                advice: [Findings.installAgain, Findings.reloadRules])
        case .masked(let path):
            return Check(
                .rule, verdict, "udev's rule is switched off by \(path)",
                advice: ["sudo rm \(path)", Findings.reloadRules])
        case .at(let path):
            let waiting = pads.filter { pad in
                let isUsable = (device(pad)?.padClass ?? pad.classification?.padClass).map { $0 != .none } ?? true
                return pad.hasContactPressure && isUsable && !pad.isOffered
            }
            if let pad = waiting.first {
                return Check(
                    .rule, verdict, "\(path), which has not been applied to \(pad.facts.name)",
                    advice: [Findings.reloadRules])
            }
            if !ruleImports {
                return Check(
                    .rule, .note, "\(path) is of an older version: it does not ask udev's hwdb about pads",
                    advice: [
                        Findings.installAgain + "; or take the file away where a newer one is installed",
                        Findings.reloadRules,
                    ])
            }
            return Check(.rule, .fine, path)
        }
    }

    /// A database in `/etc` counts before udev's own, which it would hide for good were it made without need.
    private var updateDatabase: String {
        let isInEtc =
            switch compiledDatabase {
            case .missing: false
            case .older(let path, _), .current(let path): path.hasPrefix("/etc/")
            }
        return "sudo systemd-hwdb\(isInEtc ? "" : " --usr") update; "
            + "sudo udevadm trigger --subsystem-match=input --action=change"
    }

    /// The programs have it built in: what is amiss here costs local entries, and the rule's knowledge.
    private var databaseCheck: Check {
        guard hasUdev else { return Check(.hwdb, .fine, "built in; udev does not run here") }
        let nonsense = pads.flatMap { pad in pad.nonsense.map { "\(pad.facts.name): \($0)" } }
        if !nonsense.isEmpty {
            return Check(
                .hwdb, .note, nonsense.joined(separator: "; ") + "; the rest of what is known holds",
                advice: ["mend the entry in /etc/udev/hwdb.d", updateDatabase])
        }
        if case .older(let compiled, let source) = compiledDatabase {
            return Check(
                .hwdb, .note, "\(source) is newer than \(compiled), which does not have its entries",
                advice: [updateDatabase])
        }
        switch database {
        case .missing:
            return Check(
                .hwdb, .note, "60-peekpop.hwdb is not installed: the copy built into the programs holds",
                advice: [Findings.installAgain])
        case .unread(let path):
            return Check(
                .hwdb, .note, "systemd does not read \(path): the copy built into the programs holds",
                advice: ["sudo mv \(path) /etc/udev/hwdb.d/", updateDatabase])
        case .masked(let path):
            return Check(
                .hwdb, .note, "switched off by \(path): the copy built into the programs holds",
                advice: ["sudo rm \(path)", updateDatabase])
        case .at(let path):
            if compiledDatabase == .missing {
                return Check(
                    .hwdb, .note, "\(path) has not been compiled into udev's hwdb.bin",
                    advice: [updateDatabase])
            }
            // With an old rule, no entry gets to a pad.
            if ruleImports, let pad = pads.first(where: \.isUnknownToUdev) {
                return Check(
                    .hwdb, .note, "udev has not told \(pad.facts.name) what \(path) knows",
                    advice: [updateDatabase])
            }
            return Check(.hwdb, .fine, path)
        }
    }
}
