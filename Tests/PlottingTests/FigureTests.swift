import SnapshotChecking
import Testing

@testable import Plotting

@Suite struct FigureTests {
    @Test(arguments: Theme.allCases)
    func looksAsItShould(_ theme: Theme) {
        #expect(snapshotDifference("histogram-\(theme).svg", Figures.histogram(theme).svg()) == nil)
        #expect(snapshotDifference("trace-\(theme).svg", Figures.trace(theme).svg()) == nil)
    }

    @Test func narrow() {
        #expect(snapshotDifference("histogram-narrow.svg", Figures.histogram(width: 320).svg()) == nil)
        #expect(snapshotDifference("trace-narrow.svg", Figures.trace(width: 320).svg()) == nil)
    }
}
