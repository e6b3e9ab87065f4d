import Glibc
import Linux
import Systemd
import Testing

/// Tests that change the environment, so one at a time.
@Suite(.serialized) struct ServiceManagerTests {
    /// What arrives on a datagram socket named by `NOTIFY_SOCKET` while `body` runs.
    private func received(_ body: () throws -> Void) throws -> [String] {
        let fd = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        try #require(fd >= 0)
        let receiver = FileDescriptor(owning: fd)
        let path = "/tmp/peekpop-notify-\(getpid())"
        unlink(path)
        defer { unlink(path) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(receiver.rawValue, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(bound == 0)
        setenv("NOTIFY_SOCKET", path, 1)
        defer { unsetenv("NOTIFY_SOCKET") }
        try body()
        var messages: [String] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while let count = try? buffer.withUnsafeMutableBytes({ try receiver.read(into: $0) }) {
            messages.append(String(decoding: buffer[..<count], as: UTF8.self))
        }
        return messages
    }

    @Test func tellsEachState() throws {
        let messages = try received {
            let told = [
                try ServiceManager.ready(status: "2 pads\nREADY=0"), try ServiceManager.status("reading"),
                try ServiceManager.stopping(),
            ]
            #expect(told == [true, true, true])
        }
        #expect(messages == ["READY=1\nSTATUS=2 pads READY=0", "STATUS=reading", "STOPPING=1"])
    }

    @Test func reloadingCarriesTheTime() throws {
        let before = Clock.monotonicUsec
        let message = try #require(try received { try ServiceManager.reloading() }.first)
        let lines = message.split(separator: "\n")
        #expect(lines.first == "RELOADING=1")
        let time = try #require(lines.last?.split(separator: "=").last.flatMap { UInt64($0) })
        #expect(time >= before && time <= Clock.monotonicUsec)
    }

    @Test func nobodyAskedToBeTold() throws {
        unsetenv("NOTIFY_SOCKET")
        #expect(try ServiceManager.ready() == false)
    }

    @Test func aSocketThatIsNotThereIsAnError() throws {
        setenv("NOTIFY_SOCKET", "/tmp/peekpop-no-such-socket", 1)
        defer { unsetenv("NOTIFY_SOCKET") }
        #expect(throws: Errno(ENOENT)) { try ServiceManager.ready() }
    }

    @Test func answersTheWatchdogFromTheLoop() throws {
        setenv("WATCHDOG_USEC", "40000", 1)
        setenv("WATCHDOG_PID", "\(getpid())", 1)
        defer {
            unsetenv("WATCHDOG_USEC")
            unsetenv("WATCHDOG_PID")
        }
        let messages = try received {
            let loop = try EventLoop()
            let isAsked = try loop.enableWatchdog()
            #expect(isAsked)
            // Two turns: sd-event answers at once and again before the time is up.
            for _ in 0..<2 { try loop.runOnce(timeoutUsec: 60_000) }
        }
        #expect(messages.contains("WATCHDOG=1"))
    }

    @Test func noSocketsWerePassed() throws {
        unsetenv("LISTEN_FDS")
        #expect(try ListeningSocket.takeAll().isEmpty)
    }

    @Test func socketsForAnotherProcessAreNotOurs() throws {
        setenv("LISTEN_PID", "1", 1)
        setenv("LISTEN_FDS", "1", 1)
        defer { unsetenv("LISTEN_FDS") }
        #expect(try ListeningSocket.takeAll().isEmpty)
    }

    @Test func nonsenseIsAnError() throws {
        setenv("LISTEN_PID", "\(getpid())", 1)
        setenv("LISTEN_FDS", "many", 1)
        #expect(throws: Errno(EINVAL)) { try ListeningSocket.takeAll() }
        unsetenv("LISTEN_FDS")
    }
}
