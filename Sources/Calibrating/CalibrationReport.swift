/// A calibration's outcome in plain words.
public enum CalibrationReport {
    /// Sentences and lines, for a terminal.
    public static func lines(_ outcome: CalibrationOutcome) -> [String] {
        switch outcome {
        case .fit(let fit): lines(fit)
        case .refusal(let refusal): lines(refusal)
        }
    }

    static func lines(_ fit: CalibrationFit) -> [String] {
        let calibration = fit.calibration
        let hint = Words.clicks(Double(calibration.hint ?? 0))
        let peek = Words.clicks(Double(calibration.peek ?? 0))
        let pop = Words.clicks(Double(calibration.pop ?? 0))
        let click = calibration.clickPressure.map { " (one click is \(Words.fixed(Double($0), 0)) raw)" } ?? ""
        var lines = [
            "Your levels: hint \(hint), peek \(peek), pop \(pop) clicks\(click).",
            "Expect a false peek \(often(fit.figures.falsePeeksADay)).",
        ]
        if let missedFirm = fit.figures.missedFirm {
            lines += [
                "Of 100 presses like your firm ones, \(missed(missedFirm)) will not peek; of 100 like your hardest ones,"
                    + " \(missed(fit.figures.missedPeek)) will not, and \(missed(fit.figures.missedPop)) will not pop."
            ]
        } else {
            lines += [
                "Of 100 presses meant to peek, \(missed(fit.figures.missedPeek)) will not.",
                "Of 100 presses meant to peek, \(missed(fit.figures.falsePop)) will pop;"
                    + " of 100 meant to pop, \(missed(fit.figures.missedPop)) will not.",
            ]
        }
        lines += fit.remarks
        lines.append(basis(fit.counts))
        lines.append(assumptions)
        return lines
    }

    static func lines(_ refusal: CalibrationRefusal) -> [String] {
        ["No calibration: \(refusal.reason).", refusal.advice, basis(refusal.counts)]
    }

    private static func often(_ rate: ErrorRate) -> String {
        let high = Words.perDay(rate.high)
        let expected = Words.perDay(rate.expected)
        return expected + (high == expected ? "" : "; so few touches cannot rule out \(high)")
    }

    private static func missed(_ rate: ErrorRate) -> String {
        let high = Words.ofHundred(rate.high)
        let expected = Words.ofHundred(rate.expected)
        return expected + (high == expected ? "" : " (at most \(high))")
    }

    private static func basis(_ counts: CalibrationCounts) -> String {
        func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "es")" }
        return "This rests on \(count(counts.touches, "touch")),"
            + " \(counts.clicks) click\(counts.clicks == 1 ? "" : "s"), \(count(counts.presses, "firm press"))"
            + " and \(count(counts.hardPresses, "hard press")); \(counts.discarded) left out."
    }

    /// What the choice of levels takes for granted.
    public static var assumptions: String {
        func number(_ value: Double) -> String { Words.fixed(value, 0) }
        return "Reckoned with \(number(CalibrationTuning.touchesADay)) touches, \(number(CalibrationTuning.clicksADay))"
            + " clicks, \(number(CalibrationTuning.peeksADay)) peeks and \(number(CalibrationTuning.popsADay)) pops a"
            + " day, and a false peek as bad as \(number(CalibrationTuning.falsePeekCost)) missed ones."
    }
}

extension CalibrationFigures {
    /// How many false peeks a day are to be expected.
    public var falsePeeksADay: ErrorRate {
        func sum(_ part: (ErrorRate) -> Double) -> Double {
            CalibrationTuning.touchesADay * part(falsePeekOfTouch)
                + CalibrationTuning.clicksADay * (falsePeekOfClick.map(part) ?? 0)
        }
        return ErrorRate(expected: sum(\.expected), low: sum(\.low), high: sum(\.high))
    }

    /// That a touch or click peeks, as they come in a day.
    public var falsePeek: ErrorRate {
        let day = falsePeeksADay
        let total = CalibrationTuning.touchesADay + (falsePeekOfClick == nil ? 0 : CalibrationTuning.clicksADay)
        return ErrorRate(expected: day.expected / total, low: day.low / total, high: day.high / total)
    }
}
