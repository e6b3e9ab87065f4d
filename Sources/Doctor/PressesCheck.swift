import PeekPopWire
import Recognition

// The last line: whether presses are told, and of which pads.
extension Findings {
    private var withoutPad: [String] {
        ["which pads feel force: \(page("hardware.md"))", "what presses are, without one: peekpopctl replay demo"]
    }

    var pressesCheck: Check {
        guard let answer else {
            return Check(
                .presses, .broken,
                pads.isEmpty
                    ? "there is no touchpad here, and no daemon that tells of presses" : "no daemon tells of them",
                advice: pads.isEmpty ? withoutPad : ["what keeps it from that stands above"])
        }
        let closed = closedPads
        let working = answer.devices.filter { device in
            device.gestures && !closed.contains { $0.node == device.node }
        }
        let others = closed.map(\.name).joined(separator: ", ")
        if let first = working.first {
            let names = working.count == 1 ? first.name : "\(working.count) pads"
            return Check(
                .presses, .fine, "they work on \(names)" + (closed.isEmpty ? "" : ", and not on \(others)"))
        }
        if !closed.isEmpty {
            return Check(
                .presses, .broken, "the daemon may not read \(others)",
                advice: ["what each pad needs stands above"])
        }
        if answer.devices.isEmpty, pads.isEmpty || !readsPads {
            return Check(.presses, .broken, "there is no touchpad here", advice: withoutPad)
        }
        return Check(
            .presses, .broken, "none of the pads here can tell a press",
            advice: ["what each pad needs stands above"])
    }

    /// Pads whose pressure the daemon could use, if it might read them.
    private var closedPads: [(node: String, name: String)] {
        guard readsPads else {
            return (answer?.devices ?? []).filter { $0.problem != nil }.map { ($0.node, $0.name) }
        }
        let found = pads.filter { pad in
            let device = device(pad)
            let isUsable = device?.gestures ?? (pad.hasContactPressure && pad.classification?.padClass != PadClass.none)
            return isUsable && rightsCheck(pad, device)?.verdict == .broken
        }.map { ($0.node, device($0)?.name ?? $0.facts.name) }
        // Pens and others that the daemon alone has found.
        let others = (answer?.devices ?? []).filter { device in
            device.problem != nil && !pads.contains { $0.node == device.node }
        }.map { ($0.node, $0.name) }
        return found + others
    }
}
