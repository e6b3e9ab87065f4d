import Foundation
import Recognition
import Testing

@testable import PeekPopDaemon

/// A folder with a configuration and its drop-ins, removed at the end.
private final class Folder {
    let path: String

    init() {
        path = FileManager.default.temporaryDirectory.appending(path: "peekpop-\(UUID().uuidString)").path
        try! FileManager.default.createDirectory(
            atPath: path + "/peekpopd.conf.d", withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ text: String, to name: String = "peekpopd.conf") {
        _ = FileManager.default.createFile(atPath: "\(path)/\(name)", contents: Data(text.utf8))
    }

    func read() -> ConfigurationReader.Result { ConfigurationReader.read(path + "/peekpopd.conf") }

    func problems(_ text: String) -> [String] {
        write(text)
        return read().problems.map { $0.description.replacingOccurrences(of: path + "/", with: "") }
    }
}

@Suite struct ConfigurationTests {
    @Test func everyKeyIsRead() {
        let folder = Folder()
        folder.write(
            """
            # A comment
            [daemon]
            idle-exit = 0
            connections = 9
            connections-per-user = 3
            [press]
            sensitivity = firm
            hint = 1.2
            peek = 350g
            pop = 600g ; another comment
            fingers = 2
            move-cancel = 2.5
            [access]
            group = input
            """)
        let result = folder.read()
        #expect(result.problems == [])
        let configuration = result.configuration
        #expect(configuration.idleExitSec == 0)
        #expect(configuration.connections == 9 && configuration.connectionsPerUser == 3)
        #expect(configuration.group == "input")
        #expect(
            configuration.press.recognition
                == RecognitionSettings(
                    sensitivity: .firm, hint: .clicks(1.2), peek: .grams(350), pop: .grams(600), fingers: 2,
                    moveCancelMm: 2.5))
    }

