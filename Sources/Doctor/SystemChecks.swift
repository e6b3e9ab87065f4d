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

    private var libinputCheck: Check {
        guard let libinput else { return Check(.libinput, .fine, "not installed: nothing of it is in the way") }
        if let problem = quirks.problems.first {
            return Check(
                .libinput, .note, "\(libinput); \(problem)",
                advice: ["what libinput makes of its files: libinput quirks validate"])
        }
        if let misfit = quirks.misfit(libinput) {
            return Check(
                .libinput, .note,
                "\(libinput); it does not know \(misfit) of \(OverridesFile.usualPath), and then reads no quirks at all",
                advice: ["sudo peekpopctl doctor --fix-libinput, or take that line out"])
        }
        return Check(.libinput, .fine, "\(libinput)")
    }

    private var systemdCheck: Check {
        guard let systemd else {
            if answer != nil { return Check(.systemd, .fine, "does not run here: the daemon was started without it") }
            return Check(
                .systemd, .note, "does not run here: nothing starts the daemon by itself",
                advice: ["start it by hand: peekpopd --socket \(socketPath)"])
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
        case .missing:
            return Check(
                .rule, verdict,
                "udev's rule (60-peekpop.rules) is missing: nothing offers the socket when there is a pad",
                advice: ["sudo make install", Findings.reloadRules])
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
            return Check(.rule, .fine, path)
        }
    }

    private static let updateDatabase =
        "sudo systemd-hwdb update; sudo udevadm trigger --subsystem-match=input --action=change"

    /// The programs have it built in: what is amiss here costs local entries, and the rule's knowledge.
    private var databaseCheck: Check {
        guard hasUdev else { return Check(.hwdb, .fine, "built in; udev does not run here") }
        for pad in pads {
            if let nonsense = pad.nonsense {
                return Check(
                    .hwdb, .note, "\(pad.facts.name): \(nonsense); the rest of what is known holds",
                    advice: ["mend the entry in /etc/udev/hwdb.d", Findings.updateDatabase])
            }
        }
        switch database {
        case .missing:
            return Check(
                .hwdb, .note, "60-peekpop.hwdb is not installed: the copy built into the programs holds",
                advice: ["sudo make install"])
        case .masked(let path):
            return Check(
                .hwdb, .note, "switched off by \(path): the copy built into the programs holds",
                advice: ["sudo rm \(path)", Findings.updateDatabase])
        case .at(let path):
            switch compiledDatabase {
            case .missing:
                return Check(
                    .hwdb, .note, "\(path) has not been compiled into udev's hwdb.bin",
                    advice: [Findings.updateDatabase])
            case .older(let compiled):
                return Check(
                    .hwdb, .note, "\(path) is newer than \(compiled)", advice: [Findings.updateDatabase])
            case .current: break
            }
            if let pad = pads.first(where: \.isUnknownToUdev) {
                return Check(
                    .hwdb, .note, "udev has not told \(pad.facts.name) what \(path) knows",
                    advice: [Findings.updateDatabase])
            }
            return Check(.hwdb, .fine, path)
        }
    }

    // MARK: Running

    private var socketCheck: Check {
        if answer != nil || isDenied {
            let how = socketUnit?.active == "active" || !isUsualSocket ? "" : ", though not by systemd's socket unit"
            return Check(.socket, .fine, "somebody listens on \(socketPath)\(how)")
        }
        let reason = unreachable
        guard isUsualSocket, let unit = socketUnit else {
            // Where nobody listens, the advice of the connection is systemd's, which has no part here.
            return Check(
                .socket, .broken, reason.text, advice: ["start a daemon there: peekpopd --socket \(socketPath)"])
        }
        switch (unit.load, unit.active) {
        case ("not-found", _):
            return Check(
                .socket, .broken, "peekpopd.socket is not installed", advice: ["sudo make install"])
        case ("masked", _):
            return Check(
                .socket, .broken, "peekpopd.socket is masked",
                advice: ["sudo systemctl unmask peekpopd.socket", Findings.startSocket])
        case (_, "active"):
            return Check(
                .socket, .broken, reason.text,
                advice: [reason.advice ?? "systemctl status peekpopd.service"])
        case (_, "failed"):
            return Check(
                .socket, .broken, "peekpopd.socket has failed (\(unit.result))",
                advice: [
                    "why: journalctl -u peekpopd.socket -u peekpopd.service -n 20",
                    "sudo systemctl reset-failed peekpopd.socket peekpopd.service; sudo systemctl start peekpopd.socket",
                ])
        default:
            return Check(
                .socket, .broken, "peekpopd.socket is \(unit.active): nobody listens on \(socketPath)",
                advice: [Findings.startSocket])
        }
    }

    private static let startSocket = "sudo systemctl enable --now peekpopd.socket"

    private var isDenied: Bool {
        if case .denied = daemon { true } else { false }
    }

    private var unreachable: (text: String, advice: String?) {
        if case .unreachable(let text, let advice) = daemon { (text, advice) } else { ("", nil) }
    }

    private var serviceCheck: Check? {
        guard isUsualSocket, let unit = serviceUnit else { return nil }
        let isServed = answer != nil || isDenied
        let reset = "sudo systemctl reset-failed peekpopd.service; sudo systemctl restart peekpopd.socket"
        switch (unit.load, unit.active) {
        case ("not-found", _):
            return Check(
                .service, isServed ? .note : .broken, "peekpopd.service is not installed",
                advice: ["sudo make install"])
        case ("masked", _):
            return Check(
                .service, isServed ? .note : .broken, "peekpopd.service is masked",
                advice: ["sudo systemctl unmask peekpopd.service"])
        // What is to be started again and again has failed as well.
        case (_, "failed"), (_, isServed ? "" : "activating"):
            return Check(
                .service, isServed ? .note : .broken, "peekpopd.service has failed (\(unit.result))",
                advice: ["why: journalctl -u peekpopd -n 20", reset])
        case (_, "active"): return Check(.service, .fine, "peekpopd.service runs")
        default: return Check(.service, .fine, "peekpopd.service starts with the first client")
        }
    }

    private var accessCheck: Check? {
        switch daemon {
        case .unreachable: return nil
        case .denied:
            return Check(
                .access, .broken,
                "the daemon does not serve \(user.name): neither root, nor at the pad's seat, nor in group peekpop",
                advice: ["sudo usermod -aG peekpop \(user.name); then log in again"])
        case .answers:
            let how =
                user.isRoot
                ? "as root"
                : user.groups.contains("peekpop") ? "as a member of group peekpop" : "as the user at the seat"
            return Check(.access, .fine, "\(user.name) may listen, \(how)")
        }
    }

    private var sourceCheck: Check? {
        guard let answer, !readsPads else { return nil }
        return Check(
            .source, .note, "this daemon plays \(answer.status.source): it does not read the pads of this machine",
            advice: ["the usual daemon: peekpopctl doctor, without --socket and PEEKPOP_SOCKET"])
    }

    private var errorsCheck: Check? {
        guard let answer else { return nil }
        if let refused = answer.status.refusedReload {
            return Check(
                .errors, .note, "the configuration in force is older than its files: \(refused)",
                advice: ["peekpopd --check-config"])
        }
        let problems = answer.status.problems
        guard let last = problems.last else { return Check(.errors, .fine, "none since the daemon started") }
        let device = last.device.map { "\($0): " } ?? ""
        return Check(
            .errors, .note, "\(problems.count) since the daemon started, the last: \(device)\(last.message)",
            advice: ["all of them: peekpopctl status; more: journalctl -u peekpopd"])
    }

    private static let withoutPad = [
        "which pads feel force: docs/hardware.md", "see it without one: peekpopd --source demo --socket /tmp/demo",
    ]

    private var pressesCheck: Check {
        guard let answer else {
            return Check(
                .presses, .broken,
                pads.isEmpty
                    ? "there is no touchpad here, and no daemon that tells of presses" : "no daemon tells of them",
                advice: pads.isEmpty ? Findings.withoutPad : ["what keeps it from that stands above"])
        }
        let working = answer.devices.filter { $0.gestures && $0.problem == nil }
        if let first = working.first {
            let pads = working.count == 1 ? first.name : "\(working.count) pads"
            return Check(.presses, .fine, "they work on \(pads)", advice: [])
        }
        if answer.devices.isEmpty {
            return Check(
                .presses, .broken, "there is no touchpad here", advice: Findings.withoutPad)
        }
        return Check(
            .presses, .broken, "none of the pads here can tell a press",
            advice: ["what each pad needs stands above"])
    }
}
