import ForceModel
import Recordings

/// The demo: half a minute of a hand on a pressure pad, made by the force model, the same each time.
///
/// Hint, peek and pop lie at 1.4, 1.85 and 2.85 clicks; the plateaus keep clear of them by more than the hand wanders.
public enum DemoStory {
    /// Anything would do; this one gives a story without a coincidence in it.
    static let seed: UInt64 = 0x5045_454b_504f_50

    /// A steady hand: held finger forces vary by 1…3 % in all, and physiological tremor is the smaller, fast part of that.
    private static let hand = Steadiness(tremorHz: 10, tremor: 0.008, wander: 0.02, wanderMs: 500)

    public static var recording: Recording {
        var story = Story()
        story.tap()
        story.click()
        story.doubleClick()
        story.pointerMove()
        story.hintAndRelease()
        story.peekAndRelease()
        story.peekThenPop()
        story.peekAndSlideUp()
        story.pressDisturbed()
        story.drag()
        story.scroll()
        story.deepPop()
        let endMs = (story.strokes.map(\.endMs).max() ?? 0) + 1_000
        let played = PadSimulation.play(
            story.strokes, on: .demo, steadiness: hand, seed: seed, endMs: endMs)
        return Recording(format: .libinput, devices: [played.device])
    }
}

private struct Story {
    var strokes: [FingerStroke] = []
    /// When the next finger lands. The first second shows the pad at rest.
    var nowMs = 1_000.0

    /// A finger's rest between two gestures.
    static let pauseMs = 600.0
    /// Resting finger: 70 g, in the usual range of pointing.
    static let rest = 0.35

    mutating func finger(
        x: Double = 55, y: Double = 32, rest: Double = rest, pauseMs: Double = pauseMs,
        _ action: (inout FingerStroke) -> Void
    ) {
        var stroke = FingerStroke(landAtMs: nowMs, x: x, y: y, rest: rest)
        action(&stroke)
        strokes.append(stroke)
        nowMs = stroke.endMs + pauseMs
    }

    mutating func tap() {
        finger(rest: 0.4) { $0.lift() }
    }

    mutating func click() {
        finger {
            $0.hold(ms: 160)
            $0.press(to: 1.18, ms: 88)
            $0.hold(ms: 48)
            $0.lift(ms: 72)
        }
    }

    mutating func doubleClick() {
        for pause in [96, Story.pauseMs] {
            finger(rest: 0.45, pauseMs: pause) {
                $0.press(to: 1.2, ms: 40)
                $0.lift()
            }
        }
    }

    mutating func pointerMove() {
        finger(x: 30, y: 40, rest: 0.25) {
            $0.hold(ms: 80)
            $0.slide(dx: 42, dy: -14, ms: 520)
            $0.hold(ms: 120)
            $0.lift()
        }
    }

    mutating func hintAndRelease() {
        finger {
            $0.hold(ms: 240)
            $0.press(to: 1.55, ms: 280)
            $0.hold(ms: 360)
            $0.press(to: 0.5, ms: 200)
            $0.lift()
        }
    }

    mutating func peekAndRelease() {
        finger(x: 58, y: 30) {
            $0.hold(ms: 240)
            $0.press(to: 2.15, ms: 320)
            $0.hold(ms: 900)
            $0.press(to: 0.4, ms: 160)
            $0.lift()
        }
    }

    mutating func peekThenPop() {
        finger(x: 50, y: 28) {
            $0.hold(ms: 240)
            $0.press(to: 2.1, ms: 300)
            $0.hold(ms: 560)
            $0.press(to: 3.2, ms: 260)
            $0.hold(ms: 240)
            $0.lift(ms: 96)
        }
    }

    mutating func peekAndSlideUp() {
        finger(x: 55, y: 46) {
            $0.hold(ms: 240)
            $0.press(to: 2.15, ms: 320)
            $0.hold(ms: 320)
            $0.slide(dx: 1, dy: -20, ms: 560)
            $0.hold(ms: 320)
            $0.lift(ms: 88)
        }
    }

    /// A second finger lands while the hint shows.
    mutating func pressDisturbed() {
        let startMs = nowMs
        finger {
            $0.hold(ms: 240)
            $0.press(to: 1.55, ms: 280)
            $0.hold(ms: 480)
            $0.lift(ms: 72)
        }
        let afterMs = nowMs
        nowMs = startMs + 760
        finger(x: 76, y: 34) {
            $0.hold(ms: 160)
            $0.lift()
        }
        nowMs = afterMs
    }

    mutating func drag() {
        finger(x: 34, y: 36) {
            $0.hold(ms: 160)
            $0.press(to: 1.2, ms: 96)
            $0.slide(dx: 38, dy: 6, ms: 800)
            $0.hold(ms: 120)
            $0.lift(ms: 64)
        }
    }

    mutating func scroll() {
        let startMs = nowMs
        for x in [46.0, 64] {
            nowMs = startMs + (x - 46) / 2.25
            finger(x: x, y: 48, rest: 0.3) {
                $0.hold(ms: 40)
                $0.slide(dx: 0, dy: -26, ms: 480)
                $0.hold(ms: 80)
                $0.lift()
            }
        }
    }

    /// Straight through to the pop, and further.
    mutating func deepPop() {
        finger(x: 56, y: 30) {
            $0.hold(ms: 280)
            $0.press(to: 3.9, ms: 400)
            $0.hold(ms: 640)
            $0.lift(ms: 100)
        }
    }
}