    @Test func theShippedFileIsRightAndChangesNothing() {
        let file = URL(filePath: #filePath).appending(path: "../../../systemd/peekpopd.conf").standardized.path
        let result = ConfigurationReader.read(file)
        #expect(result.problems.map(\.description) == [])
        var usual = Configuration()
        usual.files = [file]
        #expect(result.configuration == usual)
    }

    @Test func theShippedFileTellsTheDefaults() throws {
        let file = URL(filePath: #filePath).appending(path: "../../../systemd/peekpopd.conf").standardized
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        // All but the example of a single pad, which is no default.
        let all = lines.filter { !$0.hasPrefix("#[device") && !$0.hasPrefix("#sensitivity = firm") }.map { line in
            line.wholeMatch(of: /#([a-z-]+ = \S+)/).map { String($0.1) } ?? String(line)
        }
        let folder = Folder()
        folder.write(all.joined(separator: "\n"))
        let result = folder.read()
        #expect(result.problems == [])
        let usual = Configuration()
        #expect(result.configuration.idleExitSec == usual.idleExitSec)
        #expect(result.configuration.connections == usual.connections)
        #expect(result.configuration.connectionsPerUser == usual.connectionsPerUser)
        #expect(result.configuration.group == usual.group)
        let pad = PadDescription(
            id: "", name: "", pressure: Axis(minimum: 0, maximum: 4_000), isPressurePad: true)
        #expect(
            Recogniser(pad, settings: result.configuration.settings(for: pad)).levels
                == Recogniser(pad, settings: usual.settings(for: pad)).levels)
        #expect(result.configuration.press.fingers == RecognitionSettings().fingers)
        #expect(result.configuration.press.moveCancelMm == RecognitionSettings().moveCancelMm)
        #expect(result.configuration.press.peek != nil, "the keys were found at all")
    }

    @Test func dropInsComeByNameAndTheLastWordCounts() {
        let folder = Folder()
        folder.write("[press]\nsensitivity = light\npeek = 1.6\n")
        folder.write("[press]\nsensitivity = firm\n", to: "peekpopd.conf.d/20.conf")
        folder.write("[press]\nsensitivity = medium\n", to: "peekpopd.conf.d/10.conf")
        folder.write("nonsense", to: "peekpopd.conf.d/ignored.txt")
        let result = folder.read()
        #expect(result.problems == [])
        #expect(result.configuration.press.sensitivity == .firm)
        #expect(result.configuration.press.peek == .clicks(1.6))
        #expect(result.configuration.files.map { $0.suffix(7) } == ["pd.conf", "10.conf", "20.conf"])
    }

    @Test func deviceSectionsMatchAsTheHardwareDatabaseDoes() {
        let folder = Folder()
        folder.write(
            """
            [press]
            peek = 1.6
            [device 05AC:0265]
            sensitivity = firm
            [device 05ac:*]
            fingers = 2
            [device 27c6:01e?]
            sensitivity = light
            """)
        let result = folder.read()
        #expect(result.problems == [])
        func settings(_ vendor: UInt16, _ product: UInt16) -> RecognitionSettings {
            var pad = PadDescription(id: "", name: "")
            pad.vendor = vendor
            pad.product = product
            return result.configuration.settings(for: pad)
        }
        #expect(
            settings(0x05ac, 0x0265) == RecognitionSettings(sensitivity: .firm, peek: .clicks(1.6), fingers: 2))
        #expect(settings(0x05ac, 0x0324) == RecognitionSettings(peek: .clicks(1.6), fingers: 2))
        #expect(settings(0x27c6, 0x01e8).sensitivity == .light)
        #expect(settings(0x27c6, 0x02e8).sensitivity == .medium)
    }

    @Test(
        arguments: [
            (
                "[press]\npek = 1\n",
                "peekpopd.conf:2: unknown key `pek` in [press]; it has sensitivity, hint, peek, pop, "
                    + "fingers, move-cancel"
            ),
            (
                "[press]\npeek = hard\n",
                "peekpopd.conf:2: `peek = hard`: has to be a force above 0 in clicks (1.6) or grams "
                    + "(350g)"
            ),
            (
                "[press]\npeek = 1,6\n",
                "peekpopd.conf:2: `peek = 1,6`: has to be a force above 0 in clicks (1.6) or grams "
                    + "(350g)"
            ),
            (
                "[press]\nsensitivity = hard\n",
                "peekpopd.conf:2: `sensitivity = hard`: has to be one of light, medium, firm"
            ),
            ("[press]\nfingers = 6\n", "peekpopd.conf:2: `fingers = 6`: has to be a whole number from 1 to 5"),
            (
                "\n\n[daemon]\nidle-exit = -1\n",
                "peekpopd.conf:4: `idle-exit = -1`: has to be a whole number of seconds "
                    + "from 0 to 86400"
            ),
            (
                "[pres]\npeek = 1\n",
                "peekpopd.conf:2: unknown section [pres]; there are [daemon], [press], [device "
                    + "VVVV:PPPP], [access]"
            ),
            ("peek = 1\n", "peekpopd.conf:1: a key before the first [section]"),
            (
                "[device 5ac:0265]\npeek = 2\n",
                "peekpopd.conf:2: [device 5ac:0265]: a device is VVVV:PPPP in hexadecimal, "
                    + "as [device 05ac:0265]"
            ),
            ("[press]\nnonsense\n", "peekpopd.conf:2: neither a [section] nor a `key = value`"),
            ("[press]\nhint = 2\npeek = 1.75\n", "peekpopd.conf:3: in [press] hint (2) has to lie below peek (1.75)"),
            (
                "[press]\npeek = 500g\npop = 400g\n",
                "peekpopd.conf:3: in [press] peek (500g) has to lie below pop (400g)"
            ),
            (
                "[device 05ac:0265]\nhint = 3\npop = 2.75\n",
                "peekpopd.conf:3: in [device 05ac:0265] hint (3) has to lie below "
                    + "pop (2.75)"
            ),
            ("[press]\npeek = 1\0\n", "peekpopd.conf:2: the line holds a NUL byte: is this a text file?"),
        ] as [(String, String)])
    func mistakesAreNamedWithFileAndLine(text: String, problem: String) {
        #expect(Folder().problems(text) == [problem])
    }

    @Test func everyMistakeIsNamedNotOnlyTheFirst() {
        #expect(Folder().problems("[press]\na = 1\nb = 2\n[daemon]\nc = 3\n").count == 3)
    }

    @Test func longLinesAndMissingFiles() {
        let folder = Folder()
        let problems = folder.problems("[press]\npeek = " + String(repeating: "1", count: 5_000) + "\n")
        #expect(problems.count == 1 && problems[0].hasPrefix("peekpopd.conf:2: the line is longer than"))
        let missing = ConfigurationReader.read(folder.path + "/none.conf")
        #expect(missing.problems.map(\.message) == ["reading it: No such file or directory"])
    }
}
