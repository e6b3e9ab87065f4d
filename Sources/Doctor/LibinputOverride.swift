import InputSources

/// A section of `/etc/libinput/local-overrides.quirks` that takes a pad out of the trap.
public struct LibinputOverride: Equatable, Sendable {
    /// Sections of ours begin with this.
    static let mark = "[PeekPop "

    /// In a new libinput, and in all of them.
    private static let isPressurePad = "AttrInputProp=+INPUT_PROP_PRESSUREPAD"
    private static let hasNoPalms = "AttrPalmPressureThreshold=0"

    public var lines: [String]

    /// - Parameters:
    ///   - version: of the libinput that will read it.
    ///   - isForce: whether its pressure is force, so that nothing else of it should be read as contact size either.
    init(_ facts: DeviceFacts, version: LibinputVersion, isForce: Bool) {
        func hex(_ number: UInt16) -> String {
            let digits = String(number, radix: 16, uppercase: true)
            return "0x" + String(repeating: "0", count: 4 - digits.count) + digits
        }
        // What a name could do to the file: nothing. Outside ASCII, how many characters something is depends on the locale.
        var name = facts.name.unicodeScalars.map { scalar -> Character in
            guard scalar.isASCII else { return "*" }
            let character = Character(scalar)
            return character.isLetter || character.isNumber || " :._-/".contains(character) ? character : "?"
        }
        // libinput refuses a line that ends with a blank.
        if name.last == " " { name[name.count - 1] = "?" }
        var lines = [LibinputOverride.mark + String(name) + "]", "MatchUdevType=touchpad"]
        if let bus = LibinputQuirks.buses.first(where: { $0.value == facts.bus })?.key {
            lines.append("MatchBus=\(bus)")
        }
        if facts.vendor != 0 || facts.product != 0 {
            lines += ["MatchVendor=\(hex(facts.vendor))", "MatchProduct=\(hex(facts.product))"]
        } else if !name.isEmpty {
            lines.append("MatchName=\(String(name))")
        }
        // A key that a libinput does not know costs it all its quirks. `ModelPressurePad` is known from 1.23 to 1.30 alone,
        // and would do that with the next upgrade; the threshold is known to all of them.
        lines.append(isForce ? LibinputOverride.pressurePad(version) : LibinputOverride.hasNoPalms)
        self.lines = lines
    }

    private static func pressurePad(_ version: LibinputVersion) -> String {
        version >= PalmTrap.knowsProperty && !version.isLeast ? isPressurePad : hasNoPalms
    }

    /// Lines that are to the letter what this program writes: anything else in them is somebody's, and so is the section.
    private init?(lines: [Substring]) {
        guard let head = lines.first, head.hasPrefix(LibinputOverride.mark), head.hasSuffix("]") else { return nil }
        var rest = lines.dropFirst()
        func skip(_ isThis: (Substring) -> Bool) -> Bool {
            guard let line = rest.first, isThis(line) else { return false }
            rest = rest.dropFirst()
            return true
        }
        guard skip({ $0 == "MatchUdevType=touchpad" }) else { return nil }
        _ = skip { line in LibinputQuirks.buses.keys.contains { line == "MatchBus=\($0)" } }
        let name = head.dropFirst(LibinputOverride.mark.count).dropLast()
        if skip({ LibinputOverride.isNumber($0, "MatchVendor=") }) {
            guard skip({ LibinputOverride.isNumber($0, "MatchProduct=") }) else { return nil }
        } else {
            _ = skip { $0 == "MatchName=\(name)" }
        }
        guard rest.count == 1, let setting = rest.first.map(String.init),
            [LibinputOverride.isPressurePad, LibinputOverride.hasNoPalms].contains(setting)
        else { return nil }
        self.lines = lines.map(String.init)
    }

    private static func isNumber(_ line: Substring, _ key: String) -> Bool {
        line.hasPrefix(key) && line.utf8.count == key.utf8.count + 6
            && QuirksVocabulary.number(line.dropFirst(key.count)) != nil
    }

    /// Which devices it is for.
    private var matches: ArraySlice<String> { lines.dropFirst().dropLast() }

    // MARK: The file

    private static let note = "# By peekpopctl doctor: high pressure on this pad is a press, and no palm."

    /// The text of the overrides file with these sections: what others wrote stays as it is, and so do earlier sections of
    /// ours, for pads that are not here; those in words that this libinput would refuse change their words.
    public static func merged(
        _ overrides: [LibinputOverride], into existing: String?, version: LibinputVersion
    ) -> String {
        let file = split(existing ?? "")
        var text = file.others
        if !text.isEmpty, !text.hasSuffix("\n") { text += "\n" }
        let earlier = file.ours.filter { old in !overrides.contains { $0.matches == old.matches } }.map { old in
            var kept = old
            if kept.lines.last == isPressurePad { kept.lines[kept.lines.count - 1] = pressurePad(version) }
            return kept
        }
        for override in earlier + overrides {
            if !text.isEmpty { text += "\n" }
            text += note + "\n" + override.lines.joined(separator: "\n") + "\n"
        }
        return text
    }

    /// Whether a file has anything that is not ours.
    static func hasOthers(_ text: String) -> Bool { others(text).contains { !$0.isWhitespace } }

    /// A file's text without the sections that are ours.
    static func others(_ text: String) -> String { split(text).others }

    private static func split(_ text: String) -> (others: String, ours: [LibinputOverride]) {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
        var kept: [Substring] = []
        var ours: [LibinputOverride] = []
        while let line = lines.first {
            let hasNote = line == note
            let section = (hasNote ? lines.dropFirst() : lines)
            let body = section.prefix(while: { !$0.isEmpty && ($0.hasPrefix(mark) || !$0.hasPrefix("[")) })
            // Two of ours in a row, or a comment behind one, are not one section.
            let end = body.dropFirst().firstIndex { $0.hasPrefix("[") || $0.hasPrefix("#") } ?? body.endIndex
            guard let override = LibinputOverride(lines: Array(body[..<end])),
                LibinputOverride.isWhole(lines[end...])
            else {
                kept.append(line)
                lines = lines.dropFirst()
                continue
            }
            ours.append(override)
            // With the blank lines behind it.
            lines = lines[end...].drop { $0.isEmpty }
        }
        while kept.last?.isEmpty == true { kept.removeLast() }
        return (kept.isEmpty ? "" : kept.joined(separator: "\n") + "\n", ours)
    }

    /// Whether a section ended before these lines: the next thing, but for blank lines and comments, is another section.
    private static func isWhole(_ rest: ArraySlice<Substring>) -> Bool {
        rest.first { !$0.isEmpty && !$0.hasPrefix("#") }?.hasPrefix("[") ?? true
    }
}
