import Recognition
import Testing

@testable import Calibrating

@Suite struct StageFinderTests {
    static let stages: [CalibrationStage] = [.touches, .clicks, .presses, .hardPresses]

    /// One report each is enough: what is sought are places in the order of touches.
    private func touches(_ groups: [(count: Int, force: Double, clicks: Bool)], pauses: Bool = true)
        -> [StageFinder.Candidate]
    {
        var strokes = Strokes(seed: 11)
        var all: [StageFinder.Candidate] = []
        for group in groups {
            for index in 0..<group.count {
                let place = all.count
                all.append(
                    StageFinder.Candidate(
                        reports: place..<place + 1, force: Mathematics.ln(strokes.around(group.force, 0.1)),
                        isClick: group.clicks, pauseUsec: index == 0 && pauses ? 3_000_000 : 700_000, isUsable: true))
            }
        }
        return all
    }

    private func starts(_ touches: [StageFinder.Candidate]) -> [Int] {
        StageFinder.starts(touches, stages: Self.stages, spread: 0.15).map(\.report)
    }

    @Test("The boundaries are where they were made, with pauses and without", arguments: [true, false])
    func boundaries(pauses: Bool) {
        let made = touches(
            [(8, 200, false), (8, 700, true), (6, 1200, true), (5, 1900, true)], pauses: pauses)
        #expect(starts(made) == [0, 8, 16, 22])
    }

    @Test("Clicks no harder than touches are told by the button")
    func button() {
        let made = touches([(8, 600, false), (8, 620, true), (6, 1200, true), (5, 1900, true)], pauses: false)
        #expect(starts(made) == [0, 8, 16, 22])
    }

    @Test("Stages alike in force are told by the pause between them")
    func pause() {
        let made = touches([(8, 200, false), (8, 700, true), (6, 1200, true), (6, 1250, true)])
        #expect(starts(made) == [0, 8, 16, 22])
    }

    @Test("Light touches of which a pad shows next to nothing are one stage all the same")
    func gatedTouches() {
        var made = touches([(8, 5, false), (8, 110, true), (6, 170, true), (5, 250, true)])
        for index in [0, 2, 3, 6] { made[index].force = Mathematics.ln(0.5) }
        #expect(starts(made) == [0, 8, 16, 22])
    }

    @Test("A stray touch of two fingers says nothing")
    func stray() {
        var made = touches([(8, 200, false), (8, 700, true), (6, 1200, true), (5, 1900, true)])
        made.insert(
            StageFinder.Candidate(
                reports: 100..<101, force: 9, isClick: false, pauseUsec: 3_000_000, isUsable: false), at: 4)
        #expect(starts(made) == [0, 8, 16, 22])
    }

    @Test("Touches are never sorted by their force: order alone decides")
    func order() {
        var made = touches([(8, 200, false), (8, 700, true), (6, 1200, true), (5, 1900, true)])
        made.reverse()
        for place in made.indices { made[place].reports = place..<place + 1 }
        let found = starts(made)
        // The hardest came first, and stay where they are.
        #expect(found.first == 0 && found == found.sorted())
    }

    @Test("Fewer touches than stages have none", arguments: 0...3)
    func few(count: Int) {
        #expect(starts(touches([(count, 200, false)])) == [])
    }

    @Test("Reports without a touch, and none at all, are gathered as nothing")
    func empty() {
        #expect(StageFinder.gather([], pad: CollectorTests.pad).touches.isEmpty)
        var sample = ForceSample()
        sample.timeUsec = 5
        let gathered = StageFinder.gather([sample, sample], pad: CollectorTests.pad)
        #expect(gathered.touches.isEmpty && gathered.rejected == 0)
    }
}
