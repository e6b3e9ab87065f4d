import Glibc
import Linux

/// Whole files.
enum TextFile {
    static func read(_ path: String) throws(SystemError) -> String {
        do throws(Errno) {
            return String(decoding: try WholeFile.read(path, limit: .max), as: UTF8.self)
        } catch { throw SystemError("reading \(path)", error) }
    }

    static func write(_ text: String, to path: String) throws(SystemError) {
        do throws(Errno) {
            try FileDescriptor.open(path, O_WRONLY | O_CREAT | O_TRUNC).writeAll(text.utf8)
        } catch { throw SystemError("writing \(path)", error) }
    }
}
