// What libinput is here, what it makes of its quirks, and what would mend them.
extension Findings {
    var libinputCheck: Check {
        guard let libinput else { return Check(.libinput, .fine, "not installed: nothing of it is in the way") }
        guard let refusal = quirks.reading(by: libinput).refusal else { return Check(.libinput, .fine, "\(libinput)") }
        return Check(
            .libinput, .note, "\(libinput), which reads no quirks at all: \(refusal)",
            advice: obstacle == nil
                ? ["sudo peekpopctl doctor --fix-libinput writes it anew"]
                : advice(refusal) + ["what libinput says itself: libinput quirks validate"])
    }

    private func advice(_ refusal: QuirksRefusal) -> [String] {
        if refusal.file == LibinputQuirks.folder {
            return ["install the package again that brings them (Debian: libinput-bin)"]
        }
        if refusal.line != nil { return ["mend that line, or take it out"] }
        return refusal.file == OverridesFile.usualPath ? ["mend that file, or take it away"] : []
    }

    /// What takes every pad here out of the trap.
    public var overrides: [LibinputOverride] {
        guard let libinput else { return [] }
        // Ours from before does not count: it is written anew.
        let reading = quirks.withoutOurs.reading(by: libinput)
        var overrides: [LibinputOverride] = []
        for pad in pads {
            guard case .trap(let trap) = PalmTrap(pad, device: device(pad), version: libinput, quirks: reading),
                !overrides.contains(trap.remedy)
            else { continue }
            overrides.append(trap.remedy)
        }
        return overrides
    }

    /// Whether there is anything to mend: a pad in the trap, or words of ours that this libinput refuses.
    public var isMendable: Bool {
        guard let libinput else { return false }
        return !overrides.isEmpty || quirks.reading(by: libinput).refusal != nil
    }

    /// The overrides file as it would be mended.
    ///
    /// - Parameter before: its text now; `nil` where there is none.
    public func mended(_ before: String?) -> String? {
        let overrides = overrides
        guard let libinput, before != nil || !overrides.isEmpty else { return before }
        return LibinputOverride.merged(overrides, into: before, version: libinput)
    }

    /// Why libinput would read no quirks even with this text in the overrides file; `nil`: without that file.
    public func obstacle(to text: String?) -> QuirksRefusal? {
        guard let libinput else { return nil }
        let after = quirks.replacingOverrides(text)
        if let left = after.reading(by: libinput).refusal {
            // Where ours is what cannot follow, what stands before it is to be mended, and that is refused already.
            return left.text.hasPrefix(LibinputOverride.mark) ? quirks.reading(by: libinput).refusal ?? left : left
        }
        // What libinput alone has seen, nobody can say to be gone.
        var unasked = quirks
        unasked.validation = .unasked
        return unasked.reading(by: libinput).refusal == nil ? quirks.reading(by: libinput).refusal : nil
    }

    /// What stays in the way of every override after the sections of ours are written anew.
    var obstacle: QuirksRefusal? {
        // What stands in a file that this user may not read, nobody can say.
        if let unreadable = quirks.unreadable { return unreadable }
        let before = quirks.files.first { $0.path == OverridesFile.usualPath }?.text
        return obstacle(to: mended(before))
    }
}
