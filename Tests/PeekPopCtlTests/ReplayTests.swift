import InputSources
import Recognition
import Recordings
import Testing

@testable import PeekPopCtl

@Suite struct ReplayTests {
    private func events(_ settings: RecognitionSettings = RecognitionSettings(), only: Int? = nil) throws
        -> [PressEvent]
    {
        var events: [PressEvent] = []
        try Replay(DemoStory.recording, name: "demo", settings: settings, calibration: nil, only: only).run {
            event, _ in
            events.append(event)
        }
        return events
    }

    @Test func theDemoHasEveryPhase() throws {
        let phases = Set(try events().map(\.phase))
        #expect(phases == Set(PressPhase.allCases))
        #expect(try events() == events())
    }

    @Test func sensitivityCounts() throws {
        var firm = RecognitionSettings()
        firm.sensitivity = .firm
        func peeks(_ events: [PressEvent]) -> Int { events.filter { $0.phase == .peeked }.count }
        #expect(try peeks(events(firm)) < peeks(events()))
    }

    @Test func everyPressEnds() throws {
        // Cut off in mid-press, whatever the place.
        let whole = DemoStory.recording
        for cut in stride(from: 50, to: whole.devices[0].events.count, by: 997) {
            var recording = whole
            recording.devices[0].events.removeLast(cut)
            var open: Set<UInt32> = []
            try Replay(
                recording, name: "cut", settings: RecognitionSettings(), calibration: nil, only: nil
            ).run { event, _ in
                switch event.phase {
                case .began: open.insert(event.press)
                case .ended, .cancelled: open.remove(event.press)
                case .changed, .peeked, .popped: #expect(open.contains(event.press))
                }
            }
            #expect(open.isEmpty)
        }
    }

    @Test func onlyTheDeviceAskedFor() throws {
        #expect(try events(only: 0) == events())
        #expect(try events(only: 1).isEmpty)
    }

    @Test func aReaderThatFailsEndsIt() {
        var count = 0
        #expect(throws: OutputClosed.self) {
            try Replay(
                DemoStory.recording, name: "demo", settings: RecognitionSettings(), calibration: nil, only: nil
            ).run { _, _ in
                count += 1
                throw OutputClosed()
            }
        }
        #expect(count == 1)
    }

    @Test func tally() {
        var tally = ReplayCommand.Tally()
        #expect(tally.text == "no presses")
        tally.add(PressEvent(press: 1, phase: .began, timeUsec: 0, sequence: 1))
        tally.add(PressEvent(press: 1, phase: .cancelled, timeUsec: 0, sequence: 2))
        #expect(tally.text == "1 press: 0 peeked, 0 popped, 0 ended, 1 cancelled")
    }
}
