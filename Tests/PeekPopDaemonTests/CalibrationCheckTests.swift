import Foundation
import PeekPopWire
import Recognition
import Testing
import Varlink

@testable import PeekPopDaemon

@Suite struct CalibrationCheckTests {
    static let grams = pad(Axis(minimum: 0, maximum: 4_000, resolution: 4))
    static let force = pad(Axis(minimum: 10, maximum: 250), pressurePad: true)
    static let area = pad(Axis(minimum: 0, maximum: 255))

    private static func pad(_ axis: Axis, pressurePad: Bool = false) -> PadDescription {
        PadDescription(id: "pad", name: "Pad", pressure: axis, isPressurePad: pressurePad)
    }

    private func objection(
        _ values: Calibration, _ pad: PadDescription = grams, _ settings: RecognitionSettings = RecognitionSettings(),
        learned: LearnedClick? = nil
    ) -> String? {
        CalibrationCheck.objection(
            to: Wire.Calibration(device: pad.id, values), for: pad, settings: settings, learned: learned)
    }

    @Test func whatMakesSenseIsTaken() {
        #expect(objection(Calibration()) == nil)
        #expect(
            objection(
                Calibration(zeroPressure: 20, clickPressure: 800, unitsPerGram: 4, hint: 1.3, peek: 1.6, pop: 2.5))
                == nil)
        #expect(objection(Calibration(clickPressure: 2_500)) == nil, "1.6 clicks up to the end")
        #expect(objection(Calibration(gesturesEnabled: false), Self.area) == nil)
        #expect(objection(Calibration(clickPressure: 3_990, gesturesEnabled: false)) == nil, "off is what is wanted")
        #expect(objection(Calibration(clickPressure: 250), Self.area) == nil, "a pad of contact size stays off")
    }

    @Test(
        arguments: [
            (
                Calibration(clickPressure: 3_990), grams,
                "no press would be recognised with it: its range ends too near its click to tell a press from one;"
                    + " clickPressure can be 2500.0 at most, for the range to end 1.6 clicks up"
            ),
            (
                Calibration(clickPressure: 240), force,
                "no press would be recognised with it: its range ends too near its click to tell a press from one;"
                    + " clickPressure can be 160.0 at most, for the range to end 1.6 clicks up"
            ),
            (
                Calibration(clickPressure: 250, gesturesEnabled: true), area,
                "no press would be recognised with it: its range ends too near its click to tell a press from one;"
                    + " clickPressure can be 159.375 at most, for the range to end 1.6 clicks up"
            ),
            (
                Calibration(hint: 1.9), grams,
                "no press would be recognised with it: its levels are not in order: hint has to lie below peek, and peek"
                    + " below pop"
            ),
            // Taken as it is, the scale would pass over these without a word.
            (
                Calibration(clickPressure: 4_000), grams,
                "clickPressure 4000.0 has to lie above the zero, 0.0, and below the end of the pad's range, 4000.0"
            ),
            (
                Calibration(zeroPressure: 240), force, "zeroPressure 240.0 has to lie below the click level, 82.0"
            ),
        ] as [(Calibration, PadDescription, String)])
    func whatLeavesNoPressIsRefusedInWords(values: Calibration, pad: PadDescription, words: String) {
        #expect(objection(values, pad) == words)
    }

    @Test func theConfigurationInForceCounts() {
        var settings = RecognitionSettings()
        settings.hint = .clicks(1.5)
        settings.peek = .grams(350)
        let words = objection(Calibration(clickPressure: 1_000), settings: settings)
        #expect(words?.hasSuffix("peek below pop; see the levels in the configuration") == true)
        // These leave no presses by themselves: not the calibration's fault.
        settings.hint = .clicks(2)
        settings.peek = .clicks(1.5)
        #expect(objection(Calibration(clickPressure: 1_000), settings: settings) == nil)
    }

    private func objection(_ values: Calibration, settings: RecognitionSettings) -> String? {
        objection(values, Self.grams, settings)
    }

    @Test func whatIsLearnedCounts() {
        let zero = Calibration(zeroPressure: 100)
        #expect(objection(zero, Self.force) == "zeroPressure 100.0 has to lie below the click level, 82.0")
        #expect(objection(zero, Self.force, learned: LearnedClick(pressure: 120, clicks: 9)) == nil)
    }
}

