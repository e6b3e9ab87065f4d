import Glibc
import Linux

/// Configuration files as a whole.
public enum IniFile {
    /// Bytes that a file may have: a configuration is a few kilobytes, and what is a hundred times as long is none.
    public static let limit = (1 << 20) - 1
    /// How often a file that changes meanwhile is read.
    private static let attempts = 3

    /// Why a file cannot be read, as what follows on `reading it: `.
    public struct Unreadable: Error, Equatable, Sendable, CustomStringConvertible {
        /// There is no such file.
        public let isMissing: Bool
        public let description: String

        init(_ description: String, isMissing: Bool = false) {
            self.description = description
            self.isMissing = isMissing
        }

        init(_ error: Errno) {
            self.init(
                error.rawValue == EFBIG
                    ? "it is longer than \((limit + 1) >> 20) MiB, and no configuration" : "\(error)",
                isMissing: error.rawValue == ENOENT || error.rawValue == ENOTDIR)
        }
    }

    /// What is in a file, as it was at one moment. Nothing makes it wait: what is no file is not opened, but for
    /// `/dev/null`, by which people mean an empty one.
    public static func contents(_ path: String) throws(Unreadable) -> [UInt8] {
        try contents(path, whenRead: {})
    }

    /// - Parameter whenRead: called when all is read, and it is still to be seen whether it changed meanwhile.
    static func contents(_ path: String, whenRead: () -> Void) throws(Unreadable) -> [UInt8] {
        for _ in 0..<attempts {
            do throws(Errno) {
                if let bytes = try steadyContents(path, whenRead) { return bytes }
            } catch {
                throw Unreadable(error)
            }
            if let kind = kind(path) { throw Unreadable("it is \(kind), and has to be a file") }
        }
        throw Unreadable("it changes while it is read")
    }

    /// - Returns: `nil` where it is no file, or has changed meanwhile.
    private static func steadyContents(_ path: String, _ whenRead: () -> Void) throws(Errno) -> [UInt8]? {
        // Not even opened: there are devices that do something then.
        if kind(path) != nil { return nil }
        // It may be another one by now: O_NONBLOCK for a FIFO, O_NOCTTY for a terminal.
        let file = try FileDescriptor.open(path, O_RDONLY | O_NOCTTY | O_NONBLOCK)
        let before = try state(file)
        if before.kind != nil { return nil }
        let bytes = try file.readAll(limit: limit)
        whenRead()
        return try state(file) == before ? bytes : nil
    }

    /// What a path names that is no file, in words.
    private static func kind(_ path: String) -> String? {
        var status = stat()
        return stat(path, &status) == 0 ? kind(status) : nil
    }

    private static func kind(_ status: stat) -> String? {
        switch status.st_mode & S_IFMT {
        case S_IFIFO: return "a FIFO"
        case S_IFSOCK: return "a socket"
        case S_IFBLK: return "a device"
        // 1:3, as the kernel's devices.txt has it.
        case S_IFCHR: return status.st_rdev == 0x103 ? nil : "a device"
        // A folder is told by reading it.
        default: return nil
        }
    }

    /// What changes with a file's contents.
    private struct State: Equatable {
        var kind: String?
        var size: off_t
        var seconds: [Int]
    }

    private static func state(_ file: FileDescriptor) throws(Errno) -> State {
        var status = stat()
        _ = try retrying { fstat(file.rawValue, &status) }
        return State(
            kind: kind(status), size: status.st_size,
            seconds: [status.st_mtim, status.st_ctim].flatMap { [$0.tv_sec, $0.tv_nsec] })
    }
}
