import Recognition
import SnapshotChecking
import Testing

@testable import PeekPopCtl

@Suite struct MonitorViewTests {
    /// A pad with a press in flight, peeked, four seconds of a rise behind it.
    static func model(pads: Int = 1) -> MonitorModel {
        var model = MonitorModel()
        let first = PadSummary(
            id: "bluetooth-004c-0265", name: "Magic Trackpad 2", padClass: "force", reason: "the hardware database",
            levels: LevelMarks(hint: 1.35, peek: 1.75, pop: 2.75), topClicks: 3.6)
        let second = PadSummary(
            id: "i8042-0002-0007", name: "SynPS/2 Synaptics TouchPad", padClass: "area",
            reason: "its pressure is contact size", levels: nil, topClicks: 2.2)
        model.setPads(Array([first, second].prefix(pads)))
        for step in 0..<400 {
            let force = step < 100 ? 0 : step < 250 ? Float(step - 100) / 150 * 2 : 2
            let reading = ForceReading(
                clicks: force, grams: force * 250, raw: force * 64, fingers: force > 0 ? 1 : 0, x: 0.7, y: 0.4)
            model.sample(first.id, reading, arrivalUsec: 1_000_000 + UInt64(step) * 10_000)
        }
        var event = PressEvent(
            press: 3, phase: .began, clicks: 1.36, grams: 340, raw: 87, timeUsec: 3_013_000, sequence: 1)
        model.press(first.id, event, arrivalUsec: 5_000_000)
        event.phase = .peeked
        event.preview = 1
        event.clicks = 1.76
        model.press(first.id, event, arrivalUsec: 5_000_001)
        event.phase = .changed
        event.commit = 0.25
        event.clicks = 2
        event.grams = 500
        event.raw = 128
        event.x = 0.7
        event.y = 0.4
        model.press(first.id, event, arrivalUsec: 5_000_002)
        model.tick(5_500_000)
        return model
    }

    @Test(arguments: [
        (80, 24, 1), (200, 60, 2), (76, 16, 1), (60, 12, 2), (40, 8, 1), (24, 5, 1), (20, 3, 1), (10, 2, 1), (1, 1, 1),
    ])
    func looksAsItShould(_ width: Int, _ height: Int, _ pads: Int) {
        for charset in Charset.allCases {
            let grid = MonitorView(charset: charset).draw(
                MonitorViewTests.model(pads: pads), width: width, height: height)
            #expect(grid.width == width && grid.height == height)
            let difference = snapshotDifference("monitor-\(width)x\(height)-\(charset).txt", grid.text)
            #expect(difference == nil)
        }
    }

    /// Every size there is, and states that pads can be in: nothing may trap.
    @Test func anySize() {
        var area = MonitorViewTests.model(pads: 2)
        area.selectNext()
        var odd = MonitorViewTests.model()
        odd.sample(
            "bluetooth-004c-0265", ForceReading(clicks: .nan, raw: .infinity, fingers: 3, x: .nan, y: -7, button: true),
            arrivalUsec: 0)
        for model in [MonitorModel(), MonitorViewTests.model(), area, odd] {
            for width in 0...90 {
                for height in 0...26 {
                    let grid = MonitorView().draw(model, width: width, height: height)
                    #expect(grid.cells.count == width * height)
                }
            }
        }
    }

    @Test func asciiIsAscii() {
        let grid = MonitorView(charset: .ascii).draw(MonitorViewTests.model(pads: 2), width: 200, height: 60)
        #expect(grid.cells.allSatisfy { $0.scalar.isASCII })
    }

    @Test func namesFromElsewhereMoveNoCursor() {
        var model = MonitorModel()
        model.setPads([
            PadSummary(id: "x", name: "Pad\u{1b}[2J\u{7}漢\u{301}", padClass: "none", reason: "\n", levels: nil)
        ])
        let text = MonitorView().draw(model, width: 80, height: 24).text
        #expect(!text.contains("\u{1b}") && !text.contains("\u{7}"))
        #expect(text.contains("Pad?[2J???"))
    }
}
