import PeekPopWire

/// Whether what a calibration says of its own origin can be what it is: it is stored, and shown to people later.
enum ProvenanceCheck {
    /// In bytes: a program's name and version are a fraction of it.
    static let longestProgram = 128

    /// - Returns: the path of the first field that does not fit, `calibration.provenance.created`; `nil` where all do.
    static func misfit(of provenance: Wire.Provenance) -> String? {
        let path = "calibration.provenance."
        if !isUTCTime(provenance.created) { return path + "created" }
        if !isProgram(provenance.program) { return path + "program" }
        if let counts = provenance.counts {
            let all = [
                ("touches", counts.touches), ("clicks", counts.clicks), ("presses", counts.presses),
                ("hardPresses", counts.hardPresses), ("discarded", counts.discarded),
            ]
            for (name, count) in all where count.map({ $0 < 0 }) == true { return path + "counts." + name }
        }
        if let figures = provenance.figures {
            let all = [
                ("falsePeek", figures.falsePeek), ("missedPeek", figures.missedPeek), ("falsePop", figures.falsePop),
                ("missedPop", figures.missedPop), ("separation", figures.separation),
                ("falsePeekHigh", figures.falsePeekHigh), ("missedPeekHigh", figures.missedPeekHigh),
                ("falsePopHigh", figures.falsePopHigh), ("missedPopHigh", figures.missedPopHigh),
            ]
            for (name, figure) in all where figure.map({ !(0...1).contains($0) }) == true {
                return path + "figures." + name
            }
            // A number, not a probability.
            if let often = figures.falsePeeksPerDay, !(often.isFinite && often >= 0) {
                return path + "figures.falsePeeksPerDay"
            }
        }
        return nil
    }

    private static func isProgram(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= longestProgram
            && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }

    /// RFC 3339 in UTC, `2026-01-31T12:34:56Z`, with up to nine digits of a second's fraction; a day that there is.
    static func isUTCTime(_ text: String) -> Bool {
        var rest = text.utf8[...]
        func number(_ digits: Int, then separator: Character?) -> Int? {
            let field = rest.prefix(digits)
            guard field.count == digits, field.allSatisfy(isDigit) else { return nil }
            rest = rest.dropFirst(digits)
            if let separator {
                guard rest.first == separator.asciiValue else { return nil }
                rest = rest.dropFirst()
            }
            return field.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        }
        guard let year = number(4, then: "-"), let month = number(2, then: "-"), (1...12).contains(month),
            let day = number(2, then: "T"), (1...days(in: month, year)).contains(day),
            let hour = number(2, then: ":"), hour < 24, let minute = number(2, then: ":"), minute < 60,
            // 60: a leap second.
            let second = number(2, then: nil), second <= 60
        else { return false }
        if rest.first == UInt8(ascii: ".") {
            let fraction = rest.dropFirst().prefix(while: isDigit)
            guard (1...9).contains(fraction.count) else { return false }
            rest = rest.dropFirst(1 + fraction.count)
        }
        return rest.elementsEqual("Z".utf8)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func days(in month: Int, _ year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
