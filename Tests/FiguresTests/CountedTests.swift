import Testing

@testable import Figures

struct CountedTests {
    @Test(arguments: [(0, "0 pads"), (1, "1 pad"), (2, "2 pads"), (1_000, "1000 pads")])
    func one(number: Int, text: String) {
        #expect(counted(number, "pad") == text)
    }
}
