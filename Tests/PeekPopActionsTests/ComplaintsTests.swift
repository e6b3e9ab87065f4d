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
