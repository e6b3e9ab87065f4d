import Recognition
import Testing

@testable import Evaluation

/// Each rival does what its original does, frame by frame.
@Suite struct RivalTests {
    /// Feeds pressures 10 ms apart; `nil` is a lift.
    private func said(
        _ rule: some PressRule, _ pressures: [Int32?], button: Bool = false, dx: Float = 0
    ) -> [String] {
        var rule = rule
        var words: [String] = []
        for (index, pressure) in pressures.enumerated() {
            let contacts = pressure.map { [Contact(x: 50 + Float(index) * dx, y: 30, pressure: $0)] } ?? []
            let isDown = button && pressure != nil
            let frame = Frame(timeUsec: UInt64(index) * 10_000, contacts: contacts, buttons: isDown ? .left : [])
            rule.feed(frame) { words.append("\($0.kind.rawValue) \($0.timeUsec / 10_000)") }
        }
        return words
    }

    @Test func fixedThreshold() {
        let rule = FixedThreshold(peek: 100, pop: 200)
        #expect(
            said(rule, [50, 99, 100, 99, 100, 200, 150, nil]) == [
                "peek 2", "release 3", "peek 4", "pop 5", "release 7",
            ])
        #expect(said(rule, [250, nil]) == ["peek 0", "pop 0", "release 1"])
    }

    @Test func fixedPairArmsAgainBelowItsLowerLevel() {
        // 125 / 165 of 165 is 125.
        let rule = FixedPair(peek: 165, pop: .infinity)
        #expect(
            said(rule, [164, 165, 126, 165, 124, 164, 170, nil]) == ["peek 1", "release 4", "peek 6", "release 7"])
    }

    @Test func dynamicReleaseFollowsThePeak() {
        // In ChromeOS's own grams: press 130, release 105.
        let rule = DynamicRelease(peek: 130, pop: 1000)
        #expect(said(rule, [129, 130, 106, 104]) == ["peek 1", "release 3"])
        // Half of 400.
        #expect(said(rule, [130, 400, 201, 199]) == ["peek 0", "release 3"])
        // Half of 900 would be 450; 350 is the highest release.
        #expect(said(rule, [130, 900, 360, 349]) == ["peek 0", "release 3"])
        // Released at 199: the next press needs 1.2 × 199 = 239, and that falls with the force.
        #expect(said(rule, [130, 400, 199, 230, 150, 185, nil]) == ["peek 0", "release 2", "peek 5", "release 6"])
        #expect(said(rule, [130, 400, 199, 230, nil, 130]) == ["peek 0", "release 2", "peek 5"])
    }

    @Test func longPressByTheButton() {
        let held = [Int32?](repeating: 100, count: 120) + [nil]
        #expect(said(LongPress(), held, button: true) == ["peek 50", "pop 100", "release 120"])
        #expect(said(LongPress(), held, button: true, dx: 0.2) == [], "it moved")
        #expect(said(LongPress(), held) == [], "the button is up")
        #expect(said(LongPress(), [Int32?](repeating: 100, count: 49) + [nil], button: true) == [])
    }

    /// The pad is silent while nothing changes: the time counts all the same.
    @Test func longPressInSilence() {
        var rule = LongPress()
        var words: [Decision] = []
        rule.feed(Frame(timeUsec: 0, contacts: [Contact()], buttons: .left)) { words.append($0) }
        rule.feed(Frame(timeUsec: 700_000)) { words.append($0) }
        #expect(words == [Decision(.peek, atUsec: 500_000), Decision(.release, atUsec: 700_000)])
    }
}
