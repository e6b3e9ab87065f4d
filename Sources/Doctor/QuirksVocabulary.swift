/// The keys that a libinput knows in `.quirks` files, and the values that it takes for them.
///
/// What 1.22 and 1.31 know was asked of both. Where they differ, a version between them may know either, and nothing is said
/// against it; nor against an unknown key where the version is older or newer than both.
struct QuirksVocabulary {
    let version: LibinputVersion
    /// A file of libinput's own: it fits its version, so that only what is certain is held against it.
    var isDistributed = false

    /// The versions that know a key.
    private enum Span {
        case all
        /// Up to 1.22.
        case old
        /// From 1.31 on.
        case new
        /// From ``PalmTrap/knowsModel`` to before ``PalmTrap/knowsProperty``.
        case passing
    }

    private static let old = LibinputVersion(1, 22)
    private static let new = LibinputVersion(1, 31)

    /// `nil`: not certain.
    private func isKnown(_ span: Span) -> Bool? {
        if span == .all { return true }
        // All that is known is that it is no older.
        if version.isLeast { return span != .new || version < Self.new ? nil : true }
        switch span {
        case .all: return true
        case .old: return version <= Self.old ? true : version >= Self.new ? false : nil
        case .new: return version >= Self.new ? true : version <= Self.old ? false : nil
        case .passing: return version >= PalmTrap.knowsModel && version < PalmTrap.knowsProperty
        }
    }

    /// Whether all its keys are in these tables.
    private var isWhole: Bool {
        guard !version.isLeast else { return false }
        return isDistributed ? version == Self.old || version == Self.new : version >= Self.old && version <= Self.new
    }

    private var unknown: String { "which libinput \(version) does not know" }

    // MARK: Matches

    func complaint(match key: String, _ value: String) -> String? {
        switch key {
        case "MatchName", "MatchDeviceTree": return QuirksVocabulary.isPlain(value) ? nil : "which has quotes"
        case "MatchUniq":
            if isKnown(.new) == false { return unknown }
            return QuirksVocabulary.isPlain(value) ? nil : "which has quotes"
        case "MatchDMIModalias": return value.hasPrefix("dmi:") ? nil : "which has to begin with dmi:"
        case "MatchVendor", "MatchVersion": return QuirksVocabulary.number(value) == nil ? Self.hexadecimal : nil
        case "MatchProduct":
            if isKnown(.new) == false {
                guard QuirksVocabulary.number(value) == nil else { return nil }
                return value.contains(";") ? "a list, \(unknown)" : Self.hexadecimal
            }
            let isWrong = value.split(separator: ";").contains { QuirksVocabulary.number($0) == nil }
            return isWrong ? Self.hexadecimal : nil
        case "MatchBus": return QuirksVocabulary.oneOf(LibinputQuirks.buses.keys.sorted(), value)
        case "MatchUdevType": return QuirksVocabulary.oneOf(LibinputQuirks.types.keys.sorted(), value)
        default: return isWhole ? unknown : nil
        }
    }

    private static let hexadecimal = "where a number like 0x05AC is wanted: hexadecimal, with 0x, capital letters"

    private static func isPlain(_ value: String) -> Bool { !value.hasPrefix("\"") && !value.hasPrefix("'") }

    /// `0x05AC`, as libinput wants it.
    static func number(_ text: some StringProtocol) -> UInt16? {
        let digits = text.dropFirst(2)
        guard text.hasPrefix("0x"), digits.utf8.allSatisfy({ isDigit($0) || (0x41...0x46).contains($0) }) else {
            return nil
        }
        return UInt16(digits, radix: 16)
    }

    // MARK: Settings

    func complaint(setting key: String, _ value: String) -> String? {
        guard let (span, rule) = Self.settings[key] else {
            if let span = Self.flags[key] { return isKnown(span) == false ? unknown : flag(value) }
            return isWhole || !(key.hasPrefix("Attr") || key.hasPrefix("Model")) ? unknown : nil
        }
        return isKnown(span) == false ? unknown : rule.complaint(value, self)
    }

    private func flag(_ value: String) -> String? { QuirksVocabulary.oneOf(["0", "1"], value) }

    private static let settings: [String: (Span, QuirksValue)] = [
        "AttrEventCode": (.new, .events(isSigned: true)), "AttrEventCodeDisable": (.old, .events(isSigned: false)),
        "AttrEventCodeEnable": (.old, .events(isSigned: false)),
        "AttrInputProp": (.new, .properties(isSigned: true)),
        "AttrInputPropDisable": (.old, .properties(isSigned: false)),
        "AttrInputPropEnable": (.old, .properties(isSigned: false)),
        "AttrIsVirtual": (.new, .words(["0", "1"])),
        "AttrKeyboardIntegration": (.all, .words(["internal", "external"])),
        "AttrLidSwitchReliability": (.all, .words(["reliable", "unreliable", "write_open"])),
        "AttrMscTimestamp": (.all, .words(["watch"])), "AttrPalmPressureThreshold": (.all, .count),
        "AttrPalmSizeThreshold": (.all, .count),
        "AttrPointingStickIntegration": (.all, .words(["internal", "external"])),
        "AttrPressureRange": (.all, .range), "AttrResolutionHint": (.all, .size), "AttrSizeHint": (.all, .size),
        "AttrTPKComboLayout": (.all, .words(["below"])), "AttrTabletSmoothing": (.all, .words(["0", "1"])),
        "AttrThumbPressureThreshold": (.all, .count), "AttrThumbSizeThreshold": (.all, .count),
        "AttrTouchSizeRange": (.all, .range), "AttrTrackpointMultiplier": (.all, .factor),
        "AttrUseVelocityAveraging": (.all, .words(["0", "1"])),
    ]

    private static let flags: [String: Span] = [
        "ModelALPSSerialTouchpad": .all, "ModelAppleTouchpad": .all, "ModelAppleTouchpadOneButton": .all,
        "ModelBouncingKeys": .all, "ModelChromebook": .all, "ModelClevoW740SU": .all, "ModelDellCanvasTotem": .all,
        "ModelHPPavilionDM4Touchpad": .all, "ModelHPZBookStudioG3": .all, "ModelInvertHorizontalScrolling": .all,
        "ModelLenovoScrollPoint": .all, "ModelLenovoT450Touchpad": .all, "ModelLenovoX1Gen6Touchpad": .all,
        "ModelLenovoX230": .all, "ModelPressurePad": .passing, "ModelScrollOnMiddleClick": .new,
        "ModelSynapticsSerialTouchpad": .all, "ModelSystem76Bonobo": .all, "ModelSystem76Galago": .all,
        "ModelSystem76Kudu": .all, "ModelTabletModeNoSuspend": .all, "ModelTabletModeSwitchUnreliable": .all,
        "ModelTouchpadPhantomClicks": .new, "ModelTouchpadVisibleMarker": .all, "ModelTrackball": .all,
        "ModelWacomTouchpad": .all,
    ]

    static func oneOf(_ words: [String], _ value: String) -> String? {
        words.contains(value) ? nil : "which has to be " + words.joined(separator: ", ")
    }

    static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
