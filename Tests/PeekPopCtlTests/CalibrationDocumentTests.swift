import Foundation
import PeekPopDaemon
import PeekPopWire
import Recognition
import Testing

@testable import PeekPopCtl

@Suite struct CalibrationDocumentTests {
    static let calibration = Wire.Calibration(
        device: "usb-05ac-0265",
        Calibration(
            zeroPressure: 0.1, clickPressure: 70.3, unitsPerGram: 1 / 3, hint: 1.1, peek: 1.7, pop: 2.9,
            gesturesEnabled: true, restingPressure: 31.7, restingAspect: 0.87),
        provenance: Wire.Provenance(
            created: "2026-01-31T12:34:56Z", program: "peekpopctl 0.1.0", method: .guided,
            counts: Wire.Counts(touches: 8, clicks: 8, presses: 6, hardPresses: 5, discarded: 1),
            figures: Wire.Figures(
                falsePeek: 0.1 + 0.2, missedPeek: 1e-9, falsePop: 0, missedPop: 1, separation: 0.999,
                falsePeeksPerDay: 12.5, falsePeekHigh: 1 / 3, missedPeekHigh: 0.2, falsePopHigh: 0.3,
                missedPopHigh: 0.4)))

    private func failure(_ text: String) -> String? {
        do {
            _ = try CalibrationDocument.parse(Data(text.utf8), name: "c.json")
            return nil
        } catch {
            return error.description
        }
    }

    @Test("Written and read again, it is the same, and the same bytes") func roundTrip() throws {
        let bytes = try CalibrationDocument.file(CalibrationDocumentTests.calibration)
        let read = try CalibrationDocument.parse(bytes, name: "c.json")
        #expect(read == CalibrationDocumentTests.calibration)
        #expect(try CalibrationDocument.file(read) == bytes)
        #expect(bytes.last == UInt8(ascii: "\n"))
    }

    /// Every number that a Float can be comes back as it was.
    @Test func numbers() throws {
        var seed: UInt64 = 88_172_645_463_325_252
        for _ in 0..<2000 {
            seed ^= seed << 13
            seed ^= seed >> 7
            seed ^= seed << 17
            let value = Float(bitPattern: UInt32(truncatingIfNeeded: seed))
            guard value.isFinite else { continue }
            let double = Double(bitPattern: seed)
            var calibration = CalibrationDocumentTests.calibration
            calibration.peek = value
            calibration.provenance?.figures?.falsePeek = double.isFinite ? double : 0.5
            let bytes = try CalibrationDocument.file(calibration)
            #expect(try CalibrationDocument.file(CalibrationDocument.parse(bytes, name: "")) == bytes)
        }
    }

    @Test("The daemon's own file, what Get answers, and the bare calibration are read as well") func forms() throws {
        let line = String(decoding: try CalibrationDocument.line(CalibrationDocumentTests.calibration), as: UTF8.self)
        for text in [
            line, "{\"calibration\":\(line)}",
            "{\"version\":1,\"device\":\"usb-05ac-0265\",\"learned\":{\"pressure\":70,\"clicks\":9},\"calibration\":\(line)}",
        ] {
            #expect(
                try CalibrationDocument.parse(Data(text.utf8), name: "") == CalibrationDocumentTests.calibration)
        }
        #expect(try CalibrationDocument.parse(Data(#"{"device":"a","peek":1.9}"#.utf8), name: "").device == "a")
    }

    @Test(
        "What is refused, in words",
        arguments: [
            ("", "c.json: this is no calibration, or a damaged one: it is empty"),
            ("\u{7f}ELF", "c.json: this is no calibration, or a damaged one: it is no JSON"),
            ("{\"calibration\":{\"device\":\"a\",", "c.json: this is no calibration, or a damaged one: it is no JSON"),
            ("[1]", "c.json: this is no calibration, or a damaged one: it is no JSON object"),
            ("{}", "c.json: this is no calibration, or a damaged one: 'device' is missing"),
            (#"{"version":"x"}"#, "c.json: this is no calibration, or a damaged one: 'version' is of the wrong kind"),
            (#"{"version":0}"#, "c.json: this is no calibration, or a damaged one: its version is 0"),
            (
                #"{"version":1,"device":"a","calibration":{"device":"a","peek":"x"}}"#,
                "c.json: this is no calibration, or a damaged one: 'calibration.peek' is of the wrong kind"
            ),
            (
                #"{"version":1,"device":"b","calibration":{"device":"a"}}"#,
                "c.json: this is no calibration, or a damaged one: it names two pads, b and a"
            ),
            (
                #"{"version":1,"device":"a","learned":{"pressure":70,"clicks":9}}"#,
                "c.json: it has a click level learned from clicks, and no calibration"
            ),
            (
                #"{"device":"a","peak":1.9}"#,
                "c.json: this is no calibration, or a damaged one: a calibration has no 'peak'"
            ),
            (
                #"{"version":1,"device":"a","calibration":{"device":"a"}}"#,
                "c.json: this is no calibration, or a damaged one: it sets no level, and nothing else; --reset removes a calibration"
            ),
            (
                #"{"version":2,"device":"a","somethingNew":true}"#,
                "c.json: this calibration was written by a newer PeekPop (its form is 2, known here is 1); import it with that version"
            ),
        ])
    func refusals(_ text: String, _ expected: String) {
        #expect(failure(text) == expected)
    }

    /// Every way to cut a file short, and every byte that may go bad: words, and never a crash.
    @Test func damage() throws {
        let bytes = try CalibrationDocument.file(CalibrationDocumentTests.calibration)
        for end in 0..<(bytes.count - 3) {
            #expect(throws: CommandFailure.self) { try CalibrationDocument.parse(bytes[..<end], name: "c.json") }
        }
        for index in bytes.indices {
            var damaged = bytes
            damaged[index] ^= 0x80
            #expect(throws: CommandFailure.self) { try CalibrationDocument.parse(damaged, name: "c.json") }
        }
    }

    @Test("A calibration for people") func text() {
        var pad = GuidedHand.pad()
        pad.levels?.hint = 1.1
        pad.levels?.peek = 1.7
        pad.levels?.pop = 2.9
        #expect(
            CalibrationText.lines(CalibrationDocumentTests.calibration, of: pad) == [
                "usb-05ac-0265  Magic Trackpad 2",
                "  made      2026-01-31T12:34:56Z, guided, by peekpopctl 0.1.0",
                "  levels    hint 1.10, peek 1.70, pop 2.90 clicks",
                "  scale     clicks at 70, zero is 0, 0.33 units a gram",
                "  contact   each touch against its own beginning; a resting finger is 32",
                "  presses   on",
                "  expect    a false peek 13 times a day of ordinary use",
                "            less than 0.01 % of peeks missed, at most 20 %",
                "            less than 0.01 % of peeks that pop, at most 30 %",
                "            100 % of pops missed, at most 40 %",
                "  rests on  8 touches, 8 clicks, 6 firm presses, 5 hard presses, 1 left out",
            ])
        pad.levels?.peek = 1.5
        let bare = Wire.Calibration(device: pad.id, Calibration(peek: 1.7))
        #expect(
            CalibrationText.lines(bare, of: pad) == [
                "usb-05ac-0265  Magic Trackpad 2",
                "  made      it does not tell when, nor how",
                "  levels    peek 1.70 clicks",
                "  scale     as without it",
                "  in force  hint 1.10, peek 1.50, pop 2.90 clicks: the configuration has a say as well",
            ])
    }
}
