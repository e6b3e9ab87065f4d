import ForceModel
import Recordings
import Testing

@testable import Evaluation

@Suite struct RealUseTests {
    @Test func countsWhatHappened() {
        let trace = LabelledTrace.make(
            Population.user(.tuning, 0), on: .synapticsRMI4, .exactly([.tap, .click, .scroll, .pointerMove]))
        var use = RealUse()
        use.judge(trace.recording, name: "")
        #expect(use.pads == 1 && use.forcePads == 0)
        #expect(use.touches == 5)
        #expect(use.peeks[0] == 0, "an area pad never peeks uncalibrated")
        #expect(abs(Double(use.usec) / Double(trace.durationUsec) - 1) < 0.5)
    }

    @Test func aForcePadCounts() {
        let trace = LabelledTrace.make(Population.user(.tuning, 0), on: .surface, .exactly([.peek, .pop]))
        var use = RealUse()
        use.judge(trace.recording, name: "")
        #expect(use.forcePads == 1 && use.touches == 2)
        #expect(use.peeks[0] == 2 && use.pops[0] == 1)
    }

    @Test func whatIsNoRecordingIsRefused() {
        let use = RealUse.judge(#filePath)
        #expect(use.files == 1 && use.refused == 1 && use.pads == 0)
    }
}
