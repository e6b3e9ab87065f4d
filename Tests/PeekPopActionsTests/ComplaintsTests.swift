import Glibc
import Linux
import Systemd
import Testing

@testable import PeekPopActions

/// What presses, programs and services can cause lines of, and how many.
@Suite struct ComplaintsTests {
    private final class Time {
        var usec: UInt64 = 1
    }

    private func said(_ body: (Complaints, Time) -> Void) throws -> [String] {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        let reader = FileDescriptor(owning: ends[0])
        do {
            let writer = FileDescriptor(owning: ends[1])
            let time = Time()
            body(Complaints(Log(fd: writer.rawValue, journalStream: nil), nowUsec: { time.usec }), time)
        }
        return String(decoding: try reader.readAll(limit: 1 << 16), as: UTF8.self).split(separator: "\n").map(
            String.init)
    }

    @Test func aThousandPresses() throws {
        let lines = try said { complaints, time in
            for press in 0..<1_000 { complaints.complain("peek, line 3: run a", "ended with status \(press)") }
            complaints.complain("pop, line 4: run a", "ended with status 1")
            time.usec += 60_000_000
            complaints.complain("peek, line 3: run a", "ended with status 7")
        }
        #expect(
            lines == [
                "peek, line 3: run a: ended with status 0", "pop, line 4: run a: ended with status 1",
                "peek, line 3: run a: ended with status 7 (and 999 times more since this was said last)",
            ])
    }

    /// A service answers in words of its own, ever other ones.
    @Test func everNewWords() throws {
        let lines = try said { complaints, _ in
            for word in 0..<2_000 { complaints.complain("peek", String(repeating: "x", count: word % 400 + 1)) }
        }
        #expect(lines.count == 256)
    }

    /// A helper that answers in ever new words: the kind says that it is the same.
    @Test func aKindInManyWords() throws {
        let lines = try said { complaints, time in
            for word in 0..<50 { complaints.complain("pop", String(repeating: "x", count: word + 1), kind: "refused") }
            complaints.complain("pop", "gone", kind: "lost")
            complaints.complain("peek", "no", kind: "refused")
            time.usec += 60_000_000
            complaints.complain("pop", "still", kind: "refused")
        }
        #expect(
            lines == ["pop: x", "pop: gone", "peek: no", "pop: still (and 49 times more since this was said last)"])
    }

    /// A log that nobody reads for a while: nothing waits, and what was lost is told in its place.
    @Test(arguments: [false, true]) func nobodyReads(isSocket: Bool) throws {
        var ends: [Int32] = [0, 0]
        try #require((isSocket ? socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) : pipe(&ends)) == 0)
        let reader = FileDescriptor(owning: ends[0])
        let writer = FileDescriptor(owning: ends[1])
        let complaints = Complaints(Log(fd: writer.rawValue, journalStream: nil))
        // More than any of both takes.
        let line = String(repeating: "a", count: 1_000)
        for _ in 0..<4_000 { complaints.info(line) }
        var before = [UInt8](repeating: 0, count: 1 << 20)
        let flags = fcntl(reader.rawValue, F_GETFL)
        #expect(fcntl(writer.rawValue, F_GETFL) & O_NONBLOCK == 0, "others have it too")
        _ = fcntl(reader.rawValue, F_SETFL, flags | O_NONBLOCK)
        var count = 0
        while let more = try? before.withUnsafeMutableBytes({ try reader.read(into: .init(rebasing: $0[count...])) }) {
            count += more
        }
        complaints.info("again")
        var after = [UInt8](repeating: 0, count: 4096)
        let more = try after.withUnsafeMutableBytes { try reader.read(into: $0) }
        // Whole lines alone.
        #expect(count % 1_001 == 0 && count > 0)
        #expect(
            String(decoding: after[..<more], as: UTF8.self)
                == "\(4_000 - count / 1_001) messages were left out here: nobody read the log\nagain\n")
    }

    /// So much goes as a whole or not at all.
    @Test func aLongLineIsCut() throws {
        let lines = try said { complaints, _ in
            complaints.info(String(repeating: "a", count: 4_091) + "äbcd")
            complaints.info(String(repeating: "a", count: 4_095))
        }
        #expect(lines == [String(repeating: "a", count: 4_091) + "…", String(repeating: "a", count: 4_095)])
    }

    /// A desktop that comes and goes.
    @Test func comingAndGoing() throws {
        let lines = try said { complaints, time in
            for _ in 0..<50 {
                complaints.note("Sway tells which window has the focus")
                complaints.note("Sway no longer tells")
            }
            time.usec += 60_000_000
            complaints.note("Sway no longer tells")
        }
        #expect(lines == ["Sway tells which window has the focus", "Sway no longer tells", "Sway no longer tells"])
    }

    /// What somebody has just asked for.
    @Test func newRulesEachTime() throws {
        #expect(try said { complaints, _ in for _ in 0..<3 { complaints.info("new rules") } }.count == 3)
    }
}
