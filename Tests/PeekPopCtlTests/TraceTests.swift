import InputSources
import Plotting
import Recognition
import Recordings
import Testing

@testable import PeekPopCtl

@Suite struct TraceTests {
    private func trace(_ settings: RecognitionSettings = RecognitionSettings()) throws -> PadTrace {
        try PadTrace.all(DemoStory.recording, name: "demo", settings: settings, calibration: nil, only: nil)[0]
    }

    @Test func pressesAreThoseOfReplay() throws {
        var events: [PressEvent] = []
        try Replay(
            DemoStory.recording, name: "demo", settings: RecognitionSettings(), calibration: nil, only: nil
        ).run { event, _ in events.append(event) }
        func times(_ phases: PressPhase...) -> [UInt64] {
            events.filter { phases.contains($0.phase) }.map(\.timeUsec)
        }
        let presses = try trace().presses
        #expect(presses.map(\.beganUsec) == times(.began))
        #expect(presses.compactMap(\.peekedUsec) == times(.peeked))
        #expect(presses.compactMap(\.poppedUsec) == times(.popped))
        #expect(presses.map(\.endedUsec) == times(.ended, .cancelled))
        #expect(presses.compactMap(\.reason) == events.compactMap(\.reason))
    }

    @Test func samplesAreInOrderAndMoveFromTheirLanding() throws {
        let samples = try trace().samples
        #expect(zip(samples, samples.dropFirst()).allSatisfy { $0.usec <= $1.usec })
        var isTouched = false
        for sample in samples {
            if sample.clicks != nil, !isTouched { #expect(sample.movedMm == 0) }
            isTouched = sample.clicks != nil
        }
        #expect(samples.contains { $0.movedMm > 30 } && samples.contains { $0.fingers == 2 })
    }

    @Test func clicksTeachTheScale() throws {
        let scalings = try trace().scalings
        #expect(scalings.first?.scale?.source == .classDefault && scalings.last?.scale?.source == .learnedClicks)
    }

    // MARK: Curves

    private let line = [Point(0, 0), Point(2, 4), Point(4, 4), Point(4.5, .nan), Point(6, 1), Point(7, 2)]

    @Test(arguments: [
        (-1.0, 9.0, [0.0, 2, 4, 6, 7], [0.0, 4, 4, 1, 2]),
        (1.0, 3.0, [1, 2, 3], [2, 4, 4]),
        (2.0, 2.0, [2], [4]), (0.5, 0.5, [0.5], [1]),
        (4.2, 5.0, [], []), (6.5, 20, [6.5, 7], [1.5, 2]), (8.0, 9.0, [], []), (5.0, 3.0, [], []),
    ])
    func cut(_ from: Double, _ to: Double, _ times: [Double], _ values: [Double]) {
        let part = TraceCurves.cut(line, from, to).filter { $0.y.isFinite }
        #expect(part.map(\.x) == times && part.map(\.y) == values)
    }

    @Test func cutSteps() {
        let part = TraceCurves.cut([Point(0, 1), Point(2, 3)], 1, 5, isStep: true)
        #expect(part == [Point(1, 1), Point(2, 3)])
    }

    /// A hold without reports is no slope: the force stood, and came down in the last report's time.
    @Test func silenceIsAHold() throws {
        var recording = DemoStory.recording
        let events = recording.devices[0].events
        let trace = try trace()
        let peek = try #require(trace.presses.first { $0.peekedUsec != nil && $0.reason == .released })
        let (from, to) = (peek.peekedUsec! + 200_000, peek.peekedUsec! + 600_000)
        recording.devices[0].events = events.filter { $0.timeUsec < from || $0.timeUsec > to }
        let silent = try PadTrace.all(
            recording, name: "demo", settings: RecognitionSettings(), calibration: nil, only: nil)[0]
        let window = TimeWindow(originUsec: 0, touches: [0...30], from: nil, to: nil, mostFolds: 0)
        let force = TraceCurves(silent, window).force
        let before = try #require(TraceCurves.value(force, window.seconds(from) - 0.001))
        let middle = try #require(TraceCurves.value(force, window.seconds((from + to) / 2)))
        let late = try #require(TraceCurves.value(force, window.seconds(to) - 0.02))
        #expect((middle - before).magnitude < 0.05 && middle == late)
    }

    @Test func buttonsEndWhereTheyWereReleased() throws {
        let trace = try trace()
        let window = TimeWindow(originUsec: 0, touches: [0...60], from: nil, to: nil, mostFolds: 0)
        let buttons = TraceCurves(trace, window).buttons
        #expect(buttons.count > 5 && buttons.allSatisfy { $0.1 == .button && $0.0.length > 0.02 })
        // Cut by a window in the middle of one.
        let one = buttons[3].0
        let middle = (one.lowerBound + one.upperBound) / 2
        let part = TimeWindow(originUsec: 0, touches: [0...60], from: middle, to: middle + 0.01, mostFolds: 0)
        #expect(TraceCurves(trace, part).buttons.map(\.0) == [middle...(middle + 0.01)])
    }
}
