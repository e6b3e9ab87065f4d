import Glibc
import Linux
import Recognition
import Systemd
import Testing

@testable import InputSources

/// What a source said, in words.
private final class Listener: FrameSink {
    var said: [String] = []

    func padAdded(_ pad: PadNumber, _ description: PadDescription) { said.append("added \(pad)") }
    func padRemoved(_ pad: PadNumber) { said.append("removed \(pad)") }
    func frame(_ frame: borrowing Frame, from pad: PadNumber) { said.append("frame \(pad)") }
    func padFailed(_ pad: PadNumber, _ message: String) { said.append("failed \(pad): \(message)") }
    func sourceEnded() { said.append("ended") }
}

/// A folder that goes with its test. What is in it is no event device: those take a kernel that makes some.
private final class Folder {
    let path: String

    init() throws {
        var template = Array("/tmp/peekpop-nodes-XXXXXX".utf8CString)
        path = try #require(mkdtemp(&template).map { String(cString: $0) })
    }

    deinit {
        for name in ["event2", "event9", "event10", "mouse0"] { unlink("\(path)/\(name)") }
        rmdir(path)
    }

    func put(_ name: String) throws { _ = try FileDescriptor.open("\(path)/\(name)", O_CREAT | O_WRONLY) }
    func take(_ name: String) { unlink("\(path)/\(name)") }
}

struct EvdevSourceTests {
    /// Runs the loop until nothing more is waiting.
    private func settle(_ loop: EventLoop) throws {
        while try loop.runOnce(timeoutUsec: 0) {}
    }

    @Test func whatIsNoDeviceIsNamedAndTheOthersGoOn() throws {
        let folder = try Folder()
        try folder.put("event2")
        let loop = try EventLoop()
        let listener = Listener()
        let source = try EvdevSource(
            loop: loop, nodes: ["\(folder.path)/event2", "\(folder.path)/event9"], notice: { _ in }, warning: { _ in })
        try source.start(sink: listener)
        let failure =
            "failed 0: opening \(folder.path)/event2: Inappropriate ioctl for device"
            + " (it is tried again when the device changes)"
        #expect(listener.said == [failure])

        // The same trouble once more is no news.
        chmod("\(folder.path)/event2", 0o600)
        try settle(loop)
        #expect(listener.said == [failure])

        try folder.put("event9")
        try folder.put("event10")
        try settle(loop)
        #expect(listener.said.count == 2)
        #expect(listener.said.last?.hasPrefix("failed 1: opening \(folder.path)/event9") == true)
        folder.take("event2")
        folder.take("event9")
        try settle(loop)
        #expect(listener.said.count == 2)
    }

    @Test func unknownPadsAreNobodys() throws {
        let folder = try Folder()
        let source = try EvdevSource(
            loop: EventLoop(), nodes: ["\(folder.path)/event2"], notice: { _ in }, warning: { _ in })
        let listener = Listener()
        try source.start(sink: listener)
        source.open(0)
        source.open(-1)
        source.close(7)
        #expect(listener.said.isEmpty)
    }

    @Test func aFolderThatIsNotIsAnError() throws {
        let source = try EvdevSource(
            loop: EventLoop(), nodes: ["/no/such/folder/event0"], notice: { _ in }, warning: { _ in })
        let expected = SystemError("watching /no/such/folder", Errno(ENOENT))
        #expect(throws: expected) { try source.start(sink: Listener()) }
    }

    @Test func aFoldersNodesComeInOrder() throws {
        let folder = try Folder()
        for name in ["event10", "event9", "event2", "mouse0"] { try folder.put(name) }
        let loop = try EventLoop()
        let discovery = FolderDiscovery(loop, folder: folder.path)
        var changes: [String] = []
        try discovery.start { change in
            switch change {
            case .present(let node): changes.append("+" + node.path.dropFirst(folder.path.count + 1))
            case .permissions(let path): changes.append("~" + path.dropFirst(folder.path.count + 1))
            case .gone(let path): changes.append("-" + path.dropFirst(folder.path.count + 1))
            }
        }
        #expect(changes == ["+event2", "+event9", "+event10"])
        changes = []
        chmod("\(folder.path)/event9", 0o600)
        chmod("\(folder.path)/mouse0", 0o600)
        folder.take("event2")
        try folder.put("event2")
        try settle(loop)
        #expect(changes == ["~event9", "-event2", "+event2"])
    }

    /// udev makes the folder with the first device; it goes and comes again with them.
    @Test(arguments: ["nodes", "above/nodes"])
    func aFolderThatComesLaterIsWaitedFor(_ name: String) throws {
        let root = try Folder()
        let folder = "\(root.path)/\(name)"
        let loop = try EventLoop()
        let discovery = FolderDiscovery(loop, folder: folder)
        var changes: [String] = []
        try discovery.start { change in
            switch change {
            case .present(let node): changes.append("+" + node.path.dropFirst(folder.utf8.count + 1))
            case .permissions: break
            case .gone(let path): changes.append("-" + path.dropFirst(folder.utf8.count + 1))
            }
        }
        #expect(changes == [])
        for round in 1...2 {
            changes = []
            // Unlike any folder that is waited for.
            mkdir("\(root.path)/other", 0o755)
            rmdir("\(root.path)/other")
            try settle(loop)
            if name.hasPrefix("above") {
                mkdir("\(root.path)/above", 0o755)
                if round == 1 { try settle(loop) }
            }
            mkdir(folder, 0o755)
            // In the first round there when the folder is noticed, in the second after it.
            if round == 2 { try settle(loop) }
            _ = try FileDescriptor.open("\(folder)/event3", O_CREAT | O_WRONLY)
            _ = try FileDescriptor.open("\(folder)/mouse3", O_CREAT | O_WRONLY)
            try settle(loop)
            #expect(Set(changes) == ["+event3"])
            changes = []
            unlink("\(folder)/event3")
            unlink("\(folder)/mouse3")
            rmdir(folder)
            if name.hasPrefix("above") { rmdir("\(root.path)/above") }
            try settle(loop)
            #expect(changes == ["-event3"])
        }
    }

    @Test(arguments: [
        // A Synaptics pad and a keyboard, as a 64-bit and as a 32-bit kernel write them.
        ("6f3800001000003\n", 0x3a, 64, true), ("2e0800000000003\n", 0x3a, 64, false), ("0\n", 0, 64, false),
        ("6f38000 1000003\n", 0x3a, 32, true), ("6f38000 1000003\n", 0, 32, true), ("3\n", 0x35, 32, false),
        ("", 0, 64, false), ("zebra\n", 0, 64, false),
    ])
    func capabilities(words: String, bit: Int, bitsAWord: Int, isSet: Bool) {
        #expect(Capabilities.has(words, bit, bitsAWord: bitsAWord) == isSet)
    }

    @Test(arguments: [("/dev/input/event5", 5), ("event10", 10), ("event", Int.max), ("", Int.max)])
    func eventNumbers(path: String, number: Int) {
        #expect(path.eventNumber == number)
    }
}
