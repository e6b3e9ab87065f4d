import Foundation
import Haptics
import Recognition
import Testing
import Varlink

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
    static let level = "a force in clicks, above 1 (where the pad clicks) and at most 50, or in grams, 1g to 10000g"

    static let waveform =
        "one of none, click, buzz, rumble; press and release are never played: a pad that is given them stops clicking by"
        + " itself, and no program can undo that"

    @Test func everyKeyOfHapticsIsRead() {
        let folder = Folder()
        folder.write(
            """
            [haptics]
            enabled = no
            intensity = 5
            hint = buzz
            peek = none
            pop = rumble
            vendor-reports = yes
            [device 05ac:*]
            haptics = yes
            haptics-intensity = 100
            haptics-vendor-reports = no
            [device 05ac:0265]
            haptics-hint = none
            haptics-peek = click
            haptics-pop = none
            peek = 1.6
            """)
        let result = folder.read()
        #expect(result.problems == [])
        func settings(_ vendor: UInt16, _ product: UInt16) -> HapticSettings {
            var pad = PadDescription(id: "", name: "")
            pad.vendor = vendor
            pad.product = product
            return result.configuration.haptics(for: pad)
        }
        #expect(
            settings(1, 2)
                == HapticSettings(
                    isOn: false, intensity: 5, hint: .buzz, peek: nil, pop: .rumble, usesVendorReports: true))
        #expect(
            settings(0x05ac, 0x0324)
                == HapticSettings(intensity: 100, hint: .buzz, peek: nil, pop: .rumble, usesVendorReports: false))
        #expect(
            settings(0x05ac, 0x0265) == HapticSettings(intensity: 100, hint: nil, peek: .click, pop: nil))
        #expect(Configuration().haptics(for: PadDescription(id: "", name: "")) == HapticSettings())
    }

    @Test func ofManyMistakesTheFirstAreTold() {
        let folder = Folder()
        folder.write("[press]\n" + String(repeating: "nonsense = 1\n", count: 1_000))
        let complaints = folder.read().complaints
        #expect(complaints.count == 21 && complaints[19].contains(":21: ") && complaints[20] == "and 980 more")
    }

    @Test func everyKeyIsRead() {
        let folder = Folder()
        folder.write(
            """
            # A comment
            [daemon]
            source = libinput
            idle-exit = 0
            connections = 9
            connections-per-user = 3
            calls-per-second = 7
            client-memory = 512
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
        #expect(configuration.source == .libinput(node: nil))
        #expect(configuration.idleExitSec == 0)
        #expect(configuration.connections == 9 && configuration.connectionsPerUser == 3)
        #expect(
            configuration.limits
                == ServerLimits(connections: 9, connectionsPerUser: 3, heldBytes: 512 << 10, callsPerSecond: 7))
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
        #expect(result.configuration.haptics == HapticConfiguration().complete)
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
                "peekpopd.conf:2: `peek = hard`: has to be \(Self.level)"
            ),
            (
                "[press]\npeek = 1,6\n",
                "peekpopd.conf:2: `peek = 1,6`: has to be \(Self.level)"
            ),
            (
                "[press]\nsensitivity = hard\n",
                "peekpopd.conf:2: `sensitivity = hard`: has to be one of light, medium, firm"
            ),
            ("[press]\nfingers = 6\n", "peekpopd.conf:2: `fingers = 6`: has to be a whole number from 1 to 5"),
            (
                "[daemon]\nsource = demo\n", "peekpopd.conf:2: `source = demo`: has to be evdev or libinput"
            ),
            (
                "[daemon]\nsource = libinput:/dev/input/event5\n",
                "peekpopd.conf:2: `source = libinput:/dev/input/event5`: has to be evdev or libinput"
            ),
            (
                "\n\n[daemon]\nidle-exit = -1\n",
                "peekpopd.conf:4: `idle-exit = -1`: has to be a whole number of seconds "
                    + "from 0 to 86400"
            ),
            (
                "[pres]\npeek = 1\n",
                "peekpopd.conf:1: unknown section [pres]; there are [daemon], [press], [haptics], [device "
                    + "VVVV:PPPP], [access]"
            ),
            // Also without keys.
            (
                "[press]\n[daemom]\n",
                "peekpopd.conf:2: unknown section [daemom]; there are [daemon], [press], [haptics], [device "
                    + "VVVV:PPPP], [access]"
            ),
            (
                "[device apple]",
                "peekpopd.conf:1: [device apple]: a device is VVVV:PPPP in hexadecimal, as [device 05ac:0265]"
            ),
            (
                "[press] peek = 2\n",
                "peekpopd.conf:1: what follows on the line of a [section] is not read: put it on a line of its own"
            ),
            ("[press]\npeek = 2\n[press\n", "peekpopd.conf:3: there is no `]` after `[`"),
            ("peek = 1\n", "peekpopd.conf:1: a key before the first [section]"),
            (
                "[device 5ac:0265]\npeek = 2\npop = 3\n",
                "peekpopd.conf:1: [device 5ac:0265]: a device is VVVV:PPPP in hexadecimal, "
                    + "as [device 05ac:0265]"
            ),
            ("[press]\nnonsense\n", "peekpopd.conf:2: neither a [section] nor a `key = value`"),
            // At the click or below, and beyond every pad: each kind of level, at both ends.
            ("[press]\nhint = 0.0001\n", "peekpopd.conf:2: `hint = 0.0001`: has to be \(level)"),
            ("[press]\npeek = 1\n", "peekpopd.conf:2: `peek = 1`: has to be \(level)"),
            ("[device 05ac:*]\n\npop = 1.0\n", "peekpopd.conf:3: `pop = 1.0`: has to be \(level)"),
            ("[press]\npop = 50.1\n", "peekpopd.conf:2: `pop = 50.1`: has to be \(level)"),
            ("[press]\nhint = 0.5g\n", "peekpopd.conf:2: `hint = 0.5g`: has to be \(level)"),
            ("[press]\npop = 10001g\n", "peekpopd.conf:2: `pop = 10001g`: has to be \(level)"),
            (
                "[press]\npeek = 1.6\nfingers = 1\npeek = 1.7\n",
                "peekpopd.conf:4: `peek` is set a second time in [press]; the first is in line 2"
            ),
            (
                "[daemon]\nidle-exit = 3\n[press]\n[daemon]\nidle-exit = 3\n",
                "peekpopd.conf:5: `idle-exit` is set a second time in [daemon]; the first is in line 2"
            ),
            (
                "[device 05AC:0265]\npeek = 1.6\n[device 05ac:0265]\npeek = 1.6\n",
                "peekpopd.conf:4: `peek` is set a second time in [device 05ac:0265]; the first is in line 2"
            ),
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
            (
                "[haptics]\nenabled = true\n",
                "peekpopd.conf:2: `enabled = true`: has to be yes or no"
            ),
            (
                "[haptics]\n\nintensity = 101\n",
                "peekpopd.conf:3: `intensity = 101`: has to be a whole number from 0 to 100, in percent"
            ),
            ("[haptics]\npop = press\n", "peekpopd.conf:2: `pop = press`: has to be \(waveform)"),
            ("[haptics]\npeek = release\n", "peekpopd.conf:2: `peek = release`: has to be \(waveform)"),
            ("[haptics]\nhint = 0x1006\n", "peekpopd.conf:2: `hint = 0x1006`: has to be \(waveform)"),
            (
                "[device 05ac:*]\nhaptics-pop = press\n",
                "peekpopd.conf:2: `haptics-pop = press`: has to be \(waveform)"
            ),
            (
                "[haptics]\nhaptics-pop = click\n",
                "peekpopd.conf:2: unknown key `haptics-pop` in [haptics]; it has enabled, intensity, hint, peek, pop, "
                    + "vendor-reports"
            ),
            ("[press]\npeek = 1\0\n", "peekpopd.conf:2: the line holds a NUL byte: is this a text file?"),
        ] as [(String, String)])
    func mistakesAreNamedWithFileAndLine(text: String, problem: String) {
        #expect(Folder().problems(text) == [problem])
    }

    /// The order counts when all is read, and the line named is that of the level set later.
    @Test func levelsOutOfOrderOverSeveralFilesAndSections() {
        func problems(_ main: String, _ dropIn: String) -> [String] {
            let folder = Folder()
            folder.write(dropIn, to: "peekpopd.conf.d/10.conf")
            return folder.problems(main)
        }
        #expect(problems("[press]\nhint = 2\npeek = 1.5\n", "[press]\nhint = 1.2\n") == [])
        #expect(
            problems("[press]\n\nhint = 1.5\n", "[press]\npeek = 1.4\n") == [
                "peekpopd.conf.d/10.conf:2: in [press] hint (1.5) has to lie below peek (1.4)"
            ])
        // The section stands in one file, what it is laid over in another.
        #expect(
            problems("[device 05ac:0265]\nhint = 1.5\n", "[press]\n\npeek = 1.4\n") == [
                "peekpopd.conf.d/10.conf:3: in [device 05ac:0265] hint (1.5) has to lie below peek (1.4)"
            ])
        // Two sections of one pad.
        #expect(
            problems("[device 05ac:*]\nhint = 1.5\n[device 05ac:0265]\npop = 1.4\n", "") == [
                "peekpopd.conf:4: in [device 05ac:0265] hint (1.5) has to lie below pop (1.4)"
            ])
        // Told once, where it is.
        #expect(
            problems("[press]\nhint = 1.5\npeek = 1.4\n[device 05ac:0265]\nfingers = 2\npop = 3\n", "") == [
                "peekpopd.conf:3: in [press] hint (1.5) has to lie below peek (1.4)"
            ])
        #expect(problems("[device 05ac:0265]\npeek = 1.5\n[device 05ac:*]\npeek = 1.6\n", "") == [])
    }

    @Test func aGroupThatIsNotThereIsAWarning() {
        let folder = Folder()
        #expect(folder.problems("[access]\n\ngroup = no-such-group\n") == [])
        let result = folder.read()
        #expect(
            result.warnings.map(\.description) == [
                "\(folder.path)/peekpopd.conf:3: there is no group `no-such-group` on this system: nobody is allowed by"
                    + " membership"
            ])
        #expect(result.configuration.group == "no-such-group")
        folder.write("[access]\ngroup = root\n")
        #expect(folder.read().warnings == [])
        folder.write("[press]\n")
        #expect(folder.read().warnings == [], "the usual one may be missing")
    }

    /// Grams against clicks: only a pad can tell.
    @Test func levelsInGramsAtThePadsClick() throws {
        let folder = Folder()
        #expect(folder.problems("[press]\nhint = 150g\npeek = 200g\n[device 05ac:*]\npop = 700g\n") == [])
        let configuration = folder.read().configuration
        let pad = PadDescription(
            id: "pad", name: "Pad", vendor: 0x05ac, pressure: Axis(minimum: 0, maximum: 4_000, resolution: 4))
        let scale = try #require(ForceScale(pad))
        let words = ConfigurationChecks.levelsBelowClick(configuration, pad, scale)
        #expect(
            words?.replacingOccurrences(of: folder.path + "/", with: "")
                == "hint and peek lie no higher than the click, at 200g: every click would be a press"
                + " (hint in peekpopd.conf:2, peek in peekpopd.conf:3)")
        #expect(
            configuration.origins(for: pad).replacingOccurrences(of: folder.path + "/", with: "")
                == " (hint in peekpopd.conf:2, peek in peekpopd.conf:3, pop in peekpopd.conf:5)")
        #expect(ConfigurationChecks.levelsBelowClick(Configuration(), pad, scale) == nil)
        #expect(Configuration().origins(for: pad) == "")
    }

    @Test func everyMistakeIsNamedNotOnlyTheFirst() {
        #expect(Folder().problems("a\n[press]\nb\n[x]\nc\n").count == 4)
        #expect(Folder().problems("[press]\na = 1\nb = 2\n[daemon]\nc = 3\n").count == 3)
    }

    @Test func longLinesAndMissingFiles() {
        let folder = Folder()
        let problems = folder.problems("[press]\npeek = " + String(repeating: "1", count: 5_000) + "\n")
        #expect(problems.count == 1 && problems[0].hasPrefix("peekpopd.conf:2: the line is longer than"))
        #expect(folder.problems("\u{feff}[press]\n  peek = 2 ; hard\n\tpop = 3\n") == [], "indented, from elsewhere")
        #expect(folder.read().configuration.press.pop == .clicks(3))
        let missing = ConfigurationReader.read(folder.path + "/none.conf")
        #expect(missing.problems.map(\.message) == ["reading it: No such file or directory"])
    }

    @Test func whatIsNoFile() {
        let folder = Folder()
        folder.write("[press]\n")
        mkfifo(folder.path + "/peekpopd.conf.d/10.conf", 0o600)
        mkdir(folder.path + "/peekpopd.conf.d/20.conf", 0o700)
        symlink("/dev/zero", folder.path + "/peekpopd.conf.d/30.conf")
        symlink("/dev/null", folder.path + "/peekpopd.conf.d/40.conf")
        #expect(
            folder.read().problems.map { $0.description.replacingOccurrences(of: folder.path + "/", with: "") } == [
                "peekpopd.conf.d/10.conf: reading it: it is a FIFO, and has to be a file",
                "peekpopd.conf.d/20.conf: reading it: Is a directory",
                "peekpopd.conf.d/30.conf: reading it: it is a device, and has to be a file",
            ])
    }
}
