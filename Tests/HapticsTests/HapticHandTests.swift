import Foundation
import Linux
import Systemd
import Testing

@testable import Haptics

/// Hands on what is no pad: a named pipe takes reports, and makes its writer wait when it is full.
@Suite final class HapticHandTests {
    private let loop = try! EventLoop()
    private let path = FileManager.default.temporaryDirectory.appending(path: "peekpop-\(UUID().uuidString)").path
    private var news: [HapticHand.News] = []
    private let report: [UInt8] = [0x53] + Array(1..<64)

    deinit { unlink(path) }

    private func hand(
        _ device: HapticHand.Device, _ effects: [FeedbackPlan.Effect]? = nil
    ) throws -> HapticHand {
        try HapticHand(loop, device, effects ?? [.report(report)]) { [unowned self] in news.append($0) }
    }

    /// Turns the loop until the last news is `last`; nothing here takes 10 s.
    private func wait(_ last: HapticHand.News, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let end = Clock.monotonicUsec + 10_000_000
        while news.last != last, Clock.monotonicUsec < end { try loop.runOnce(timeoutUsec: 100_000) }
        #expect(news.last == last, sourceLocation: sourceLocation)
    }

    private func pipe() throws -> FileDescriptor {
        #expect(mkfifo(path, 0o600) == 0)
        return try FileDescriptor.open(path, O_RDWR)
    }

    private func read(_ count: Int, from pipe: FileDescriptor) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let got = try bytes.withUnsafeMutableBytes { try pipe.read(into: $0) }
        return Array(bytes.prefix(got))
    }

    @Test func reportsAreWrittenWhole() throws {
        let pipe = try pipe()
        let hand = try hand(.node(path))
        #expect(!hand.play(0), "it is not ready")
        try wait(.ready)
        for _ in 0..<3 {
            #expect(hand.play(0))
            #expect(try read(100, from: pipe) == report)
        }
        // A place that is none is passed over.
        #expect(hand.play(7))
        #expect(hand.play(0))
        #expect(try read(100, from: pipe) == report)
        hand.end()
        #expect(!hand.play(0))
        try wait(.gone)
        #expect(news == [.ready, .gone])
    }

    @Test func nothingWaitsForADeviceThatDoesNot() throws {
        let pipe = try pipe()
        // Filled up: the next write waits until somebody reads.
        _ = fcntl(pipe.rawValue, F_SETFL, O_NONBLOCK)
        while write(pipe.rawValue, [UInt8](repeating: 0, count: 4_096), 4_096) > 0 {}
        let hand = try hand(.node(path))
        try wait(.ready)
        for _ in 0..<10_000 { hand.play(0) }
        hand.end()
        // Still there, and nobody has waited for it.
        try loop.runOnce(timeoutUsec: 200_000)
        #expect(news == [.ready])
        // Whoever answers at last meets the one report that was under way; those behind it came too late.
        while let bytes = try? read(65_536, from: pipe), !bytes.isEmpty, news.last != .gone {
            try loop.runOnce(timeoutUsec: 10_000)
        }
        try wait(.gone)
        #expect(news == [.ready, .gone])
    }

    @Test func aDeviceThatIsNotThere() throws {
        let hand = try hand(.node(path))
        try wait(.gone)
        #expect(news == [.closed(Errno(ENOENT)), .gone])
        hand.end()
    }

    @Test func aNameThatIsTooLong() {
        #expect(throws: Errno(ENAMETOOLONG)) { try hand(.node("/dev/" + String(repeating: "x", count: 80))) }
    }

    @Test func aReportThatIsRefused() throws {
        let hand = try hand(.node("/dev/full"))
        try wait(.ready)
        hand.play(0)
        try wait(.failed(effect: 0, Errno(ENOSPC)))
        hand.end()
        try wait(.gone)
    }

    @Test func anEffectThatIsRefused() throws {
        let null = try FileDescriptor.open("/dev/null", O_RDWR)
        let hand = try hand(
            .descriptor(null), [.haptic(.click, intensity: 50), .rumble(magnitude: 1, milliseconds: 20)])
        try wait(.ready)
        let error = Errno(ENOTTY)
        #expect(news == [.refused(effect: 0, error), .refused(effect: 1, error), .ready])
        // It is passed over, not written to whatever that is.
        hand.play(0)
        hand.end()
        try wait(.gone)
        #expect(news.count == 4)
    }

    @Test func lettingGoOfItIsEnough() throws {
        let pipe = try pipe()
        do {
            let hand = try hand(.node(path))
            try wait(.ready)
            _ = hand
        }
        // The thread has closed its end when only ours is left: then the pipe can be opened for reading alone, and its end
        // is seen.
        let end = Clock.monotonicUsec + 10_000_000
        while openings(of: path) > 1, Clock.monotonicUsec < end { usleep(1_000) }
        #expect(openings(of: path) == 1)
        _ = pipe
    }

    private func openings(of path: String) -> Int {
        let folder = "/proc/self/fd"
        return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).count {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")) == path
        }
    }
}
