import Glibc
import Linux
import Systemd
import Testing

struct LogTests {
    /// What a log writes to a file; `asJournal` names the file's own stream.
    private func written(asJournal: Bool, threshold: Log.Priority = .info, _ body: (Log) -> Void) throws -> String {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        let reader = FileDescriptor(owning: ends[0])
        do {
            let writer = FileDescriptor(owning: ends[1])
            var status = stat()
            try #require(fstat(writer.rawValue, &status) == 0)
            let stream = asJournal ? "\(status.st_dev):\(status.st_ino)" : "1:2"
            body(Log(fd: writer.rawValue, journalStream: stream, threshold: threshold))
        }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = try buffer.withUnsafeMutableBytes { try reader.read(into: $0) }
        return String(decoding: buffer[..<count], as: UTF8.self)
    }

    @Test func journalGetsThePriority() throws {
        let text = try written(asJournal: true, threshold: .debug) { log in
            log.error("a")
            log.warning("b")
            log.notice("c")
            log.info("d")
            log.debug("e")
        }
        #expect(text == "<3>a\n<4>b\n<5>c\n<6>d\n<7>e\n")
    }

    /// The variable of a parent whose standard error was the journal proves nothing about ours.
    @Test func elsewhereItIsPlain() throws {
        #expect(try written(asJournal: false) { $0.warning("pad gone") } == "pad gone\n")
    }

    /// The journal names the program itself.
    @Test func failuresNameTheProgramOnce() throws {
        let failure = { (log: Log) in log.failure(of: "peekpopd", "one\ntwo\n") }
        #expect(try written(asJournal: false, failure) == "peekpopd: one\npeekpopd: two\n")
        #expect(try written(asJournal: true, failure) == "<3>one\n<3>two\n")
    }

    @Test func eachLineHasThePriority() throws {
        #expect(try written(asJournal: true) { $0.error("one\ntwo\n") } == "<3>one\n<3>two\n")
    }

    @Test func controlCharactersDoNotReachTheTerminal() throws {
        #expect(try written(asJournal: false) { $0.info("Pad \u{1b}[31m\u{7f}ä\tx") } == "Pad ?[31m?ä\tx\n")
        #expect(try written(asJournal: false) { $0.info("\u{9b}m \u{202e}x\u{2069}") } == "?m ?x?\n")
    }

    @Test func belowTheThresholdIsSilent() throws {
        let text = try written(asJournal: false, threshold: .warning) { log in
            log.notice("no")
            log.warning("yes")
        }
        #expect(text == "yes\n")
    }

    @Test func aClosedEndIsNoCrash() throws {
        let path = "/dev/full"
        let full = try FileDescriptor.open(path, O_WRONLY)
        Log(fd: full.rawValue, journalStream: nil).error("lost")
    }
}

struct LoginTests {
    /// True on machines with and without a login manager: such a seat there is not.
    @Test func nobodyIsOnASeatThatIsNot() throws {
        #expect(try Login.activeUser(onSeat: "seat-of-nobody") == nil)
        #expect(try Login.presence(of: 4_000_000_000, onSeat: "seat-of-nobody") == .absent)
    }

    @Test func noSeatNameIsAnError() {
        #expect(throws: Errno(EINVAL)) { try Login.activeUser(onSeat: "") }
    }
}
