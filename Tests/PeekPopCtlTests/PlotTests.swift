import Glibc
import InputSources
import Plotting
import Recognition
import Recordings
import SnapshotChecking
import Testing

@testable import PeekPopCtl

@Suite struct PlotTests {
    private func svg(_ request: RecordingPlot.Request = .init(), _ recordings: [Recording] = [DemoStory.recording])
        throws -> String
    {
        var plot = RecordingPlot(request)
        for (index, recording) in recordings.enumerated() { try plot.add(recording, file: "file-\(index).yml") }
        return plot.figure.svg()
    }

    /// `docs/demo.svg` is what `peekpopctl plot demo` writes; `make pictures` makes it anew.
    @Test func thePictureInTheDocsIsOfToday() throws {
        #expect(snapshotDifference("../../../docs/demo.svg", try svg()) == nil)
    }

    @Test func aWindowNarrowAndDark() throws {
        var request = RecordingPlot.Request()
        (request.from, request.to, request.width, request.theme) = (9, 12, 420, .dark)
        request.settings.sensitivity = .light
        #expect(snapshotDifference("plot-window.svg", try svg(request)) == nil)
    }

    @Test func sideBySide() throws {
        var slow = DemoStory.recording
        slow.devices[0].events.removeAll { $0.timeUsec > 8_000_000 && $0.timeUsec < 19_000_000 }
        let svg = try svg(.init(), [DemoStory.recording, slow, DemoStory.recording])
        #expect(snapshotDifference("plot-side-by-side.svg", svg) == nil)
        #expect(xmlProblem(svg) == nil)
    }

    // MARK: What cannot be drawn

    private func failure(
        _ request: RecordingPlot.Request = .init(), _ change: (inout RecordedDevice) -> Void = { _ in }
    )
        -> String?
    {
        var recording = DemoStory.recording
        change(&recording.devices[0])
        do {
            _ = try svg(request, [recording])
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test func withoutPressure() {
        let message = failure {
            $0.axes[EventCode.mtPressure] = nil
            $0.axes[EventCode.absPressure] = nil
        }
        #expect(
            message
                == "file-0.yml: no device in it has usable pressure (PeekPop demo pad: it announces no pressure axis)")
        let broken = failure {
            $0.axes[EventCode.mtPressure] = RecordedAxis(minimum: 0, maximum: 0)
            $0.axes[EventCode.absPressure] = nil
        }
        #expect(broken?.contains("a broken pressure range (0 to 0)") == true)
    }

    @Test func withoutTouches() {
        let message = "file-0.yml: nothing touches a pad in it; there is nothing to draw"
        #expect(failure { $0.events = [] } == message)
    }

    @Test(arguments: [(100.0, nil), (nil, 0.5), (8.75, 9.2)] as [(Double?, Double?)])
    func outsideOfTheWindow(_ from: Double?, _ to: Double?) throws {
        var request = RecordingPlot.Request()
        (request.from, request.to) = (from, to)
        let message = try #require(failure(request))
        #expect(
            message.hasPrefix("file-0.yml: nothing touches a pad in the time asked for; its touches lie between 1."))
        #expect(message.hasSuffix(" s"))
    }

    // MARK: Size and names

    /// A quarter of an hour of taps and presses: everything is shown, and the file stays small.
    @Test func longRecordings() throws {
        let demo = DemoStory.recording.devices[0]
        var recording = DemoStory.recording
        let length = demo.events.last!.timeUsec + 700_000
        for round in 1..<40 {
            recording.devices[0].events += demo.events.map {
                var event = $0
                event.timeUsec += UInt64(round) * length
                return event
            }
        }
        let svg = try svg(.init(), [recording])
        #expect(svg.utf8.count < 200_000)
        #expect(xmlProblem(svg) == nil)
        #expect(svg.contains("labels left out"))
    }

    @Test func hostileNames() throws {
        var recording = DemoStory.recording
        recording.devices[0].name = "</text><script>x</script>\u{202e}\u{1b}[2J&\"漢"
        let svg = try svg(.init(), [recording])
        #expect(xmlProblem(svg) == nil && !svg.contains("<script"))
        recording.devices[0].name = ""
        #expect(try self.svg(.init(), [recording]).contains(">file-0.yml</text>"))
    }

