import InputSources
import Linux
import Recognition
import Recordings
import Systemd
import Testing

/// Writes down what a source says.
final class Notebook: FrameSink {
    struct Entry: Equatable {
        var pad: PadNumber
        var timeUsec: UInt64
        var contacts: [Contact]
        var fingers: Int
        var buttons: Buttons
        var continuity: Continuity
    }

    var pads: [PadDescription] = []
    var entries: [Entry] = []
    var ends = 0
    var onFrame: (() -> Void)?
    var onEnd: (() -> Void)?

    func padAdded(_ pad: PadNumber, _ description: PadDescription) {
        #expect(pad == pads.count)
        pads.append(description)
    }

    func padRemoved(_ pad: PadNumber) {}

    func frame(_ frame: borrowing Frame, from pad: PadNumber) {
        var contacts: [Contact] = []
        for index in 0..<frame.contactCount { contacts.append(frame[index]) }
        entries.append(
            Entry(
                pad: pad, timeUsec: frame.timeUsec, contacts: contacts,
                fingers: frame.fingers, buttons: frame.buttons, continuity: frame.continuity))
        onFrame?()
    }

    func padFailed(_ pad: PadNumber, _ message: String) { Issue.record("\(message)") }

    func sourceEnded() {
        ends += 1
        onEnd?()
    }
}

@Suite struct RecordingSourceTests {
    /// Frames at the given times, each one step to the right, on each of `devices` pads.
    private func recording(_ times: [UInt64], devices: Int = 1) -> Recording {
        var device = RecordedDevice()
        device.name = "Pad"
        for code in [EventCode.toolFinger, EventCode.touch] { device.announce(EventCode.key, code) }
        for code in [EventCode.positionX, EventCode.positionY, EventCode.mtPressure, EventCode.slot] {
            device.announce(code, RecordedAxis(minimum: 0, maximum: 100))
        }
        var devices = [RecordedDevice](repeating: device, count: devices)
        for index in devices.indices {
            for (count, time) in times.enumerated() {
                let values: [(UInt16, UInt16, Int32)] = [
                    (3, EventCode.trackingID, 7), (3, EventCode.positionX, Int32(count)), (0, 0, 0),
                ]
                devices[index].events += values.map {
                    RecordedEvent(timeUsec: time + UInt64(index), type: $0.0, code: $0.1, value: $0.2)
                }
            }
        }
        return Recording(format: .evemu, devices: devices)
    }

    private func play(
        _ recording: Recording, _ speed: RecordingSource.Speed, repeats: Bool = false,
        _ prepare: (Notebook, RecordingSource, EventLoop) -> Void = { _, _, _ in }
    ) throws -> Notebook {
        let loop = try EventLoop()
        let notebook = Notebook()
        let source = RecordingSource(
            RecordingPlayer(recording, name: "file"), loop: loop, speed: speed, repeats: repeats)
        notebook.onEnd = { loop.exit(0) }
        prepare(notebook, source, loop)
        try source.start(sink: notebook)
        for pad in notebook.pads.indices { source.open(pad) }
        _ = try loop.run()
        return notebook
    }

    @Test func sameFramesAtAnySpeed() throws {
        let demo = DemoStory.recording
        let alone = Notebook()
        var player = RecordingPlayer(demo, name: "file")
        player.playAll(to: alone)
        #expect(alone.entries.count > 1_000)
        #expect(alone.ends == 1)
        for speed in [RecordingSource.Speed.max, .times(50)] {
            let notebook = try play(demo, speed)
            #expect(notebook.entries == alone.entries)
            #expect(notebook.pads == alone.pads)
            #expect(notebook.ends == 1)
        }
    }

    @Test func devicesAreInterleavedByTime() throws {
        let notebook = try play(recording([0, 10, 20], devices: 2), .max)
        #expect(notebook.entries.map(\.pad) == [0, 1, 0, 1, 0, 1])
        #expect(notebook.entries.map(\.timeUsec) == [0, 1, 10, 11, 20, 21])
        #expect(notebook.pads.map(\.id) == ["bus0-pad", "bus0-pad-2"])
    }

    @Test func longPausesAreShortened() throws {
        // 10⁹ s, played at a speed at which ten seconds are nothing.
        let notebook = try play(recording([0, 1_000_000_000_000_000, .init(Int64.max)]), .times(1e6))
        #expect(notebook.entries.map(\.timeUsec) == [0, 1_000_000_000_000_000, .init(Int64.max)])
    }

    @Test(arguments: [RecordingSource.Speed.max, .times(1e6)])
    func roundsGoOnInTime(_ speed: RecordingSource.Speed) throws {
        let notebook = try play(recording([500, 700]), speed, repeats: true) { notebook, source, loop in
            notebook.onFrame = { [unowned notebook] in
                guard notebook.entries.count == 5 else { return }
                source.close(0)
                loop.exit(0)
            }
        }
        #expect(notebook.entries.map(\.timeUsec) == [500, 700, 1_000_700, 1_000_900, 2_000_900])
        #expect(notebook.ends == 0)
    }

    @Test(arguments: [RecordingSource.Speed.max, .times(1e6)])
    func standsStillWhileNobodyListens(_ speed: RecordingSource.Speed) throws {
        let loop = try EventLoop()
        let notebook = Notebook()
        let source = RecordingSource(
            RecordingPlayer(recording([0, 10, 20, 30]), name: "file"), loop: loop, speed: speed)
        try source.start(sink: notebook)
        // Not before the first pad is opened; a deferred source may take one empty turn.
        for _ in 0..<3 { try loop.runOnce(timeoutUsec: 0) }
        #expect(notebook.entries == [])
        #expect(try loop.runOnce(timeoutUsec: 0) == false)

        // The sink closes the pad while it is being called.
        notebook.onFrame = { [unowned notebook] in if notebook.entries.count == 2 { source.close(0) } }
        source.open(0)
        while notebook.entries.count < 2 { try loop.runOnce(timeoutUsec: nil) }
        for _ in 0..<3 { try loop.runOnce(timeoutUsec: 0) }
        #expect(notebook.entries.count == 2)
        #expect(try loop.runOnce(timeoutUsec: 0) == false)

        // Where it stood it goes on.
        source.open(0)
        source.open(0)
        while notebook.ends == 0 { try loop.runOnce(timeoutUsec: nil) }
        #expect(notebook.entries.map(\.timeUsec) == [0, 10, 20, 30])
        source.close(0)
        source.open(0)
        #expect(try loop.runOnce(timeoutUsec: 0) == false)
        #expect(notebook.ends == 1)
    }

    @Test func closedPadsAreSilent() throws {
        let notebook = try play(recording([0, 10], devices: 2), .max) { notebook, source, _ in
            notebook.onFrame = { [unowned notebook] in if notebook.entries.count == 1 { source.close(0) } }
        }
        #expect(notebook.entries.map(\.pad) == [0, 1, 1])
    }

    @Test func recordingWithoutFrames() throws {
        let notebook = try play(recording([]), .times(1))
        #expect(notebook.entries == [])
        #expect(notebook.ends == 1)
    }
}
