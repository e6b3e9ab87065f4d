import Recordings
import Testing

@Suite struct FormatTests {
    @Test(arguments: [
        (Samples.libinput, RecordingFormat.libinput), (Samples.written, .libinput), (Samples.evemu, .evemu),
        (Samples.evtestHeader + Samples.evtestEvents, .evtest),
        ((Samples.evtestHeader + Samples.evtestEvents).replacing("\n", with: "\r\n"), .evtest),
        (Samples.evemu.replacing("\n", with: "\r\n"), .evemu),
        ("\u{feff}" + Samples.evemu, .evemu),
    ])
    func sameTouchInEveryFormat(_ text: String, _ format: RecordingFormat) throws {
        let recording = try read(text)
        #expect(recording.format == format)
        #expect(recording.warnings == [])
        #expect(recording.devices.count == 1)
        var device = recording.devices[0]
        #expect(device.events == Samples.events)
        if format == .libinput {
            #expect(device.udevProperties == ["ID_INPUT": "1", "ID_INPUT_TOUCHPAD": "1"])
            #expect(device.node == "/dev/input/event7")
        }
        // The other formats do not tell these.
        device.node = Samples.device.node
        device.udevProperties = [:]
        #expect(device == Samples.device)
    }

    @Test func severalDevices() throws {
        let second = Samples.libinput.split(separator: "devices:\n", maxSplits: 2)[1].replacing(
            "event7", with: "event8")
        let recording = try read(Samples.libinput + "\n" + second.replacing("Made", with: "Second"))
        #expect(recording.devices.map(\.node) == ["/dev/input/event7", "/dev/input/event8"])
        #expect(recording.devices[1].name == "Second \"up\" pad")
        #expect(recording.devices.map(\.events) == [Samples.events, Samples.events])
    }

    @Test func descriptionWithoutEvents() throws {
        let recording = try read(String(Samples.evemu.prefix { $0 != "#" } + "N: Pad\nA: 3a 0 255 0 0 0\n"))
        #expect(recording.devices[0].axes == [0x3a: RecordedAxis(minimum: 0, maximum: 255)])
        #expect(recording.devices[0].events == [])
        #expect(recording.warnings == [])
    }

    @Test func evtestSynWords() throws {
        let recording = try read(
            """
            Event: time 1.5, ++++++++++++++ SYN_MT_REPORT ++++++++++++
            Event: time 1.5, >>>>>>>>>>>>>> SYN_DROPPED <<<<<<<<<<<<
            Event: time 1.5, type 4 (EV_MSC), code 4 (MSC_SCAN), value 90001
            Event: time 1.5, -------------- Config Sync ------------
            Event: time 1.5, -------------- SYN_REPORT ------------

            """)
        let events = recording.devices[0].events
        #expect(events.map(\.code) == [2, 3, 4, 1, 0])
        #expect(events[2].value == 0x90001)
        #expect(events.allSatisfy { $0.timeUsec == 1_500_000 })
    }

    @Test func companionGivesAxes() throws {
        let companion = Array("A: 35 0 1280 0 0 12\nA: 36 0 680 0 0 10\nA: 3a 0 255 0 0 0\n".utf8)
        let recording = try Recording.read(
            bytes: Array(Samples.evtestEvents.utf8), name: "log", companion: companion)
        #expect(recording.devices[0].factsOrigin == .companion)
        #expect(recording.devices[0].axes[0x35] == RecordedAxis(minimum: 0, maximum: 1280, resolution: 12))
        #expect(recording.devices[0].codes[EventCode.key] == [330])
        #expect(recording.devices[0].events == Samples.events)
    }

    @Test func axesInferredFromEvents() throws {
        let device = try read(Samples.evtestEvents).devices[0]
        #expect(device.factsOrigin == .inferred)
        #expect(device.axes[0x35] == RecordedAxis(minimum: 0, maximum: 500))
        #expect(device.axes[0x3a] == RecordedAxis(minimum: 0, maximum: 127))
        #expect(device.axes[0x39] == RecordedAxis(minimum: 0, maximum: 65_535))
        #expect(device.properties == [0])
        #expect(device.codes[EventCode.key] == [325, 330])
    }

    @Test func greatestPressureThereIs() throws {
        let device = try read("E: 0.0 0003 003a \(Int32.max)\nE: 0.0 0000 0000 0\n").devices[0]
        #expect(device.axes[0x3a] == RecordedAxis(minimum: 0, maximum: .max))
    }
}

func read(_ text: String) throws -> Recording {
    try Recording.read(bytes: Array(text.utf8), name: "file")
}
