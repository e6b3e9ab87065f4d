import Glibc
import Linux
import Recordings
import Testing

@Suite struct WriterTests {
    private var device: RecordedDevice {
        var device = Samples.device
        device.udevProperties = ["ID_INPUT": "1", "ID_INPUT_TOUCHPAD": "1"]
        return device
    }

    @Test func goldenBytes() throws {
        let file = TemporaryFile()
        try RecordingWriter.write(device, to: file.open(), name: "out")
        #expect(file.text == Samples.written)
    }

    @Test func whatIsReadIsWrittenAlike() throws {
        let file = TemporaryFile()
        let first = try read(Samples.libinput)
        try RecordingWriter.write(first.devices[0], to: file.open(), name: "out")
        let second = try Recording.read(file.path)
        #expect(second == first)
        let again = TemporaryFile()
        try RecordingWriter.write(second.devices[0], to: again.open(), name: "out")
        #expect(again.text == file.text)
    }

    /// The hardware database knows some pads by the machine they are built into.
    @Test func theMachineIsKept() throws {
        let file = TemporaryFile()
        var built = device
        built.machine = "dmi:bvnAcme:bd04/15/2014:svnAcme:pnLaptop:"
        try RecordingWriter.write(built, to: file.open(), name: "out")
        #expect(try Recording.read(file.path).devices.map(\.machine) == [built.machine])
        let text = file.text.split(separator: "\n").map(String.init)
        // Wherever in the file it stands; and what is no modalias is none.
        let last = text.filter { $0 != "system:" && !$0.contains("dmi:") } + ["system:", "  dmi: \"\(built.machine)\""]
        #expect(try read(last.joined(separator: "\n") + "\n").devices.map(\.machine) == [built.machine])
        #expect(try read(Samples.written + "system:\n  dmi: none\n").devices.map(\.machine) == [""])
    }

    @Test func timeStartsAtTheFirstEvent() throws {
        let file = TemporaryFile()
        let writer = try RecordingWriter(to: file.open(), name: "out", device: device)
        for event in Samples.events {
            var later = event
            later.timeUsec += 1 << 52
            try writer.append(later)
        }
        try writer.finish()
        #expect(file.text == Samples.written)
        #expect(writer.frames == 3)
    }

    @Test func framesAreThereAsTheyCome() throws {
        let file = TemporaryFile()
        let writer = try RecordingWriter(to: file.open(), name: "out", device: device)
        #expect(try Recording.read(file.path).devices[0].events == [])
        for event in Samples.events[..<8] { try writer.append(event) }
        #expect(try Recording.read(file.path).devices[0].events == Array(Samples.events[..<8]))
        try writer.append(Samples.events[8])
        try writer.finish()
        let recording = try Recording.read(file.path)
        #expect(recording.devices[0].events == Array(Samples.events[..<8]))
        #expect(recording.warnings == [])
    }

    @Test(arguments: ["", "a\\b", "tab\t", "\u{7f}\u{9f}\u{1}", "日本語 – \u{2028}", "# x: [y]", "'", "\u{feff}\u{ffff}"])
    func names(_ name: String) throws {
        var device = device
        device.name = name
        device.phys = name
        let file = TemporaryFile()
        try RecordingWriter.write(device, to: file.open(), name: "out")
        let back = try Recording.read(file.path).devices[0]
        #expect(back.name == name)
        #expect(back.phys == name)
        #expect(back.events == Samples.events)
    }

    @Test func deviceWithoutAnything() throws {
        let file = TemporaryFile()
        var bare = RecordedDevice()
        bare.events = [Samples.event(0, 1, 30, 1), Samples.event(0, 0, 0, 0)]
        try RecordingWriter.write(bare, to: file.open(), name: "out")
        #expect(try Recording.read(file.path).devices[0].events == bare.events)
    }

    /// A file-size limit fails writes in the same place as a full disk, part of a frame being written before.
    @Test func fullDiskLeavesWholeFrames() throws {
        let written = Samples.written.utf8.count
        let header = Samples.written.split(separator: "  - evdev:")[0].utf8.count
        let ignored = signal(SIGXFSZ, SIG_IGN)
        defer { signal(SIGXFSZ, ignored) }
        for limit in stride(from: header, to: written, by: 37) {
            let file = TemporaryFile()
            let descriptor = file.open()
            let writer = try RecordingWriter(to: descriptor, name: "out", device: device, originUsec: 0)
            var error: RecordingError?
            withFileSizeLimit(limit) {
                do throws(RecordingError) {
                    for event in Samples.events { try writer.append(event) }
                } catch let failed { error = failed }
            }
            let message = try #require(error?.description)
            #expect(message.hasPrefix("writing out") && message.hasSuffix("File too large"))
            #expect(throws: RecordingError.self) { try writer.append(Samples.events[0]) }
            #expect(throws: RecordingError.self) { try writer.finish() }
            let kept = try Recording.read(file.path)
            #expect(kept.warnings == [])
            #expect(kept.devices[0].events.count == [0, 6, 8][writer.frames])
        }
    }

    @Test func fullDevice() throws {
        let full = try FileDescriptor.open("/dev/full", O_WRONLY)
        #expect(
            throws: RecordingError(
                file: "out", problem: .system(SystemError("writing out", Errno(ENOSPC))))
        ) { try RecordingWriter(to: full, name: "out", device: device) }
    }

    private func withFileSizeLimit(_ bytes: Int, _ body: () -> Void) {
        var before = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &before)
        var limit = before
        limit.rlim_cur = rlim_t(bytes)
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
        body()
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &before)
    }
}

/// A file that goes away with its owner.
final class TemporaryFile {
    let path: String

    init() {
        var template = Array("/tmp/peekpop-test-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        precondition(descriptor >= 0, "mkstemp: \(Errno.current)")
        close(descriptor)
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        unlink(path)
    }

    func open() -> FileDescriptor {
        FileDescriptor(owning: Glibc.open(path, O_WRONLY | O_TRUNC))
    }

    var text: String {
        guard let file = try? FileDescriptor.open(path, O_RDONLY) else { return "" }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = (try? bytes.withUnsafeMutableBytes { (buffer) throws(Errno) in try file.read(into: buffer) }) ?? 0
        return String(decoding: bytes[..<count], as: UTF8.self)
    }
}
