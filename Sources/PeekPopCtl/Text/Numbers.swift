import Figures

/// A number with so many decimals; `-` where it is not finite or beyond 10¹².
func fixed(_ value: Double, _ decimals: Int) -> String { Figures.fixed(value, decimals) }

func fixed(_ value: Float, _ decimals: Int) -> String { fixed(Double(value), decimals) }

/// 0…1 as `45 %`.
func percent(_ fraction: Float) -> String { fixed(fraction * 100, 0) + " %" }

/// Microseconds as seconds with three decimals.
func seconds(_ usec: UInt64) -> String { fixed(Double(usec) / 1e6, 3) }

extension String {
    /// Filled up with spaces on the left.
    func right(_ width: Int) -> String { String(repeating: " ", count: Swift.max(0, width - count)) + self }
    /// Filled up with spaces on the right.
    func left(_ width: Int) -> String { self + String(repeating: " ", count: Swift.max(0, width - count)) }

    /// What a terminal may be given of a text from elsewhere: each scalar takes one column, and none is a control.
    ///
    /// Control, combining and double-width scalars become `?`: a device's name shall not move the cursor.
    var drawable: String {
        String(String.UnicodeScalarView(unicodeScalars.map { $0.isDrawable ? $0 : "?" }))
    }
}

extension Unicode.Scalar {
    fileprivate var isDrawable: Bool {
        switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator,
            .nonspacingMark, .enclosingMark, .spacingMark:
            return false
        default: break
        }
        // Hangul, CJK, wide forms and pictures: East Asian Width W or F. Braille, arrows, boxes lie outside.
        switch value {
        case 0x1100...0x115f, 0x2e80...0xa4cf, 0xa960...0xa97f, 0xac00...0xd7a3, 0xf900...0xfaff, 0xfe30...0xfe6f,
            0xff00...0xff60, 0xffe0...0xffe6, 0x1f000...:
            return false
        default: return true
        }
    }
}