    /// The times of a clock, and ones that no clock has.
    @Test func farTimes() throws {
        for shift in [1_700_000_000_000_000, UInt64(Int64.max) - 60_000_000] {
            var recording = DemoStory.recording
            for index in recording.devices[0].events.indices { recording.devices[0].events[index].timeUsec += shift }
            let svg = try svg(.init(), [recording])
            #expect(xmlProblem(svg) == nil)
            #expect(svg.contains("Times count from"))
        }
    }

    @Test func padsThatNeverTellAPressure() throws {
        var recording = DemoStory.recording
        recording.devices[0].events.removeAll { [EventCode.mtPressure, EventCode.absPressure].contains($0.code) }
        #expect(try svg(.init(), [recording]).contains("The touches carry no pressure"))
        #expect(try !svg().contains("carry no pressure"))
    }

    @Test func describesItself() throws {
        let text = try svg()
        #expect(text.contains("<title id=\"title\">Force over time: PeekPop demo pad</title>"))
        #expect(text.contains("presses, 4 to the peek, 2 to the pop; the force reaches"))
    }
}

@Suite struct OutputFileTests {
    private let folder: String

    init() {
        var template = Array("/tmp/peekpop-output-XXXXXX\0".utf8CString.dropLast())
        folder = template.withUnsafeMutableBufferPointer { String(cString: mkdtemp($0.baseAddress!)) }
    }

    private func put(_ text: String, _ path: String) {
        let file = fopen(path, "w")!
        fputs(text, file)
        fclose(file)
    }

    private func content(_ path: String) -> String? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        while case let byte = getc(file), byte != EOF { bytes.append(UInt8(byte)) }
        return String(decoding: bytes, as: UTF8.self)
    }

    private var names: [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    private func write(_ text: String, _ path: String) throws {
        try OutputFile.write(text, to: path, kind: "an SVG", isOurs: PlotCommand.isSVG)
    }

    private func finish() {
        for name in names { unlink("\(folder)/\(name)") }
        rmdir(folder)
    }

    @Test func newAndAgain() throws {
        defer { finish() }
        let path = "\(folder)/a.svg"
        try write("<svg>1</svg>", path)
        chmod(path, 0o640)
        try write("<svg>2</svg>", path)
        #expect(content(path) == "<svg>2</svg>" && names == ["a.svg"])
        var status = stat()
        stat(path, &status)
        #expect(status.st_mode & 0o7777 == 0o640)
    }

    @Test func whatIsNoSVGStays() throws {
        defer { finish() }
        let path = "\(folder)/recording.yml"
        put("# libinput record\nversion: 1\n", path)
        let error = try #require(throws: CommandFailure.self) { try write("<svg/>", path) }
        #expect(
            error.description == "writing \(path): a file is there already, and it is not an SVG;"
                + " choose another name, or remove it first")
        #expect(content(path) == "# libinput record\nversion: 1\n" && names == ["recording.yml"])
        put("", path)
        try write("<svg/>", path)
        #expect(content(path) == "<svg/>")
    }

    @Test func linksStayLinks() throws {
        defer { finish() }
        try write("<svg/>", "\(folder)/a.svg")
        symlink("a.svg", "\(folder)/link.svg")
        try write("<svg>2</svg>", "\(folder)/link.svg")
        #expect(content("\(folder)/a.svg") == "<svg>2</svg>" && names == ["a.svg", "link.svg"])
    }

    @Test func whatCannotBeWritten() {
        defer { finish() }
        for (path, why) in [
            ("\(folder)/none/a.svg", "No such file or directory"), (folder, "Is a directory"),
            ("/dev/full", "No space left on device"),
            ("\(folder)/\(String(repeating: "x", count: 300))", "File name too long"),
        ] {
            let error = #expect(throws: CommandFailure.self) { try write("<svg/>", path) }
            #expect(error?.description == "writing \(path): \(why)")
        }
        #expect(names == [])
    }

    @Test(arguments: [
        ("<svg xmlns", true), ("\n <?xml version", true), ("\u{feff}<svg", true), ("<!-- made by -->", true),
        ("<html>", false), ("version: 1", false), ("# EVEMU", false),
    ])
    func knowsSVG(_ text: String, _ isSVG: Bool) {
        #expect(PlotCommand.isSVG(Array(text.utf8)) == isSVG)
    }
}
