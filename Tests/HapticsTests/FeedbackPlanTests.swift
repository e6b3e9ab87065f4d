import CLinux
import Recognition
import Testing

@testable import Haptics

@Suite struct FeedbackPlanTests {
    @Test func theDefaultsClickAtPeekAndPop() {
        let plan = FeedbackPlan(HapticSettings(), .kernel(.haptic))
        #expect(plan.effects == [.haptic(.click, intensity: 60), .haptic(.buzz, intensity: 60)])
        #expect(plan.place(of: .peek) == 0 && plan.place(of: .pop) == 0 && plan.place(of: .click) == 0)
        #expect(plan.place(of: .buzz) == 1)
        #expect(plan.place(of: .hint) == nil)
    }

    @Test func eachLevelHasItsOwn() {
        let settings = HapticSettings(intensity: 100, hint: .click, peek: nil, pop: .rumble)
        let plan = FeedbackPlan(settings, .kernel(.haptic))
        #expect(
            plan.effects == [
                .haptic(.click, intensity: 100), .haptic(.rumble, intensity: 100), .haptic(.buzz, intensity: 100),
            ])
        #expect(plan.place(of: .hint) == 0)
        #expect(plan.place(of: .peek) == nil)
        #expect(plan.place(of: .pop) == 1)
    }

    @Test func aRumbleMotorKnocksAndShakes() {
        let plan = FeedbackPlan(HapticSettings(intensity: 50), .kernel(.rumble))
        #expect(
            plan.effects == [
                .rumble(magnitude: 32_767, milliseconds: 20), .rumble(magnitude: 32_767, milliseconds: 200),
            ])
        let strongest = FeedbackPlan(HapticSettings(intensity: 100), .kernel(.rumble))
        #expect(strongest.effects.first == .rumble(magnitude: 65_535, milliseconds: 20))
    }

    @Test func aVendorsReportClicksAndNothingElse() throws {
        let motor = try #require(VendorMotor.all.first)
        let plan = FeedbackPlan(HapticSettings(pop: .buzz), .vendor(motor))
        #expect(plan.effects == [.report(motor.click)])
        #expect(plan.place(of: .peek) == 0)
        #expect(plan.place(of: .pop) == nil && plan.place(of: .buzz) == nil)
    }

    @Test func withoutIntensityOrMotorThereIsNothing() {
        #expect(FeedbackPlan(HapticSettings(intensity: 0), .kernel(.haptic)).effects == [])
        #expect(FeedbackPlan(HapticSettings(), .kernel(.none)).effects == [])
    }

    /// 0x1006 and 0x1007 take the pad's own click away for good.
    @Test func noPlanTakesThePadOver() {
        let waveforms: [Waveform?] = [nil] + Waveform.allCases
        for hint in waveforms {
            for peek in waveforms {
                for pop in waveforms {
                    let plan = FeedbackPlan(HapticSettings(hint: hint, peek: peek, pop: pop), .kernel(.haptic))
                    #expect(plan.effects.count <= HapticHand.effectLimit)
                    for effect in plan.effects { #expect([0x1003, 0x1004, 0x1005].contains(effect.raw.usage)) }
                }
            }
        }
        #expect(Waveform.refusedNames.allSatisfy { Waveform(name: $0) == nil })
    }

    @Test func effectsAsTheHandTakesThem() {
        let click = FeedbackPlan.Effect.haptic(.click, intensity: 45).raw
        #expect((click.kind, click.usage, click.intensity, click.milliseconds) == (0x4f, 0x1003, 45, 0))
        let buzz = FeedbackPlan.Effect.haptic(.buzz, intensity: 1).raw
        #expect((buzz.kind, buzz.usage, buzz.intensity, buzz.milliseconds) == (0x4f, 0x1004, 1, 200))
        let knock = FeedbackPlan.Effect.rumble(magnitude: 9, milliseconds: 20).raw
        #expect((knock.kind, knock.magnitude, knock.milliseconds) == (0x50, 9, 20))
        let report = FeedbackPlan.Effect.report([0x53, 1, 2]).raw
        #expect((report.kind, report.report_length) == (0, 3))
        withUnsafeBytes(of: report.report) { #expect(Array($0.prefix(4)) == [0x53, 1, 2, 0]) }
    }
}
