import Testing

@testable import Evaluation

@Suite struct DocumentTests {
    private static let text = "# Title\n<!-- full begins: x -->\nold\n<!-- full ends -->\nrest\n"

    @Test func blocks() throws {
        let document = MarkedDocument(Self.text)
        #expect(document.block("full") == "old\n")
        #expect(document.block("other") == nil)
        let next = try #require(document.replacing("full", by: "a\nb\n"))
        #expect(next.text == "# Title\n<!-- full begins: x -->\na\nb\n<!-- full ends -->\nrest\n")
        #expect(next.difference("full", from: "a\nb\n") == nil)
        #expect(next.difference("full", from: "a\nc\n")?.contains("line 2") == true)
        #expect(document.replacing("other", by: "") == nil)
        #expect(document.difference("other", from: "")?.contains("no block") == true)
    }

    @Test func tables() {
        let table = Table("T", note: "n", columns: ["a", "bb"], rows: [["x", "1"], ["yyy", "22"]])
        #expect(table.text == "T\n=\nn\na    bb\n---  --\nx     1\nyyy  22\n")
        #expect(table.markdown == "### T\n\nn\n\n| a | bb |\n|---|---:|\n| x | 1 |\n| yyy | 22 |\n")
    }

    /// What docs/recognition.md says of the reduced run is what it gives today, to the digit. `make eval` does the same
    /// with the whole of it.
    @Test func theDocumentIsOfToday() async throws {
        let plan = Plan(.reporting, .reduced)
        let outcomes = await Workers.map(plan.scenarios, atOnce: 2) { $0.run() }
        let markdown = Report(plan, outcomes).tables.map(\.markdown).joined(separator: "\n")
        let folder = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let document = MarkedDocument(try TextFile.read("/\(folder)/docs/recognition.md"))
        #expect(document.difference("reduced", from: markdown) == nil)
    }

    @Test func resultsStandInTheOrderOfTheJobs() async {
        let results = await Workers.map(Array(0..<200), atOnce: 7) { $0 * 2 }
        #expect(results == (0..<200).map { $0 * 2 })
    }
}
