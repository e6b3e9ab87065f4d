import Linux
import Recognition
import Recordings
import Systemd

/// Plays a recording as if its devices were there.
///
/// Playing begins when the first pad is opened, stands still while no pad is open, and ends with
/// ``FrameSink/sourceEnded()``. Frames carry the recording's own times, so what is made of them is the same at any speed.
public final class RecordingSource: FrameSource {
    public enum Speed: Equatable, Sendable {
        /// Recorded seconds a second; 1 is real time. Above 0.
        case times(Double)
        /// As fast as it goes.
        case max
    }

    /// A longer pause in the recording is played as this: a damaged time, or a night between two touches, shall keep
    /// nobody waiting. Frames carry their own time all the same.
    public static let longestPauseUsec: UInt64 = 10_000_000
    /// When playing again from the beginning, this much lies between the last frame and the first.
    public static let pauseBetweenRoundsUsec: UInt64 = 1_000_000
    /// At full speed, the event loop's other sources get their turn after so many frames.
    private static let framesATurn = 64

    public let isLive = false

    private let loop: EventLoop
    private let speed: Speed
    private let repeats: Bool
    private var player: RecordingPlayer
    /// Apart from the player, which is busy while the sink, called by it, opens and closes pads.
    private let pads: Range<PadNumber>
    private weak var sink: (any FrameSink)?
    private var timer: EventSource?
    private var turn: EventSource?
    private var open: Set<PadNumber> = []
    /// Played to the end.
    private var hasEnded = false
    /// The recorded time of the frame played last.
    private var lastUsec: UInt64?
    private var firstUsec: UInt64 = 0
    /// Added to the recorded time in the rounds after the first, so that time never runs backwards.
    private var roundUsec: UInt64 = 0
    /// CLOCK_MONOTONIC at which the next frame is due, while playing; how long that still is, while standing still.
    private var dueUsec: UInt64 = 0
    private var remainingUsec: UInt64 = 0

    /// - Parameters:
    ///   - player: the recording, at its beginning.
    ///   - loop: on whose thread everything happens.
    ///   - repeats: play it again and again; frames of later rounds carry later times.
    public init(_ player: RecordingPlayer, loop: EventLoop, speed: Speed = .times(1), repeats: Bool = false) {
        if case .times(let factor) = speed { precondition(factor > 0, "speed \(factor) is not above 0") }
        self.player = player
        pads = player.descriptions.indices
        self.loop = loop
        self.speed = speed
        self.repeats = repeats
        firstUsec = player.nextTimeUsec ?? 0
    }

    public func start(sink: any FrameSink) throws {
        self.sink = sink
        switch speed {
        case .times: timer = try loop.timer { [unowned self] in play() }
        case .max: turn = try loop.deferred { [unowned self] in play() }
        }
        for (pad, description) in player.descriptions.enumerated() { sink.padAdded(pad, description) }
    }

    public func open(_ pad: PadNumber) {
        guard pads.contains(pad), open.insert(pad).inserted, open.count == 1 else { return }
        guard !hasEnded else { return }
        dueUsec = Clock.monotonicUsec + remainingUsec
        wait()
    }

    public func close(_ pad: PadNumber) {
        guard open.remove(pad) != nil, open.isEmpty else { return }
        let now = Clock.monotonicUsec
        remainingUsec = dueUsec > now ? dueUsec - now : 0
        timer?.disarm()
        turn?.setEnabled(false)
    }

    /// Comes back for the next frame.
    private func wait() {
        switch speed {
        case .times: timer?.arm(atUsec: dueUsec)
        case .max: turn?.schedule()
        }
    }

    /// Plays what is due.
    private func play() {
        let now = Clock.monotonicUsec
        var count = 0
        // The sink may close pads under our hands.
        while !open.isEmpty, !hasEnded, count < RecordingSource.framesATurn, speed == .max || dueUsec <= now {
            playFrame()
            count += 1
        }
        if !open.isEmpty, !hasEnded { wait() }
    }

    private func playFrame() {
        let time = player.nextTimeUsec
        let shift = roundUsec
        player.step { frame, pad in
            guard open.contains(pad) else { return }
            if shift == 0 {
                sink?.frame(frame, from: pad)
            } else {
                var later = copy frame
                later.timeUsec += shift
                sink?.frame(later, from: pad)
            }
        }
        if let time { lastUsec = time }
        if let next = player.nextTimeUsec {
            schedule(afterUsec: next - (lastUsec ?? next))
        } else if repeats, let lastUsec {
            // Recorded times use 63 bits: a round that reaches beyond them is the last.
            let round = lastUsec - firstUsec + RecordingSource.pauseBetweenRoundsUsec
            guard roundUsec < UInt64(Int64.max) - min(round, UInt64(Int64.max)) else { return end() }
            roundUsec += round
            player.rewind()
            self.lastUsec = nil
            schedule(afterUsec: RecordingSource.pauseBetweenRoundsUsec)
        } else {
            end()
        }
    }

    private func schedule(afterUsec usec: UInt64) {
        guard case .times(let factor) = speed else { return }
        let pause = Double(min(usec, RecordingSource.longestPauseUsec)) / factor
        // Even a crawl has a next frame some day.
        dueUsec += UInt64(min(pause, 1e15))
    }

    private func end() {
        hasEnded = true
        sink?.sourceEnded()
    }
}

extension RecordingSource {
    /// The demo: needs no hardware, no rights and no file.
    public static func demo(loop: EventLoop, speed: Speed = .times(1), repeats: Bool = true) -> RecordingSource {
        RecordingSource(
            RecordingPlayer(DemoStory.recording, name: "demo"), loop: loop, speed: speed, repeats: repeats)
    }
}
