/// Finds the first web address in a text: an IRI as people write it (RFC 3987), of which nothing is cut off.
///
/// Up to the end by what stands around addresses, not by what the RFC allows: an address that is cut in the middle leads
/// elsewhere. Letters and digits of all scripts belong to it; quotes, and the punctuation and brackets of other scripts do not.
enum WebAddress {
    private static let schemes = ["https://", "http://"].map { Array($0.unicodeScalars) }

    /// The first `http://` or `https://` address, without what a sentence puts after it.
    static func first(in text: String) -> String? {
        // By scalars: a mark that clings to a quote must not hide it.
        let scalars = Array(text.unicodeScalars)
        for start in scalars.indices where scalars[start] == "h" || scalars[start] == "H" {
            guard let scheme = schemes.first(where: { begins(scalars[start...], with: $0) }) else { continue }
            let body = trimmed(extent(of: scalars[(start + scheme.count)...]))
            // Without a host it is none.
            guard let first = body.first, !"/?#".unicodeScalars.contains(first) else { continue }
            return String(String.UnicodeScalarView(scalars[start..<body.endIndex]))
        }
        return nil
    }

    private static func begins(_ scalars: ArraySlice<Unicode.Scalar>, with scheme: [Unicode.Scalar]) -> Bool {
        guard scalars.count >= scheme.count else { return false }
        return zip(scalars, scheme).allSatisfy { scalar, letter in
            scalar == letter || ("A"..."Z").contains(scalar) && scalar.value | 0x20 == letter.value
        }
    }

    /// What follows on the scheme, with the punctuation of the sentence.
    private static func extent(of scalars: ArraySlice<Unicode.Scalar>) -> ArraySlice<Unicode.Scalar> {
        var isHost = true
        for index in scalars.indices {
            let scalar = scalars[index]
            if "/?#".unicodeScalars.contains(scalar) { isHost = false }
            switch kind(scalar) {
            case .inside: continue
            // No host has one.
            case .dash where !isHost: continue
            // An apostrophe has letters on both sides.
            case .apostrophe
            where !isHost && scalars[index - 1].properties.isAlphabetic
                && scalars[(index + 1)...].first?.properties.isAlphabetic == true:
                continue
            default: return scalars[..<index]
            }
        }
        return scalars
    }

    private enum Kind {
        case inside, dash, apostrophe, outside
    }

    private static func kind(_ scalar: Unicode.Scalar) -> Kind {
        if scalar.isASCII {
            return scalar.value > 0x20 && scalar.value < 0x7f && !"<>\"`{}|\\^".unicodeScalars.contains(scalar)
                ? .inside : .outside
        }
        if scalar == "\u{2019}" { return .apostrophe }
        // Persian and Indian words have these inside.
        if scalar == "\u{200c}" || scalar == "\u{200d}" { return .inside }
        switch scalar.properties.generalCategory {
        case .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation, .spaceSeparator,
            .lineSeparator, .paragraphSeparator, .control, .format, .privateUse, .surrogate:
            return .outside
        case .dashPunctuation: return isOfEastAsia(scalar) ? .outside : .dash
        // The middle dot is a letter in Catalan.
        case .otherPunctuation: return scalar == "\u{b7}" ? .dash : .outside
        case .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
            return isOfEastAsia(scalar) ? .outside : .inside
        default: return .inside
        }
    }

    /// CJK symbols and punctuation, and the wide and narrow forms: `〜`, `＜`, `｜`.
    private static func isOfEastAsia(_ scalar: Unicode.Scalar) -> Bool {
        (0x3000...0x303f).contains(scalar.value) || (0xff00...0xffef).contains(scalar.value)
    }

    /// Without what the sentence ends with, and brackets that were opened before the address.
    private static func trimmed(_ scalars: ArraySlice<Unicode.Scalar>) -> ArraySlice<Unicode.Scalar> {
        var scalars = scalars
        while let last = scalars.last {
            let isSentence =
                ".,;:!?'".unicodeScalars.contains(last) || !last.isASCII && kind(last) == .dash
                || last == "\u{200c}" || last == "\u{200d}"
            guard isSentence || closesWhatWasOpenBefore(last, scalars) else { break }
            scalars.removeLast()
        }
        return scalars
    }

    private static func closesWhatWasOpenBefore(
        _ last: Unicode.Scalar, _ scalars: ArraySlice<Unicode.Scalar>
    ) -> Bool {
        guard let opening: Unicode.Scalar = [")": "(", "]": "["][last] else { return false }
        return scalars.count { $0 == last } > scalars.count { $0 == opening }
    }
}
