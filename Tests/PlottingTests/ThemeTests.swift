import Glibc
import Testing

@testable import Plotting

/// What the palette promises, by the contrast of WCAG 2.
@Suite struct ThemeTests {
    private func luminance(_ role: Role, _ isDark: Bool) -> Double {
        let number = Int(role.colour(isDark: isDark).dropFirst(), radix: 16)!
        func linear(_ shift: Int) -> Double {
            let value = Double(number >> shift & 0xff) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(16) + 0.7152 * linear(8) + 0.0722 * linear(0)
    }

    private func contrast(_ a: Role, _ b: Role, _ isDark: Bool) -> Double {
        let (first, second) = (luminance(a, isDark), luminance(b, isDark))
        return (max(first, second) + 0.05) / (min(first, second) + 0.05)
    }

    @Test(arguments: [false, true])
    func contrasts(_ isDark: Bool) {
        for text in [Role.ink, .muted] { #expect(contrast(text, .paper, isDark) >= 4.5) }
        for line in [Role.force, .peek, .pop, .button, .movement, .frame] {
            #expect(contrast(line, .paper, isDark) >= 3)
        }
        // The ramp stands out ever more, and each step is one that a reader without colours sees.
        let ramp = [Role.hint, .peek, .pop].map { contrast($0, .paper, isDark) }
        #expect(ramp[0] * 1.5 < ramp[1] && ramp[1] * 1.5 < ramp[2], "\(ramp)")
        // The curve is seen on what lies under it; on the pop, the fill has an edge of its own.
        for fill in [Role.paper, .touch, .hint, .peek] { #expect(contrast(.force, fill, isDark) >= 1.9, "\(fill)") }
    }

    @Test func sheets() {
        func sheet(_ theme: Theme) -> String { theme.styleSheet(fills: [.ink], strokes: [.pop]) }
        #expect(sheet(.light).contains(".f-ink{fill:#1f2328}") && !sheet(.light).contains("@media"))
        #expect(sheet(.dark).contains(".f-ink{fill:#e6edf3}") && !sheet(.dark).contains("@media"))
        #expect(sheet(.automatic).contains("@media (prefers-color-scheme:dark){\n.f-ink{fill:#e6edf3}\n.s-pop"))
        #expect(!sheet(.light).contains("f-pop") && !sheet(.light).contains("s-ink"))
        // No & and no <: the sheet goes into the document as it is.
        for theme in Theme.allCases { #expect(!sheet(theme).contains { "<&".contains($0) }) }
    }
}
