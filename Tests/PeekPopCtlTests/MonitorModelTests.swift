import Recognition
import Testing

@testable import PeekPopCtl

@Suite struct MonitorModelTests {
    private func summary(_ id: String, on: Bool = true) -> PadSummary {
        PadSummary(
            id: id, name: id, padClass: "force", reason: "", levels: on ? LevelMarks(hint: 1, peek: 2, pop: 3) : nil)
    }

    @Test func beginsWithAPadThatHasPresses() {
        var model = MonitorModel()
        model.setPads([summary("a", on: false), summary("b")])
        #expect(model.selected?.summary.id == "b")
        model.setPads([summary("a", on: false), summary("b")], preferred: "a")
        #expect(model.selected?.summary.id == "a")
    }

    @Test func followsPlugging() {
        var model = MonitorModel()
        model.setPads([summary("a"), summary("b")])
        model.selectNext()
        model.sample("b", ForceReading(clicks: 1.5, fingers: 1), arrivalUsec: 5)
        model.remove("a")
        #expect(model.selected?.summary.id == "b")
        #expect(model.selected?.force.clicks == 1.5)
        model.add(summary("c"))
        #expect(model.pads.map(\.summary.id) == ["b", "c"])
        #expect(model.selected?.summary.id == "b")
        model.remove("b")
        model.remove("c")
        #expect(model.selected == nil && model.notice != nil)
        model.selectNext()
    }

    @Test func pauseStopsTheTrace() {
        var model = MonitorModel()
        model.tick(10)
        model.togglePause()
        model.tick(20)
        #expect(model.nowUsec == 10)
        model.togglePause()
        model.tick(30)
        #expect(model.nowUsec == 30)
    }

    @Test func zoomStopsAtItsEnds() {
        var model = MonitorModel()
        for _ in 0..<20 { model.zoom(1) }
        #expect(model.spanSec == 60)
        for _ in 0..<20 { model.zoom(-1) }
        #expect(model.spanSec == 2)
    }

    @Test func logHoldsTheLastAndLeavesChangesOut() {
        var model = MonitorModel()
        model.setPads([summary("a")])
        for number in 1...(MonitorModel.logCapacity + 5) {
            for phase in [PressPhase.began, .changed] {
                model.press(
                    "a", PressEvent(press: UInt32(number), phase: phase, timeUsec: 0, sequence: 0), arrivalUsec: 0)
            }
        }
        #expect(model.log.count == MonitorModel.logCapacity)
        #expect(model.log.last?.event.press == UInt32(MonitorModel.logCapacity + 5))
        #expect(model.log.allSatisfy { $0.event.phase == .began })
    }

    @Test func aCancelledPressSaysNothingOfThePresentForce() {
        var model = MonitorModel()
        model.setPads([summary("a")])
        model.sample("a", ForceReading(), arrivalUsec: 1)
        model.press(
            "a", PressEvent(press: 1, phase: .cancelled, reason: .released, clicks: 1.2, timeUsec: 0, sequence: 1),
            arrivalUsec: 2)
        #expect(model.selected?.force.clicks == 0)
    }

    @Test func traceHoldsAValueUntilTheNext() {
        var trace = Trace()
        trace.add(1, atUsec: 25)
        trace.add(3, atUsec: 75)
        let columns = trace.columns(10, endUsec: 100, spanUsec: 100)
        #expect(columns[0] == nil && columns[1] == nil)
        #expect(columns[2] == 1...1 && columns[6] == 1...1)
        #expect(columns[7] == 1...3 && columns[8] == 3...3 && columns[9] == 3...3)
        // Long after the last sample it still holds.
        #expect(trace.columns(4, endUsec: 1_000, spanUsec: 100) == Array(repeating: 3...3, count: 4))
        #expect(trace.columns(0, endUsec: 100, spanUsec: 100).isEmpty)
    }

    @Test func traceForgetsTheOldest() {
        var trace = Trace()
        for step in 0..<(Trace.capacity + 10) { trace.add(Float(step), atUsec: UInt64(step)) }
        #expect(trace.last == Trace.Sample(timeUsec: UInt64(Trace.capacity + 9), force: Float(Trace.capacity + 9)))
        let first = trace.columns(1, endUsec: UInt64(Trace.capacity), spanUsec: UInt64(Trace.capacity))[0]
        #expect(first?.lowerBound == 10)
    }

    @Test(arguments: [
        (1.0, 2, "1.00"), (1.005, 1, "1.0"), (0.05, 1, "0.1"), (-0.04, 1, "0.0"), (-1.25, 1, "-1.3"), (12.0, 0, "12"),
        (.nan, 2, "-"), (.infinity, 0, "-"), (1e13, 0, "-"), (0.999, 2, "1.00"),
    ])
    func numbers(_ value: Double, _ decimals: Int, _ text: String) {
        #expect(fixed(value, decimals) == text)
    }
}
