import Glibc
import Linux
import Systemd
import Testing

@testable import PeekPopDaemon

/// What clients can cause lines of, and how many.
@Suite struct ReporterTests {
    private final class Clock {
        var usec: UInt64 = 1
    }

    /// What is written to the log, and what is kept for the status.
    private func told(_ body: (Reporter, Clock) -> Void) throws -> (log: [String], problems: [String]) {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        let reader = FileDescriptor(owning: ends[0])
        let clock = Clock()
        let problems: [String]
        do {
            let writer = FileDescriptor(owning: ends[1])
            let reporter = Reporter(Log(fd: writer.rawValue, journalStream: nil), nowUsec: { clock.usec })
            body(reporter, clock)
            problems = reporter.problems.map(\.message)
        }
        let text = String(decoding: try reader.readAll(limit: 1 << 16), as: UTF8.self)
        return (text.split(separator: "\n").map(String.init), problems)
    }

    static let minute: UInt64 = 60_000_000

    @Test func aProblemOnceAMinute() throws {
        let (log, problems) = try told { reporter, clock in
            for _ in 0..<100 {
                reporter.warning("playing: it is gone", device: "a")
                reporter.error("making a timer", device: "a")
                // Another pad's, and another without a pad, are others.
                reporter.warning("playing: it is gone", device: "b")
                reporter.warning("/var/lib/peekpop/1.json is damaged")
                reporter.warning("/var/lib/peekpop/2.json is damaged")
            }
            clock.usec += ReporterTests.minute
            reporter.warning("playing: it is gone", device: "a")
        }
        let expected = [
            "playing: it is gone", "making a timer", "playing: it is gone", "/var/lib/peekpop/1.json is damaged",
            "/var/lib/peekpop/2.json is damaged", "playing: it is gone",
        ]
        #expect(log == expected && problems == expected)
    }

    /// A client stores calibrations with ever other numbers.
    @Test func numbersOfAPadAreNoOtherThing() throws {
        let (log, _) = try told { reporter, _ in
            for level in 0..<100 { reporter.warning("no presses: peek \(level) is too low", device: "a") }
        }
        #expect(log == ["no presses: peek 0 is too low"])
    }

    @Test func noticesAndProvocations() throws {
        let (log, problems) = try told { reporter, _ in
            for pid in 0..<100 {
                reporter.notice("libinput has no quirks")
                reporter.provoked("refused 1000", "refused process \(pid)")
            }
        }
        #expect(log == ["libinput has no quirks", "refused process 0"] && problems == [])
    }

    /// Who reloads twice in a minute sees both times what is wrong.
    @Test func anAnswerEachTime() throws {
        let (log, problems) = try told { reporter, _ in
            for _ in 0..<3 { reporter.answer(.error, "peekpopd.conf:1: unknown section") }
        }
        #expect(log.count == 3 && problems.count == 3)
    }

    @Test func sixteenProblemsAreKept() throws {
        let (_, problems) = try told { reporter, _ in
            for number in 0..<20 { reporter.warning("\(number)") }
        }
        #expect(problems == (4..<20).map(String.init))
    }
}
