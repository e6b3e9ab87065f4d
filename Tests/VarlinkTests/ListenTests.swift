import Glibc
import Linux
import Systemd
import Testing

@testable import Varlink

@Suite struct ListenTests {
    let loop: EventLoop
    let service = VarlinkService(vendor: "", product: "", version: "", url: "")
    let folder = ScratchFolder()

    init() throws {
        loop = try EventLoop()
    }

    private func mode(_ path: String) -> mode_t? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o777 : nil
    }

    @Test(arguments: [0o600, 0o660, 0o666] as [mode_t])
    func theFileHasItsMode(wanted: mode_t) throws {
        let server = try VarlinkServer(service, on: loop)
        try server.listen(path: folder.socket, mode: wanted)
        #expect(mode(folder.socket) == wanted)
        server.stop()
        #expect(mode(folder.socket) == nil)
    }

    @Test func inUse() throws {
        let first = try VarlinkServer(service, on: loop)
        try first.listen(path: folder.socket)
        let second = try VarlinkServer(service, on: loop)
        #expect(throws: ListenError.inUse(path: folder.socket)) { try second.listen(path: folder.socket) }
        second.stop()
        // The first one's file is untouched and answers.
        _ = try UnixSocket.connect(to: folder.socket)
    }

    @Test func aStaleFileIsReplaced() throws {
        let dead = try Listener(path: folder.socket, mode: 0o600, backlog: 1)
        _ = consume dead
        #expect(mode(folder.socket) == 0o600)
        let server = try VarlinkServer(service, on: loop)
        try server.listen(path: folder.socket, mode: 0o660)
        #expect(mode(folder.socket) == 0o660)
        _ = try UnixSocket.connect(to: folder.socket)
    }

    @Test func anotherFileIsLeftAlone() throws {
        let path = folder.path + "/file"
        _ = try FileDescriptor.open(path, O_CREAT | O_WRONLY)
        let server = try VarlinkServer(service, on: loop)
        #expect(throws: ListenError.notASocket(path: path)) { try server.listen(path: path) }
        #expect(mode(path) != nil)
    }

    @Test func aReplacedFileIsNotRemoved() throws {
        let server = try VarlinkServer(service, on: loop)
        try server.listen(path: folder.socket)
        unlink(folder.socket)
        let successor = try VarlinkServer(service, on: loop)
        try successor.listen(path: folder.socket, mode: 0o600)
        server.stop()
        #expect(mode(folder.socket) == 0o600)
    }

    @Test func missingFolder() throws {
        let server = try VarlinkServer(service, on: loop)
        for path in ["\(folder.path)/none/s", ""] {
            let error = #expect(throws: ListenError.noFolder(path: path)) { try server.listen(path: path) }
            #expect(error?.description.contains("does not exist") == true)
        }
    }

    @Test func pathLength() throws {
        let server = try VarlinkServer(service, on: loop)
        let longest = folder.path + "/" + String(repeating: "x", count: 107 - folder.path.utf8.count - 1)
        try server.listen(path: longest)
        server.stop()
        let path = longest + "x"
        let error = #expect(throws: ListenError.pathTooLong(path: path, bytes: 108, limit: 107)) {
            try server.listen(path: path)
        }
        #expect(error?.description.contains("108 bytes") == true)
    }

    @Test func inheritedSocketsAreCheckedAndKept() throws {
        let server = try VarlinkServer(service, on: loop)
        let idle = try UnixSocket.make()
        #expect(throws: ListenError.notListening(descriptor: idle.rawValue)) { try server.listen(inherited: idle) }
        let file = try FileDescriptor.open("/dev/null", O_RDONLY)
        #expect(throws: ListenError.notListening(descriptor: file.rawValue)) { try server.listen(inherited: file) }

        // As a service manager makes it: blocking, with a file that is not ours to remove.
        let made = FileDescriptor(owning: socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0))
        try UnixSocket.withAddress(of: folder.socket) { (address, length) throws(Errno) in
            _ = try retrying { bind(made.rawValue, address, length) }
        }
        #expect(listen(made.rawValue, 5) == 0)
        try server.listen(inherited: made)
        let peer = try RawPeer(folder.socket)
        peer.say(#"{"method":"org.varlink.service.GetInfo"}"#)
        while try loop.runOnce(timeoutUsec: 0) {}
        #expect(try peer.hear().count == 1)
        server.stop()
        #expect(mode(folder.socket) != nil)
    }
}

@Suite struct DescriptorShortageTests {
    /// In a process of its own, because the limit is the process's.
    @Test func withoutDescriptorsItPausesAndGoesOn() async {
        await #expect(processExitsWith: .success) {
            let bench = try Bench()
            let first = try bench.connect()
            let waiting = try RawPeer(bench.folder.socket)
            waiting.say(#"{"method":"org.example.test.Fails"}"#)
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            let before = limit.rlim_cur
            // No descriptor above those in use.
            limit.rlim_cur = rlim_t(dup(0))
            close(Int32(limit.rlim_cur))
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)

            // Comes to rest although a connection waits: it does not spin.
            try bench.settle()
            precondition(bench.reports.last == .acceptFailed(Errno(EMFILE)))
            precondition(bench.reports.count == 2 && bench.server.connectionCount == 1)
            let answers = try bench.exchange(first, #"{"method":"org.example.test.Fails"}"#)
            precondition(answers.count == 1)

            limit.rlim_cur = before
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            // Its timer brings it back.
            while bench.server.connectionCount == 1 { try bench.loop.runOnce(timeoutUsec: nil) }
            try bench.settle()
            let late = try waiting.hear()
            precondition(late.count == 1)
        }
    }
}
