import CommandLineTable
import SnapshotChecking
import Testing

/// What people and shells see of the tables, byte by byte.
@Suite struct SnapshotTests {
    static let programs = Program.all

    @Test(arguments: SnapshotTests.programs.map(\.name))
    func documents(_ name: String) throws {
        let program = try #require(SnapshotTests.programs.first { $0.name == name })
        for (file, text) in program.documents {
            let difference = snapshotDifference(file, text)
            #expect(difference == nil)
        }
    }

    @Test(arguments: SnapshotTests.programs.map(\.name))
    func help(_ name: String) throws {
        let program = try #require(SnapshotTests.programs.first { $0.name == name })
        let texts = [program.helpText()] + program.commands.map { program.helpText($0) }
        let difference = snapshotDifference("\(name).help", texts.joined(separator: "\n\u{2500}\u{2500}\u{2500}\n\n"))
        #expect(difference == nil)
    }

    @Test func helpFitsATerminal() {
        for program in SnapshotTests.programs {
            for text in [program.helpText()] + program.commands.map({ program.helpText($0) }) {
                for line in text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
                #expect(!text.contains("`  ") && !text.contains("\u{a0}"))
            }
        }
    }
}
