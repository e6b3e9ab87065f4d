import Foundation
import Testing

@testable import CommandLineTable

/// What every table has to keep to.
@Suite struct TableTests {
    static let all = SnapshotTests.programs

    @Test func namesAreUnique() {
        for program in TableTests.all {
            #expect(Set(program.commands.map(\.name)).count == program.commands.count)
            for options in [program.options] + program.commands.map({ program.options(of: $0) }) {
                #expect(Set(options.map(\.long)).count == options.count)
                let shorts = options.compactMap(\.short)
                #expect(Set(shorts).count == shorts.count)
            }
        }
    }

    @Test func textsKeepTheirForm() {
        for program in TableTests.all {
            for summary in [program.summary] + program.commands.map(\.summary) {
                #expect(summary.first?.isLowercase == true && summary.last != ".", "\(summary)")
            }
            let texts =
                program.discussion + program.commands.flatMap(\.discussion)
                + (program.options + program.commands.flatMap(\.options)).map(\.help) + program.exitStatus.map(\.text)
            for text in texts {
                #expect(text.last == ".", "\(text)")
                #expect(text.filter { $0 == "`" }.count.isMultiple(of: 2), "\(text)")
            }
        }
    }

    /// Of PeekPop's manual pages each names the others of its part, and one leads from each part to the other.
    @Test func seeAlso() {
        let parts = [
            ["peekpopctl(1)", "peekpopd.conf(5)", "peekpopd(8)"],
            ["peekpop-actions(1)", "peekpop-actions.conf(5)", "peekpop-input(8)"],
        ]
        for program in TableTests.all {
            let own = "\(program.name)(\(program.section))"
            let part = parts.first { $0.contains(own) } ?? []
            #expect(Set(part).subtracting(program.seeAlso) == [own])
        }
        #expect(PeekpopActionsTable.program.seeAlso.contains("peekpopctl(1)"))
        #expect(PeekpopctlTable.program.seeAlso.contains("peekpop-actions(1)"))
    }

    /// Every variable that the sources of a program look up stands in its manual page; all programs know TERM.
    @Test(arguments: [
        ("PeekPopDaemon", "peekpopd"), ("PeekPopCtl", "peekpopctl"), ("PeekPopActions", "peekpop-actions"),
    ])
    func environment(module: String, name: String) throws {
        let program = try #require(TableTests.all.first { $0.name == name })
        let folder = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/Sources/\(module)"
        let files = try #require(FileManager.default.enumerator(atPath: folder))
        var found: Set<String> = []
        for case let file as String in files where file.hasSuffix(".swift") {
            let text = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
            for match in text.matches(of: /(?:variable|environment|getenv)\("([A-Z_]+)"\)/) {
                found.insert(String(match.1))
            }
        }
        #expect(found.contains("PEEKPOP_SOCKET"), "the sources were found")
        let missing = found.subtracting(program.environment.map(\.term) + ["TERM"])
        #expect(missing == [])
    }

    @Test func wrapping() {
        #expect(wrapped("a bb ccc dddd", width: 6) == ["a bb", "ccc", "dddd"])
        #expect(wrapped("see `a b c`, then", width: 6) == ["see", "a b c,", "then"])
        #expect(wrapped("toolongforit x", width: 4) == ["toolongforit", "x"])
        #expect(wrapped("", width: 4) == [])
    }

    @Test func suggestions() {
        #expect(nearest("moniter", in: ["monitor", "listen"]) == "monitor")
        #expect(nearest("x", in: ["y"]) == nil)
        #expect(nearest("", in: ["ab"]) == nil)
    }
}
