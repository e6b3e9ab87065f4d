import ForceModel
import InputSources
import Recognition
import Recordings
import Testing

@testable import PeekPopCtl

@Suite struct UseTests {
    /// An hour's things in the proportions told.
    @Test func ordinaryUse() {
        var counts: [Intent.Kind: Int] = [:]
        var hours = 0.0
        for user in 0..<4 {
            let made = LabelledTrace.make(Population.user(.tuning, user), on: .surface, .ordinary(seconds: 1_800))
            for intent in made.intents { counts[intent.kind, default: 0] += 1 }
            hours += Double(made.durationUsec) / 3.6e9
        }
        let total = counts.values.reduce(0, +)
        #expect((1_350...1_750).contains(Double(total) / hours))
        let sum = UseScript.ordinaryShares.reduce(0) { $0 + $1.share }
        for (kind, share) in UseScript.ordinaryShares where share >= 100 {
            let expected = Double(total * share) / Double(sum)
            #expect(abs(Double(counts[kind] ?? 0) / expected - 1) < 0.2, "\(kind)")
        }
        #expect(Set(counts.keys) == Set(Intent.Kind.ordinary))
        #expect(Set(UseScript.ordinaryShares.map(\.kind)) == Set(Intent.Kind.ordinary))
    }

    @Test func deliberateRounds() {
        let made = LabelledTrace.make(Population.user(.tuning, 1), on: .goodix, .deliberate(rounds: 3))
        for kind in Intent.Kind.deliberate { #expect(made.intents.filter { $0.kind == kind }.count == 3) }
        #expect(made.intents.prefix(UseScript.warmUp).allSatisfy { $0.kind == .click })
        let presses = made.intents.filter { $0.kind.stage != nil }
        // Another order each round.
        #expect(presses.prefix(8).map(\.kind) != presses.dropFirst(8).prefix(8).map(\.kind))
    }

    /// What a person means is what their fingers do: clicks click, taps and moves do not.
    @Test(arguments: PadModel.forcePads)
    func meaning(_ pad: PadModel) {
        for weight in [HandWeight.light, .average, .heavy, .weak] {
            let made = trace(pad, Intent.Kind.allCases, weight: weight)
            for intent in made.intents {
                let peak = made.peakForce(intent)
                switch intent.kind {
                case .click, .doubleClick, .firmClick, .longClick, .drag: #expect(peak > 0.97, "\(intent.kind)")
                case .tap, .doubleTap, .pointerMove, .scroll, .swipe, .pinch, .hold, .lightTouch:
                    #expect(peak > 0.02 && peak < 1.15, "\(intent.kind) \(peak)")
                case .rest, .palm: #expect(peak == 0)
                default: #expect(peak > 0.15)
                }
            }
        }
    }

    /// The parts of a hand are where they belong.
    @Test func places() {
        let pad = PadModel.appleMTP
        func contacts(_ kind: Intent.Kind) -> [[Contact]] {
            frames(trace(pad, Array(repeating: kind, count: 6))).frames.map { frame in
                (0..<frame.contactCount).map { frame[$0] }
            }
        }
        #expect(contacts(.palm).joined().allSatisfy { $0.major > 25 })
        #expect(contacts(.pointerMove).joined().allSatisfy { $0.major < 25 && $0.y < 75 })
        #expect(contacts(.restingThumb).contains { $0.count == 2 && $0.contains { $0.y > 0.85 * 80 } })
        #expect(contacts(.swipe).contains { $0.count == 3 })
        // Pads that tell palms apart tell them.
        let palms = frames(trace(.redrix, [.palm, .palm])).frames
        #expect(palms.contains { $0.contactCount == 1 && $0[0].tool == .palm })
    }

    /// A slide after the peek goes up.
    @Test func slides() {
        let made = trace(.surface, Array(repeating: .peekSlide, count: 5))
        let played = frames(made).frames
        for intent in made.intents {
            let ys = played.filter {
                $0.timeUsec > intent.startUsec && $0.timeUsec < intent.endUsec && $0.contactCount == 1
            }
            .map { $0[0].y }
            #expect((ys.first ?? 0) - (ys.last ?? 0) > 10)
        }
    }

    /// Every pad's trace goes through `peekpopctl replay`; presses are recognised on pads that feel force, and on others
    /// none are.
    @Test(arguments: PadModel.everyPad)
    func replays(_ pad: PadModel) throws {
        let made = LabelledTrace.make(Population.user(.tuning, 2), on: pad, .deliberate(rounds: 2))
        let recording = try TemporaryRecording(made.device).read()
        var events: [PressEvent] = []
        try Replay(recording, name: pad.key, settings: RecognitionSettings(), calibration: nil, only: nil).run {
            event, _ in
            events.append(event)
        }
        let peeks = events.filter { $0.phase == .peeked }.count
        if pad.isForce { #expect(peeks >= 10, "\(peeks)") } else { #expect(events.isEmpty) }
    }
}
