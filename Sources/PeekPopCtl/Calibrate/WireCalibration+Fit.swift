import Calibrating
import CommandLineTable
import Linux
import PeekPopWire
import Recognition

extension Wire.Calibration {
    /// A calibration that was found, with all that it rests on.
    ///
    /// - Parameter seconds: when, in seconds since 1970.
    init(device: String, _ fit: CalibrationFit, method: Wire.Provenance.Method, atUnix seconds: Int) {
        self.init(
            device: device, fit.calibration,
            provenance: Wire.Provenance(
                created: UTC.text(seconds), program: "peekpopctl \(peekPopVersion)", method: method,
                counts: Wire.Counts(fit.counts), figures: Wire.Figures(fit.figures)))
    }
}

extension Wire.Counts {
    init(_ counts: CalibrationCounts) {
        self.init(
            touches: counts.touches, clicks: counts.clicks, presses: counts.presses, hardPresses: counts.hardPresses,
            discarded: counts.discarded)
    }
}

extension Wire.Figures {
    init(_ figures: CalibrationFigures) {
        let falsePeek = figures.falsePeek
        self.init(
            falsePeek: falsePeek.expected, missedPeek: figures.missedPeek.expected,
            falsePop: figures.falsePop.expected, missedPop: figures.missedPop.expected,
            separation: figures.separation, falsePeeksPerDay: figures.falsePeeksADay.expected,
            falsePeekHigh: falsePeek.high, missedPeekHigh: figures.missedPeek.high,
            falsePopHigh: figures.falsePop.high, missedPopHigh: figures.missedPop.high)
    }
}

/// Time of day in UTC; the C library's own calendar would need a time zone's rules.
enum UTC {
    /// RFC 3339: `2026-01-31T12:34:56Z`.
    ///
    /// - Parameter seconds: since 1970, not negative.
    static func text(_ seconds: Int) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (year, month, day) = date(seconds / 86_400)
        let clock = [seconds / 3600 % 24, seconds / 60 % 60, seconds % 60].map(two).joined(separator: ":")
        return "\(year)-\(two(month))-\(two(day))T\(clock)Z"
    }

    /// The civil date of a day since 1970-01-01, in the Gregorian calendar: years are counted from March, so that the
    /// leap day is the last one of its year.
    private static func date(_ day: Int) -> (year: Int, month: Int, day: Int) {
        // Days since 0000-03-01; 400 years have 146 097.
        let days = day + 719_468
        let era = days / 146_097
        let ofEra = days % 146_097
        let year = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let ofYear = ofEra - (365 * year + year / 4 - year / 100)
        let month = (5 * ofYear + 2) / 153
        let isNextYear = month >= 10
        return (
            year + era * 400 + (isNextYear ? 1 : 0), isNextYear ? month - 9 : month + 3,
            ofYear - (153 * month + 2) / 5 + 1
        )
    }
}
