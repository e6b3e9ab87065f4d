import Glibc
import Linux
import Systemd
import Testing

@Suite struct EventLoopTests {
    @Test func readyDescriptorCallsItsHandler() throws {
        let loop = try EventLoop()
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        let reader = FileDescriptor(owning: ends[0])
        let writer = FileDescriptor(owning: ends[1])
        var seen: Interest = []
        let source = try loop.watch(reader.rawValue, for: .readable) {
            seen = $0
            loop.exit(3)
        }
        try "x".utf8CString.withUnsafeBytes { try writer.writeAll($0) }
        #expect(try loop.run() == 3)
        #expect(seen.contains(.readable))
        source.cancel()
    }

    @Test func timerFiresOnceWhenArmed() throws {
        let loop = try EventLoop()
        var fired = 0
        let timer = try loop.timer { fired += 1 }
        #expect(try !loop.runOnce(timeoutUsec: 1_000))
        timer.arm(atUsec: Clock.monotonicUsec + 1_000)
        #expect(try loop.runOnce(timeoutUsec: 1_000_000))
        #expect(try !loop.runOnce(timeoutUsec: 2_000))
        #expect(fired == 1)
    }

    @Test func cancelledSourceIsSilent() throws {
        let loop = try EventLoop()
        var fired = 0
        let source = try loop.deferred { fired += 1 }
        source.cancel()
        #expect(try !loop.runOnce(timeoutUsec: 1_000))
        #expect(fired == 0)
    }
}
