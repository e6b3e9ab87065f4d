import InputSources
import Recognition
import Recordings
import Testing

@Suite struct DemoStoryTests {
    /// The demo's presses, as the recogniser tells them: changes left out, cancels with their reason.
    @Test func story() throws {
        var player = RecordingPlayer(DemoStory.recording, name: "demo")
        let pad = try #require(player.descriptions.first)
        #expect(pad.name == "PeekPop demo pad")
        #expect(pad.classification.padClass == .grams)
        var recogniser = Recogniser(pad)
        var story: [String] = []
        while player.step({ frame, _ in
            recogniser.feed(frame) { event in
                switch event.phase {
                case .changed: break
                case .cancelled: story.append("cancelled(\(event.reason?.rawValue ?? "?"))")
                default: story.append(event.phase.rawValue)
                }
            }
        }) {}
        #expect(
            story == [
                "began", "cancelled(released)",
                "began", "peeked", "cancelled(released)",
                "began", "peeked", "popped", "ended",
                "began", "peeked", "cancelled(released)",
                "began", "cancelled(fingers)",
                "began", "peeked", "popped", "ended",
            ])
    }

    @Test func isTheSameEachTime() {
        #expect(DemoStory.recording == DemoStory.recording)
    }

    /// What the recording holds in numbers: a changed model shows here.
    @Test func summary() throws {
        let device = try #require(DemoStory.recording.devices.first)
        let clicks = device.events.filter { $0.type == EventCode.key && $0.code == EventCode.buttonLeft }
        let landings = device.events.filter { $0.code == EventCode.trackingID && $0.value >= 0 }
        let pressures = device.events.filter { $0.type == EventCode.abs && $0.code == EventCode.mtPressure }
        let reports = device.events.filter(\.isReport).count
        // Down and up: the click, the double click, every press, the drag.
        #expect(clicks.map(\.value) == (0..<10).flatMap { _ in [1, 0] as [Int32] })
        #expect(landings.count == 15)
        #expect(reports == 1_611)
        #expect(pressures.map(\.value).max() == 3_183)
        #expect(device.events.last?.timeUsec == 20_568_357)
    }

    /// As the kernel does it: an event tells a change.
    @Test func unchangedValuesAreNotSent() throws {
        let device = try #require(DemoStory.recording.devices.first)
        var slot: Int32 = 0
        var last: [[Int32]: Int32] = [:]
        for event in device.events where event.type != EventCode.syn {
            if event.type == EventCode.abs, event.code == EventCode.slot { slot = event.value }
            let isContact = event.code >= EventCode.slot && event.type == EventCode.abs
            let key = [isContact ? slot : -1, Int32(event.type), Int32(event.code)]
            if event.code != EventCode.slot { #expect(last[key] != event.value) }
            last[key] = event.value
        }
    }
}
