import Glibc
import Linux

/// A file that a command makes anew each time: written whole or not at all.
enum OutputFile {
    /// Writes `text` beside the file and puts it in its place, with the rights that the old one had.
    ///
    /// What is no regular file (a pipe, /dev/full) is written to. A regular file is replaced only where `isOurs` knows
    /// its beginning: a slip on the command line shall not cost a recording.
    /// - Parameters:
    ///   - kind: what the file should be: `an SVG`.
    ///   - isOurs: gets the first bytes of the file that is there, never none.
    static func write(_ text: String, to path: String, kind: String, isOurs: ([UInt8]) -> Bool) throws {
        do throws(Errno) {
            var status = stat()
            guard stat(path, &status) == 0 else {
                let error = Errno.current
                // A link to nowhere is as good as no file.
                guard error.rawValue == ENOENT else { throw error }
                return try replace(target(path), with: text, mode: nil)
            }
            switch status.st_mode & S_IFMT {
            case S_IFDIR: throw Errno(EISDIR)
            case S_IFREG: break
            default: return try put(text, into: try FileDescriptor.open(path, O_WRONLY))
            }
            if status.st_size > 0 {
                guard isOurs(try beginning(of: path)) else {
                    throw Errno(EEXIST)
                }
            }
            try replace(target(path), with: text, mode: status.st_mode & 0o7777)
        } catch  where error.rawValue == EEXIST {
            throw CommandFailure(
                "writing \(path): a file is there already, and it is not \(kind); choose another name, or remove it first"
            )
        } catch {
            throw CommandFailure("\(SystemError("writing \(path)", error))")
        }
    }

    /// Where the file is, links followed: a link stays one.
    private static func target(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    private static func beginning(of path: String) throws(Errno) -> [UInt8] {
        let file = try FileDescriptor.open(path, O_RDONLY)
        var bytes = [UInt8](repeating: 0, count: 256)
        var count = 0
        var failure: Errno?
        bytes.withUnsafeMutableBytes { buffer in
            do throws(Errno) { count = try file.read(into: buffer) } catch { failure = error }
        }
        if let failure { throw failure }
        return Array(bytes[..<count])
    }

    private static func replace(_ path: String, with text: String, mode: mode_t?) throws(Errno) {
        let beside = "\(path).\(getpid()).new"
        // The name is this process's own: what is there is left from one that died.
        unlink(beside)
        let file = try FileDescriptor.open(beside, O_WRONLY | O_CREAT | O_EXCL)
        do throws(Errno) {
            try put(text, into: file)
            if let mode { _ = try retrying { fchmod(file.rawValue, mode) } }
            _ = try retrying { rename(beside, path) }
        } catch {
            unlink(beside)
            throw error
        }
    }

    private static func put(_ text: String, into file: FileDescriptor) throws(Errno) {
        var text = text
        var failure: Errno?
        text.withUTF8 { bytes in
            do throws(Errno) { try file.writeAll(UnsafeRawBufferPointer(bytes)) } catch { failure = error }
        }
        if let failure { throw failure }
    }
}
