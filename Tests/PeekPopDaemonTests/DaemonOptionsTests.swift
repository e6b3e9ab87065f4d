import CommandLineTable
import PeekPopDaemon
import Testing

@Suite struct DaemonOptionsTests {
    private func parse(_ line: String, socket: String? = nil) throws -> DaemonOptions {
        let arguments = line.split(separator: " ").map(String.init)
        let request = try DaemonOptions.parse(arguments) { $0 == "PEEKPOP_SOCKET" ? socket : nil }
        guard case .run(let options) = request else { throw UnexpectedText() }
        return options
    }

    private struct UnexpectedText: Error {}

    @Test func defaults() throws {
        #expect(try parse("") == DaemonOptions())
    }

    @Test func everything() throws {
        var wanted = DaemonOptions()
        wanted.source = .recording("a:b.yml")
        wanted.speed = .factor(2.5)
        wanted.socket = "/tmp/s"
        wanted.config = "c"
        wanted.checksConfig = true
        let line = "--source recording:a:b.yml --speed=2.5 --socket /tmp/s --config c --check-config"
        #expect(try parse(line, socket: "/other") == wanted)
    }

    @Test(
        arguments: [
            ("evdev", .evdev), ("libinput", .libinput(node: nil)),
            ("libinput:/dev/input/event5", .libinput(node: "/dev/input/event5")), ("demo", .demo),
            ("recording:libinput", .recording("libinput")),
        ] as [(String, DaemonOptions.Source)])
    func sources(_ text: String, _ source: DaemonOptions.Source) throws {
        let options = try parse("--source \(text)")
        #expect(options.source == source && options.source?.text == text)
        #expect(source.isLive == (text.hasPrefix("evdev") || text.hasPrefix("libinput")))
    }

    @Test func environment() throws {
        #expect(try parse("", socket: "/e").socket == "/e")
        #expect(try parse("", socket: "").socket == nil)
        #expect(try parse("--source demo --speed max").speed == .max)
    }

    @Test(arguments: [
        "--speed 2", "--source evdev --speed max", "--source libinput --speed 2", "--source libinput:",
        "--source libinput2", "stray", "--socket=",
    ])
    func mistakes(_ line: String) {
        #expect(throws: UsageError.self) { try parse(line) }
    }

    @Test func texts() throws {
        #expect(try DaemonOptions.parse(["--version"]) == .show("peekpopd \(peekPopVersion)\n"))
        #expect(try DaemonOptions.parse(["-h"]) == .show(PeekpopdTable.program.helpText()))
    }
}
