import Glibc
import Linux
import Systemd
import Testing

@testable import PeekPopActions

/// What a selection is made of, whatever its owner gives, and how long that is waited for.
@Suite struct SelectionTests {
    private static let limit = SelectionReader.limit

    @Test(
        arguments: [
            ([], ""),
            (Array("a\0b\0\u{301}".utf8), "ab\u{301}"),
            ([0x61, 0xff, 0x62], "a\u{fffd}b"),
            // Of what becomes longer as text, too, no more than the limit; and no part of a letter.
            ([UInt8](repeating: 0xff, count: 70_000), String(repeating: "\u{fffd}", count: limit / 3)),
            ([UInt8](repeating: 0x61, count: limit + 3), String(repeating: "a", count: limit)),
            ([UInt8](repeating: 0x61, count: limit - 1) + Array("ä".utf8), String(repeating: "a", count: limit - 1)),
            (
                [UInt8](repeating: 0x61, count: limit - 2) + Array("ä".utf8),
                String(repeating: "a", count: limit - 2) + "ä"
            ),
            ([UInt8](repeating: 0x61, count: limit - 3) + Array("😀".utf8), String(repeating: "a", count: limit - 3)),
        ] as [([UInt8], String)])
    func texts(bytes: [UInt8], text: String) {
        #expect(Array(SelectionReader.text(bytes).unicodeScalars) == Array(text.unicodeScalars))
    }

    /// The answer does not wait for the end of a program that is deaf to being ended: neither when its time is up, nor when
    /// it has written enough.
    @Test(arguments: [("sleep 1000", nil), ("yes", 100)] as [(String, Int?)])
    func deafReaders(line: String, count: Int?) throws {
        let loop = try EventLoop()
        let runner = try ProgramRunner(loop, Complaints(Log(journalStream: nil)), cgroups: nil)
        let path = "/tmp/peekpop-selection-tests.\(getpid()).\(count ?? 0)"
        var isOver = false
        defer {
            isOver = true
            runner.endAll()
            // Or they would be found over and over by tests that wait for a child, whichever it is.
            while runner.count > 0 {
                runner.reap()
                usleep(1_000)
            }
            unlink(path)
        }
        // How long a shell takes to begin is the machine's matter.
        for seconds in [1, 5, 30] as [UInt64] {
            var wasThere: Bool?
            runner.read(
                ["sh", "-c", "trap '' TERM; echo $$ > \(path).new; mv \(path).new \(path); while :; do \(line); done"],
                limit: 100, timeoutUsec: seconds * 1_000_000
            ) { result in
                guard !isOver, let text = try? WholeFile.read(path, limit: 100),
                    let pid = pid_t(String(decoding: text.dropLast(), as: UTF8.self))
                else { return }
                // Also while nobody has waited for it, so it does not matter how far it has come.
                wasThere = kill(pid, 0) == 0
                kill(-pid, SIGKILL)
                #expect((try? result.get().count) == count)
            }
            let deadline = Clock.monotonicUsec + (seconds + 1) * 1_000_000
            while wasThere == nil, Clock.monotonicUsec < deadline { try loop.runOnce(timeoutUsec: 100_000) }
            guard let wasThere else { continue }
            #expect(wasThere)
            return
        }
        Issue.record("it never began")
    }
}
