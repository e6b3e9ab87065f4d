import Testing

@testable import Calibrating

@Suite struct WordsTests {
    @Test(
        "Shares",
        arguments: [
            (1, "100 %"), (0.263, "26 %"), (0.0995, "10 %"), (0.0136, "1.4 %"), (0.0012, "0.1 %"), (0.0004, "0.04 %"),
            (0.00001, "less than 0.01 %"), (0, "less than 0.01 %"),
        ] as [(Double, String)])
    func percent(share: Double, words: String) { #expect(Words.percent(share) == words) }

    @Test(
        "How often",
        arguments: [
            (12.3, "12 times a day"), (1.2, "once a day"), (0.7, "once a day"), (0.5, "once in 2 days"),
            (0.1, "once in 10 days"),
            (0.05, "once in 3 weeks"), (0.01, "once in 3 months"), (0.001, "less than once a year"),
            (0, "less than once a year"),
        ] as [(Double, String)])
    func often(times: Double, words: String) { #expect(Words.perDay(times) == words) }

    @Test("Of a hundred", arguments: [(0.001, "fewer than 1"), (0.012, "1"), (0.5, "50")] as [(Double, String)])
    func ofHundred(share: Double, words: String) { #expect(Words.ofHundred(share) == words) }

    @Test("The report says what was found, what to expect, and what it rests on")
    func report() throws {
        let outcome = CalibrationFitter.fit(FitterTests.average(2))
        let lines = CalibrationReport.lines(outcome)
        #expect(lines[0].hasPrefix("Your levels: hint "))
        #expect(lines[1].hasPrefix("Expect a false peek "))
        #expect(lines.contains { $0.hasPrefix("Of 100 presses meant to peek, ") })
        #expect(
            lines.contains("This rests on 10 touches, 8 clicks, 6 firm presses and 5 hard presses; 0 left out."))
        #expect(lines.last == CalibrationReport.assumptions)
        #expect(lines.allSatisfy { $0.hasSuffix(".") })
    }
}
