import Recognition

/// The properties of the hardware database, `PEEKPOP_CLASS` and so on, as udev and its hwdb spell them.
extension HardwareKnowledge {
    enum Key: String, CaseIterable {
        case padClass = "PEEKPOP_CLASS"
        case unitsPerGram = "PEEKPOP_UNITS_PER_GRAM"
        case clickPressure = "PEEKPOP_CLICK_PRESSURE"
        case sharing = "PEEKPOP_SHARING"
        case pressureMaximum = "PEEKPOP_PRESSURE_MAX"
    }

    /// What all of them begin with.
    static let prefix = "PEEKPOP_"

    /// Takes a property in; what makes no sense changes nothing.
    mutating func take(_ key: String, _ value: String) {
        guard let key = Key(rawValue: key) else { return }
        switch key {
        case .padClass: padClass = PadClass(rawValue: value) ?? padClass
        case .unitsPerGram: unitsPerGram = HardwareKnowledge.positive(value) ?? unitsPerGram
        case .clickPressure: clickPressure = HardwareKnowledge.positive(value) ?? clickPressure
        case .sharing: sharing = ForceSharing(rawValue: value) ?? sharing
        case .pressureMaximum: pressureMaximum = HardwareKnowledge.positiveInteger(value) ?? pressureMaximum
        }
    }

    /// Why a property makes no sense; `nil` where it does.
    static func complaint(_ name: String, _ value: String) -> String? {
        guard let key = Key(rawValue: name) else { return "unknown property \(name)" }
        let wanted: String
        switch key {
        case .padClass:
            if PadClass(rawValue: value) != nil { return nil }
            wanted = list(PadClass.allCases)
        case .sharing:
            if ForceSharing(rawValue: value) != nil { return nil }
            wanted = list(ForceSharing.allCases)
        case .unitsPerGram, .clickPressure:
            if positive(value) != nil { return nil }
            wanted = "a number above 0, a million at most"
        case .pressureMaximum:
            if positiveInteger(value) != nil { return nil }
            wanted = "an integer above 0, a million at most"
        }
        return "\(name)=\(value): it has to be \(wanted)"
    }

    private static func list<T: RawRepresentable<String>>(_ cases: [T]) -> String {
        cases.dropLast().map(\.rawValue).joined(separator: ", ") + " or " + (cases.last?.rawValue ?? "")
    }

    /// No pad counts further.
    private static let most = 1_000_000

    private static func positive(_ text: String) -> Float? {
        guard text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == UInt8(ascii: ".") }),
            let number = Float(text), number > 0, number <= Float(most)
        else { return nil }
        return number
    }

    private static func positiveInteger(_ text: String) -> Int32? {
        guard let number = Int32(text), number > 0, number <= most else { return nil }
        return number
    }
}
