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
            let isBroken = pad?.facts.axes[0x3a].map { $0.minimum >= $0.maximum } ?? false
            return Check(
                .pad, .note, text, device: id,
                advice: isBroken
                    ? ["a newer kernel may announce it right; docs/hardware.md, \"Adding a pad\", gives the true end"]
                    : ["nothing: docs/hardware.md tells which pads feel force"])
        }
    }

    /// May the daemon open the node?
    private func rightsCheck(_ pad: FoundPad, _ device: Wire.Device?) -> Check? {
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
        let account = serviceUnit?.user ?? "peekpop"
        // A daemon started by hand reads as whoever started it.
        guard serviceUnit != nil, isUsualSocket else { return nil }
        guard let user = accounts.users[account] else {
            return Check(
                .rights, .broken, "the daemon's user \(account) does not exist", device: id,
                advice: ["sudo systemd-sysusers; sudo systemctl restart peekpopd.socket"])
        }
        let groups = accounts.groups(of: account, and: serviceUnit?.groups ?? [])
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
        switch PalmTrap(pad, device: device, version: libinput, quirks: quirks) {
        case .safe(let why): return Check(.palm, .fine, "libinput \(why)", device: id(pad))
        case .trap(let trap):
            let level = trap.level.map { "a \($0.rawValue) is harder" } ?? "very hard presses are harder"
            // Its verdict of a palm cancels presses only where the daemon listens to it.
            let isBlocking = answer?.status.source == "libinput" && trap.level != nil
            return Check(
                .palm, isBlocking ? .broken : .note,
                "libinput \(libinput) takes \(trap.threshold) and more for a palm, and \(level): the pointer freezes then",
                device: id(pad),
                advice: ["sudo peekpopctl doctor --fix-libinput; it adds to \(OverridesFile.usualPath):"]
                    + trap.remedy.lines.map { "  " + $0 })
        }
    }

    /// What takes every pad here out of the trap.
    public var overrides: [LibinputOverride] {
        guard let libinput else { return [] }
        var overrides: [LibinputOverride] = []
        for pad in pads {
            // Ours from before does not count: it is written anew, or taken away.
            guard
                case .trap(let trap) = PalmTrap(
                    pad, device: device(pad), version: libinput, quirks: quirks.withoutOurs),
                !overrides.contains(trap.remedy)
            else { continue }
            overrides.append(trap.remedy)
        }
        return overrides
    }

    private func hapticsCheck(_ device: Wire.Device) -> Check? {
        guard device.padClass != .none || device.haptics else { return nil }
        let reason = device.hapticsReason.map { ": \($0)" } ?? ""
        return Check(.haptics, .fine, (device.haptics ? "yes" : "none") + reason, device: device.id)
    }

    // MARK: Calibration

    /// Sensors and hands change; a year is a habit, not a measurement.
    private static let oldDays: Int64 = 365
    /// A calibration that misses more presses than this is worth making again.
    private static let manyMisses = 0.1

    private func calibrationCheck(_ device: Wire.Device) -> Check? {
        guard device.padClass != .none else { return nil }
        let again = ["peekpopctl calibrate --device \(device.id)"]
        guard let calibration = answer?.calibrations[device.id] else {
            // What an uncalibrated pad of contact size needs is said at the pad.
            guard device.gestures else { return nil }
            let scale = device.scale?.source == .learnedClicks ? "its click level is learned" : "the defaults hold"
            return Check(
                .calibration, .fine, "none: \(scale); `peekpopctl calibrate` fits it to you", device: device.id)
        }
        guard let provenance = calibration.provenance else {
            return Check(.calibration, .fine, "there is one; when it was made it does not tell", device: device.id)
        }
        var text = "made \(provenance.created.prefix(10))"
        let days = Days(provenance.created).map { nowSeconds / 86_400 - $0.sinceEpoch }
        if let days, days >= 0 { text += " (\(days) day\(days == 1 ? "" : "s") ago)" }
        let misses = [provenance.figures?.missedPeek, provenance.figures?.missedPop].compactMap { $0 }.max()
        if let misses { text += ", misses \(Int((misses * 100).rounded())) % of presses" }
        if let perDay = provenance.figures?.falsePeeksPerDay, perDay.isFinite, perDay < 1e6 {
            text += ", \(Int(perDay.rounded())) false peeks a day"
        }
        if !device.gestures {
            return Check(
                .calibration, .note, text + "; it says that presses cannot be told here", device: device.id,
                advice: again)
        }
        if let misses, misses > Findings.manyMisses {
            return Check(.calibration, .note, text + "; that is many", device: device.id, advice: again)
        }
        if let days, days > Findings.oldDays {
            return Check(.calibration, .note, text + "; that is long", device: device.id, advice: again)
        }
        return Check(.calibration, .fine, text, device: device.id)
    }
}

/// A date as days since 1970-01-01.
struct Days {
    var sinceEpoch: Int64

    /// - Parameter text: begins as RFC 3339: `2026-01-31T…`.
    init?(_ text: String) {
        let parts = text.prefix(10).split(separator: "-").map { Int64($0) }
        guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2],
            (1970...9999).contains(year), (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        // Years that begin in March end with the leap day; 719468 days lie between their beginning and 1970.
        let y = month <= 2 ? year - 1 : year
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        sinceEpoch = y * 365 + y / 4 - y / 100 + y / 400 + dayOfYear - 719_468
    }
}

extension FoundPad {
    /// What udev says of it that makes no sense, in words.
    var nonsense: String? {
        var complaints: [String] = []
        _ = HardwareDatabase.builtIn.knowledge(of: facts) { complaints.append($0) }
        return complaints.first
    }

    /// The built-in database knows it, and udev's entry has nothing of that.
    var isUnknownToUdev: Bool {
        let imported = facts.udevProperties.contains { $0.key.hasPrefix("PEEKPOP_") }
        return !imported && HardwareDatabase.builtIn.knowledge(of: facts) != HardwareKnowledge()
    }
}

extension LibinputQuirks {
    /// Without the sections that this program has written.
    var withoutOurs: LibinputQuirks {
        var others = self
        others.drop { $0.name.hasPrefix(LibinputOverride.mark.dropFirst()) }
        return others
    }
}
