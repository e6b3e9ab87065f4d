import Recognition
import Testing

@Suite struct PadIDTests {
    @Test(
        arguments: [
            ([], "pad"), (["other"], "pad"), (["pad"], "pad-2"), (["pad", "pad-2"], "pad-3"),
            (["pad", "pad-3"], "pad-2"),
            (["pad-2"], "pad"),
        ] as [([String], String)])
    func firstThatIsNotTaken(taken: [String], unique: String) {
        #expect(PadDescription.uniqueID("pad", among: Set(taken)) == unique)
    }
}
