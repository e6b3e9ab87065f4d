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
                return try replace(path, with: text, mode: nil)
            }
            switch status.st_mode & S_IFMT {
            case S_IFDIR: throw Errno(EISDIR)
            case S_IFREG: break
            default: return try FileDescriptor.open(path, O_WRONLY).writeAll(text.utf8)
            }
            if status.st_size > 0 {
                guard isOurs(try beginning(of: path)) else {
                    throw Errno(EEXIST)
                }
            }
            try replace(path, with: text, mode: status.st_mode & 0o7777)
        } catch  where error.rawValue == EEXIST {
            throw CommandFailure(
                "writing \(path): a file is there already, and it is not \(kind); choose another name, or remove it first"
            )
        } catch {
            throw CommandFailure("\(SystemError("writing \(path)", error))")
        }
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

    /// A link stays one.
    private static func replace(_ path: String, with text: String, mode: mode_t?) throws(Errno) {
        try WholeFile.replace(WholeFile.target(of: path), with: text.utf8, mode: mode, isDurable: false)
    }
}
