import Glibc
import Linux

/// Messages for whoever runs the program, on standard error.
///
/// Where standard error is the journal, each line is prefixed with its priority (`<4>`), as `sd-daemon(3)` defines it;
/// on a terminal or in a file it is plain text.
public struct Log: Sendable {
    /// How much a message matters. The corresponding C constants are `LOG_ERR` and so on.
    public enum Priority: Int32, Comparable, Sendable, CaseIterable {
        case error = 3
        case warning = 4
        case notice = 5
        case info = 6
        case debug = 7

        public static func < (a: Priority, b: Priority) -> Bool { a.rawValue < b.rawValue }
    }

    private let fd: Int32
    private let isJournal: Bool
    private let isSocket: Bool
    /// Whether a message may wait until somebody has read what was written before. Where not, one that does not go at once is
    /// dropped, and a line has at most `PIPE_BUF` bytes, for so many go as a whole or not at all.
    public var mayWait = true
    /// The least important messages that are still written.
    public var threshold: Priority

    /// - Parameters:
    ///   - fd: where to write; standard error unless told otherwise. It stays the caller's.
    ///   - journalStream: `JOURNAL_STREAM`: the device and inode number of the journal's stream, `8:31457`.
    public init(fd: Int32 = STDERR_FILENO, journalStream: String?, threshold: Priority = .info) {
        self.fd = fd
        self.threshold = threshold
        // The variable is inherited by children whose standard error goes elsewhere: compare, do not believe.
        var status = stat()
        let isKnown = fstat(fd, &status) == 0
        isJournal = isKnown && journalStream == "\(status.st_dev):\(status.st_ino)"
        isSocket = isKnown && status.st_mode & S_IFMT == S_IFSOCK
    }

    /// Standard error, as the environment says.
    public init(threshold: Priority = .info) {
        self.init(journalStream: getenv("JOURNAL_STREAM").map { String(cString: $0) }, threshold: threshold)
    }

    /// Writes a message; its line breaks make lines of the same priority. What else would steer a terminal, which
    /// a device's name or a program's output may hold, is shown as `?`.
    ///
    /// - Returns: false where it, or its end, was dropped.
    @discardableResult
    public func write(_ priority: Priority, _ message: String) -> Bool {
        guard priority <= threshold else { return true }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(message.utf8.count + 8)
        for line in message.withoutControls.utf8.split(separator: UInt8(ascii: "\n")) {
            if isJournal { bytes += "<\(priority.rawValue)>".utf8 }
            bytes += line
            if !mayWait { Log.cut(&bytes) }
            bytes.append(UInt8(ascii: "\n"))
            if !mayWait {
                guard writeAtOnce(bytes) else { return false }
                bytes.removeAll(keepingCapacity: true)
            }
        }
        return writeAll(bytes)
    }

    /// Leaves room for a line break in `PIPE_BUF` bytes, and ends between two letters.
    private static func cut(_ line: inout [UInt8]) {
        guard line.count >= Int(PIPE_BUF) else { return }
        let sign = Array("…".utf8)
        var end = Int(PIPE_BUF) - 1 - sign.count
        while end > 0, line[end] & 0xc0 == 0x80 { end -= 1 }
        line.replaceSubrange(end..., with: sign)
    }

    /// Writes a line if it goes without waiting.
    ///
    /// The descriptor is not made non-blocking for that: it would be so for all who have it, the shell of a terminal included.
    /// Between the question and the write to a pipe somebody else who has it may fill it up; nobody is known who would.
    private func writeAtOnce(_ line: [UInt8]) -> Bool {
        if isSocket {
            let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
            return (try? retrying { send(fd, line, line.count, flags) }) == line.count
        }
        var state = pollfd(fd: fd, events: Int16(POLLOUT), revents: 0)
        guard (try? retrying({ poll(&state, 1, 0) })) == 1, state.revents & Int16(POLLOUT) != 0 else { return false }
        return (try? retrying { Glibc.write(fd, line, line.count) }) == line.count
    }

    /// Nobody is left to tell that the log cannot be written: what does not go is dropped.
    private func writeAll(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let part = UnsafeRawBufferPointer(rebasing: rest)
                guard let count = try? retrying({ Glibc.write(fd, part.baseAddress, part.count) }), count > 0 else {
                    return false
                }
                rest = rest.dropFirst(count)
            }
            return true
        }
    }

    /// Why a program cannot do its work: each line with the program's name before it, but where the journal puts it there.
    public func failure(of program: String, _ message: String) {
        write(
            .error,
            isJournal
                ? message : message.split(separator: "\n").map { "\(program): \($0)" }.joined(separator: "\n"))
    }

    public func error(_ message: String) { write(.error, message) }
    public func warning(_ message: String) { write(.warning, message) }
    public func notice(_ message: String) { write(.notice, message) }
    public func info(_ message: String) { write(.info, message) }
    public func debug(_ message: String) { write(.debug, message) }
}
