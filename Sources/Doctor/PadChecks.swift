import InputSources
import Linux
import PeekPopWire
import Recognition

// Each pad: what it is, whether it may be read, what libinput makes of it.
extension Findings {
    var padChecks: [Check] {
        let found = readsPads ? pads : []
        // Pens, and the pads of a recording.
        let others = (answer?.devices ?? []).filter { device in !found.contains { $0.node == device.node } }
        return found.flatMap { pad in
            let device = device(pad)
            return [padCheck(pad, device), rightsCheck(pad, device), palmCheck(pad, device)].compactMap { $0 }
                + [device.flatMap(hapticsCheck), device.flatMap(calibrationCheck)].compactMap { $0 }
        }
            + others.flatMap { device in
                [padCheck(nil, device), hapticsCheck(device), calibrationCheck(device)].compactMap { $0 }
            }
    }

    private func id(_ pad: FoundPad) -> String { device(pad)?.id ?? pad.description.id }

    private func padCheck(_ pad: FoundPad?, _ device: Wire.Device?) -> Check {
        let name = device?.name ?? pad?.facts.name ?? ""
        let id = device?.id ?? pad.map(self.id)
        let found =
            device.map { ($0.padClass, $0.reason) } ?? pad?.classification.map { ($0.padClass, $0.reason) }
        guard let (padClass, reason) = found else {
            return Check(
                .pad, .note, "\(name): its class is not known, for nobody could read it", device: id,
                advice: ["see more as root: sudo peekpopctl doctor"])
        }
        let text = "\(name): \(padClass.rawValue), \(reason)"
        if device?.gestures == true { return Check(.pad, .fine, text, device: id) }
        switch padClass {
        case .grams, .force:
            // Without the daemon's word, nothing speaks against it.
            let isOff = device != nil
            return Check(
                .pad, isOff ? .note : .fine, text + (isOff ? "; presses are off" : ""), device: id,
                advice: isOff ? ["why: peekpopctl devices"] : [])
        case .area:
            return Check(
                .pad, .note, text + "; presses are off", device: id,
                advice: ["find out whether it can tell a press: peekpopctl calibrate --device \(id ?? "")"])
        case .none:
            if device?.kind == .pen, answer?.status.source == "evdev" {
                return Check(
                    .pad, .note, text, device: id,
                    advice: [
                        "presses of pens: source = libinput in [daemon] of /etc/peekpop/peekpopd.conf;"
                            + " then sudo systemctl restart peekpopd"
                    ])
            }
            let isBroken = pad?.pressure(device).map { $0.minimum >= $0.maximum } ?? false
            return Check(
                .pad, .note, text, device: id,
                advice: isBroken
                    ? [
                        "a newer kernel may announce it right;"
                            + " \(page("hardware.md")), \"Adding a pad\", gives the true end"
                    ]
                    : ["nothing: \(page("hardware.md")) tells which pads feel force"])
        }
    }

    /// May the daemon open the node?
    func rightsCheck(_ pad: FoundPad, _ device: Wire.Device?) -> Check? {
        let id = id(pad)
        if let problem = device?.problem {
            return Check(
                .rights, .broken, "the daemon: \(problem)", device: id,
                advice: ["who may (usual: root input, rw-rw----): ls -l \(pad.node)", Findings.restoreNode])
        }
        guard let node = pad.access else {
            return Check(
                .rights, .broken, "\(pad.node) is not there, or may not be looked at", device: id,
                advice: ["ls -l \(pad.node)"])
        }
        // A daemon started by hand reads as whoever started it; of a unit that is masked or missing, systemd tells neither
        // user nor groups.
        guard let serviceUnit, serviceUnit.load == "loaded", isUsualSocket else { return nil }
        let account = serviceUnit.user ?? "root"
        guard let user = accounts.users[account] else {
            return Check(
                .rights, .broken, "the daemon's user \(account) does not exist", device: id,
                advice: ["sudo systemd-sysusers; sudo systemctl restart peekpopd.socket"])
        }
        let groups = accounts.groups(of: account, and: serviceUnit.groups)
        let isReadable =
            user.id == 0 || (node.owner == user.id && node.mode & 0o400 != 0)
            || (groups.contains(node.group) && node.mode & 0o040 != 0) || node.mode & 0o004 != 0
        let group = accounts.name(ofGroup: node.group)
        guard isReadable else {
            return Check(
                .rights, .broken,
                "\(account) may not open \(pad.node) (group \(group), mode \(String(node.mode, radix: 8)))", device: id,
                advice: [Findings.restoreNode, "sudo udevadm trigger --action=add \(pad.node)"])
        }
        let how = groups.contains(node.group) && node.mode & 0o040 != 0 ? ", by group \(group)" : ""
        return Check(.rights, .fine, "\(account) may open \(pad.node)\(how)", device: id)
    }

    private static let restoreNode = "which rule changes it: grep -rE 'MODE|GROUP' /etc/udev/rules.d"

    private func palmCheck(_ pad: FoundPad, _ device: Wire.Device?) -> Check? {
        guard let libinput, pad.facts.kind == .touchpad, pad.hasContactPressure else { return nil }
        let id = id(pad)
        let reading = quirks.reading(by: libinput)
        switch PalmTrap(pad, device: device, version: libinput, quirks: reading) {
        case .safe(let why): return Check(.palm, .fine, "libinput \(why)", device: id)
        case .unknown:
            return Check(
                .palm, .note,
                "not known: whether libinput takes its pressure for a palm depends on its axis,"
                    + " which \(user.name) may not read", device: id,
                advice: ["see more as root: sudo peekpopctl doctor"])
        case .trap(let trap):
            let reach =
                switch trap.reach {
                case .level(let level): "a \(level.rawValue) is harder"
                case .beyondPop: "a press harder than a pop gets there"
                case .unknown: "a hard press may get there"
                }
            // A note, whatever the source: the pressure that is recognised comes from the kernel, and does not freeze.
            return Check(
                .palm, .note,
                "libinput \(libinput) takes \(trap.threshold) and more for a palm, and \(reach): the pointer freezes then",
                device: id,
                advice: mending(reading)
                    + ["sudo peekpopctl doctor --fix-libinput; it adds to \(OverridesFile.usualPath):"]
                    + trap.remedy.lines.map { "  " + $0 })
        }
    }

    /// What has to be mended before any override can help.
    private func mending(_ reading: QuirksReading) -> [String] {
        // What is only wrong in sections of ours is mended with them.
        guard reading.refusal != nil, obstacle != nil else { return [] }
        return ["first mend what keeps libinput from reading any quirks: see libinput above"]
    }

    private func hapticsCheck(_ device: Wire.Device) -> Check? {
        guard device.padClass != .none || device.haptics else { return nil }
        let reason = device.hapticsReason.map { ": \($0)" } ?? ""
        return Check(.haptics, .fine, (device.haptics ? "yes" : "none") + reason, device: device.id)
    }
}

extension FoundPad {
    /// What udev says of it that makes no sense, in words.
    var nonsense: [String] {
        var complaints: [String] = []
        _ = HardwareDatabase.builtIn.knowledge(of: facts) { complaints.append($0) }
        return complaints
    }

    /// The built-in database knows it, and udev's entry has nothing of that.
    var isUnknownToUdev: Bool {
        let imported = facts.udevProperties.contains { $0.key.hasPrefix("PEEKPOP_") }
        return !imported && HardwareDatabase.builtIn.knowledge(of: facts) != HardwareKnowledge()
    }
}
