import PeekPopWire

// What has to run, and what it tells.
extension Findings {
    var socketCheck: Check {
        if answer != nil || isDenied {
            let how = socketUnit?.active == "active" || !isUsualSocket ? "" : ", though not by systemd's socket unit"
            return Check(.socket, .fine, "somebody listens on \(socketPath)\(how)")
        }
        let reason = unreachable
        guard isUsualSocket, let unit = socketUnit else {
            // Where nobody listens, the advice of the connection is systemd's, which has no part here.
            return Check(
                .socket, .broken, reason.text, advice: ["start a daemon there: \(daemonProgram) --socket \(socketPath)"]
            )
        }
        switch (unit.load, unit.active) {
        case ("not-found", _):
            return Check(
                .socket, .broken, "peekpopd.socket is not installed", advice: [Findings.installAgain])
        case ("masked", _):
            return Check(
                .socket, .broken, "peekpopd.socket is masked",
                advice: ["sudo systemctl unmask peekpopd.socket", Findings.startSocket])
        case (_, "active"):
            return Check(
                .socket, .broken, reason.text,
                advice: serviceCures.isEmpty
                    ? [reason.advice ?? "systemctl status peekpopd.service"] : serviceCures + [Findings.restart])
        case (_, "failed"):
            // What keeps the service from starting comes before: the socket fails again for it.
            return Check(
                .socket, .broken, "peekpopd.socket has failed (\(unit.result))",
                advice: serviceCures.isEmpty
                    ? ["why: journalctl -u peekpopd.socket -u peekpopd.service -n 20", Findings.restart]
                    : serviceCures + [Findings.restart])
        default:
            return Check(
                .socket, .broken, "peekpopd.socket is \(unit.active): nobody listens on \(socketPath)",
                advice: [Findings.startSocket])
        }
    }

    private static let restart =
        "sudo systemctl reset-failed peekpopd.socket peekpopd.service; sudo systemctl restart peekpopd.socket"

    /// What has to be done for the service to start; none where it could.
    private var serviceCures: [String] {
        guard isUsualSocket, let unit = serviceUnit else { return [] }
        switch (unit.load, unit.active) {
        case ("not-found", _): return [Findings.installAgain]
        case ("masked", _): return ["sudo systemctl unmask peekpopd.service"]
        // What is to be started again and again has failed as well.
        case (_, "failed"), (_, unit.result == "success" ? "" : "activating"):
            if configurationComplaint != nil {
                return ["mend the configuration until it is silent: \(checkConfiguration)"]
            }
            return ["why: journalctl -u peekpopd -n 20", "does the configuration hold: \(checkConfiguration)"]
        default: return []
        }
    }

    private var checkConfiguration: String { "peekpopctl config check" }

    private static let startSocket = "sudo systemctl enable --now peekpopd.socket"

    private var isDenied: Bool {
        if case .denied = daemon { true } else { false }
    }

    private var unreachable: (text: String, advice: String?) {
        if case .unreachable(let text, let advice) = daemon { (text, advice) } else { ("", nil) }
    }

    var serviceCheck: Check? {
        guard isUsualSocket, let unit = serviceUnit else { return nil }
        let isServed = answer != nil || isDenied
        let verdict = isServed ? Check.Verdict.note : .broken
        switch (unit.load, unit.active) {
        case ("not-found", _):
            return Check(.service, verdict, "peekpopd.service is not installed", advice: serviceCures)
        case ("masked", _):
            return Check(.service, verdict, "peekpopd.service is masked", advice: serviceCures)
        case (_, "failed"), (_, isServed || unit.result == "success" ? "" : "activating"):
            let why = configurationComplaint.map { ": \($0)" } ?? ""
            return Check(
                .service, verdict, "peekpopd.service has failed (\(unit.result))\(why)",
                advice: serviceCures + [Findings.restart])
        case (_, "active"): return Check(.service, .fine, "peekpopd.service runs")
        default: return Check(.service, .fine, "peekpopd.service starts with the first client")
        }
    }

    var accessCheck: Check? {
        switch daemon {
        case .unreachable: return nil
        case .denied where user.isInBackground:
            return Check(
                .access, .broken,
                "the daemon does not serve \(user.name) now: another user's session is in front at the pad",
                advice: ["go back to your session: it is served while it is in front"])
        case .denied:
            return Check(
                .access, .broken,
                "the daemon does not serve \(user.name): neither root, nor at the pad's seat, nor in group peekpop",
                advice: [
                    "log in at the pad's own screen: who sits there is served",
                    "from elsewhere: sudo usermod -aG peekpop \(user.name); then log in again. The group sees every press"
                        + " at any time, whoever sits at the pad",
                ])
        case .answers:
            let how =
                user.isRoot
                ? "as root"
                : user.groups.contains("peekpop") ? "as a member of group peekpop" : "as the user at the seat"
            return Check(.access, .fine, "\(user.name) may listen, \(how)")
        }
    }

    var sourceCheck: Check? {
        guard let answer, !readsPads else { return nil }
        return Check(
            .source, .note, "this daemon plays \(answer.status.source): it does not read the pads of this machine",
            advice: ["the usual daemon: peekpopctl doctor, without --socket and PEEKPOP_SOCKET"])
    }

    var errorsCheck: Check? {
        guard let answer else { return nil }
        if let refused = answer.status.refusedReload {
            return Check(
                .errors, .note, "the configuration in force is older than its files: \(refused)",
                advice: [checkConfiguration])
        }
        let problems = answer.status.problems
        guard let last = problems.last else { return Check(.errors, .fine, "none since the daemon started") }
        let device = last.device.map { "\($0): " } ?? ""
        return Check(
            .errors, .note, "\(problems.count) since the daemon started, the last: \(device)\(last.message)",
            advice: ["all of them: peekpopctl status; more: journalctl -u peekpopd"])
    }
}