@Suite struct ProvenanceCheckTests {
    private func misfit(
        created: String = "2026-01-31T12:34:56Z", program: String = "peekpopctl 0.1.0", counts: Wire.Counts? = nil,
        figures: Wire.Figures? = nil
    ) -> String? {
        ProvenanceCheck.misfit(
            of: Wire.Provenance(
                created: created, program: program, method: .guided, counts: counts, figures: figures))
    }

    @Test(
        arguments: [
            "2026-01-31T12:34:56Z", "2024-02-29T00:00:00Z", "2000-02-29T23:59:60Z", "2026-12-01T09:08:07.123456789Z",
        ])
    func times(_ text: String) {
        #expect(misfit(created: text) == nil)
    }

    @Test(
        arguments: [
            "", "yesterday", "2026-01-31", "2026-01-31T12:34:56", "2026-01-31T12:34:56+00:00", "2026-1-31T12:34:56Z",
            "2026-01-31 12:34:56Z", "2026-13-01T12:34:56Z", "2026-00-01T12:34:56Z", "2026-04-31T12:34:56Z",
            "2025-02-29T12:34:56Z", "2100-02-29T12:34:56Z", "2026-01-00T12:34:56Z", "2026-01-31T24:00:00Z",
            "2026-01-31T12:60:00Z", "2026-01-31T12:34:61Z", "2026-01-31T12:34:56.Z", "2026-01-31T12:34:56.1234567890Z",
            "2026-01-31T12:34:56Z ", "2026-01-31T12:34:56ZZ", "2026-01-31t12:34:56z", "٢٠٢٦-01-31T12:34:56Z",
            "-026-01-31T12:34:56Z", String(repeating: "9", count: 60_000),
        ])
    func noTimes(_ text: String) {
        #expect(misfit(created: text) == "calibration.provenance.created")
    }

    @Test func programs() {
        #expect(misfit(program: String(repeating: "ä", count: 64)) == nil)
        for text in ["", String(repeating: "ä", count: 64) + "x", "a\nb", "a\u{1b}[2J", "a\0"] {
            #expect(misfit(program: text) == "calibration.provenance.program")
        }
    }

    @Test func countsAndFigures() throws {
        #expect(
            misfit(
                counts: Wire.Counts(touches: 0, clicks: .max, presses: 1, hardPresses: 2, discarded: 3),
                figures: Wire.Figures(falsePeek: 0, missedPeek: 1, falsePop: 0.5, missedPop: 0.1, separation: 1)) == nil
        )
    }

    /// Each field that the interface has, those of later versions included.
    @Test(arguments: ["Counts", "Figures"])
    func everyFieldHasItsRange(type: String) throws {
        let interface = try InterfaceDescription(Wire.calibrationDescription)
        guard case .structure(let fields)? = interface.types[type] else {
            Issue.record("no type \(type)")
            return
        }
        for field in fields {
            var wrong = ["-1"]
            if type == "Figures" {
                wrong += field.name == "falsePeeksPerDay" ? ["-0.001"] : ["-0.001", "1.001", "1e300"]
            }
            for value in wrong {
                let text = Data("{\"\(field.name)\":\(value)}".utf8)
                let found =
                    type == "Counts"
                    ? misfit(counts: try JSONDecoder().decode(Wire.Counts.self, from: text))
                    : misfit(figures: try JSONDecoder().decode(Wire.Figures.self, from: text))
                #expect(found == "calibration.provenance.\(type.lowercased()).\(field.name)", "\(value)")
            }
        }
        #expect(misfit(figures: Wire.Figures(falsePeeksPerDay: 30)) == nil)
    }
}
