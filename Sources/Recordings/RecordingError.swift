import Linux

/// Why a file could not be read or written as a recording: one line, with what, where, and what to do.
public struct RecordingError: Error, Equatable, Sendable, CustomStringConvertible {
    public enum Problem: Equatable, Sendable {
        /// A system call failed: what was tried.
        case system(SystemError)
        case empty
        case binary
        /// Nothing in it looks like a format that is read.
        case unknownFormat
        /// A known format that holds no events: its name.
        case otherFormat(String)
        case unsupportedVersion(String)
        /// It is of the format, but broken: how.
        case malformed(String)
        /// Neither a description nor a whole frame.
        case noDevice
    }

    public let file: String
    /// From 1; 0 where no line is concerned.
    public let line: Int
    public let problem: Problem

    public init(file: String, line: Int = 0, problem: Problem) {
        self.file = file
        self.line = line
        self.problem = problem
    }

    public var description: String {
        let place = line > 0 ? "\(file):\(line)" : file
        let readable = "libinput record, evemu and evtest files are read"
        switch problem {
        case .system(let error): return "\(error)"
        case .empty: return "\(place): the file is empty; record again"
        case .binary: return "\(place): this is a binary file, not a recording; \(readable)"
        case .unknownFormat: return "\(place): this is no recording of a known format; \(readable)"
        case .otherFormat(let name):
            return "\(place): this is \(name), which holds no kernel input events; \(readable)"
        case .unsupportedVersion(let version):
            return "\(place): libinput record version \(version) is not known (version 1 is read); "
                + "record with a libinput that writes version 1"
        case .malformed(let how): return "\(place): \(how); repair this line or record again"
        case .noDevice: return "\(place): there is no device and no whole frame in this recording; record again"
        }
    }
}
