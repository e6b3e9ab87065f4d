import Recognition
import Recordings

/// Steps through a recording's frames in the order of their times, all devices together; knows no clock.
public struct RecordingPlayer {
    private struct Track {
        let events: [RecordedEvent]
        let facts: DeviceFacts
        var assembler: FrameAssembler
        var position = 0
        /// The next SYN_REPORT's place; `nil` at the end.
        var report: Int?

        init(_ device: RecordedDevice, _ facts: DeviceFacts) {
            events = device.events
            self.facts = facts
            assembler = FrameAssembler(facts)
            findReport()
        }

        mutating func findReport() {
            report = events[position...].firstIndex(where: \.isReport)
        }
    }

    /// What the pads are, by ``PadNumber``.
    public let descriptions: [PadDescription]
    private var tracks: [Track]

    /// - Parameters:
    ///   - recording: its devices become pads 0, 1, …
    ///   - name: the file's name, the pads' ``PadDescription/node``.
    ///   - knowledge: what the hardware database says of a device; the one built in unless told otherwise.
    public init(
        _ recording: Recording, name: String,
        knowledge: (DeviceFacts) -> HardwareKnowledge = { HardwareDatabase.builtIn.knowledge(of: $0) }
    ) {
        tracks = recording.devices.map { Track($0, DeviceFacts($0, node: name)) }
        var taken: Set<String> = []
        var descriptions: [PadDescription] = []
        for track in tracks {
            var description = track.facts.description(knowledge: knowledge(track.facts))
            description.id = PadDescription.uniqueID(description.id, among: taken)
            taken.insert(description.id)
            descriptions.append(description)
        }
        self.descriptions = descriptions
    }

    /// Back to the beginning, with nothing on the pads.
    public mutating func rewind() {
        for index in tracks.indices {
            tracks[index].position = 0
            tracks[index].assembler = FrameAssembler(tracks[index].facts)
            tracks[index].findReport()
        }
    }

    private var nextTrack: Int? {
        var next: Int?
        var time = UInt64.max
        for index in tracks.indices {
            guard let report = tracks[index].report else { continue }
            if next == nil || tracks[index].events[report].timeUsec < time {
                next = index
                time = tracks[index].events[report].timeUsec
            }
        }
        return next
    }

    /// When the next frame was; `nil` at the end.
    public var nextTimeUsec: UInt64? {
        nextTrack.flatMap { index in tracks[index].report.map { tracks[index].events[$0].timeUsec } }
    }

    /// Gives the next frame to `body`, none where the events up to a SYN_REPORT make no frame (after SYN_DROPPED).
    ///
    /// - Returns: false at the end.
    @discardableResult
    public mutating func step(_ body: (borrowing Frame, PadNumber) -> Void) -> Bool {
        guard let index = nextTrack, let report = tracks[index].report else { return false }
        var isFrame = false
        for position in tracks[index].position...report {
            let event = tracks[index].events[position]
            isFrame = tracks[index].assembler.feed(
                timeUsec: event.timeUsec, type: event.type, code: event.code, value: event.value)
        }
        tracks[index].position = report + 1
        tracks[index].findReport()
        if isFrame { body(tracks[index].assembler.frame, index) }
        return true
    }

    /// Plays all that is left to a sink, without an event loop and as fast as it goes: the pads, every frame, the end.
    public mutating func playAll(to sink: any FrameSink) {
        for (pad, description) in descriptions.enumerated() { sink.padAdded(pad, description) }
        while step({ frame, pad in sink.frame(frame, from: pad) }) {}
        sink.sourceEnded()
    }
}
