import Glibc
import Linux

/// Whole files.
enum TextFile {
    static func read(_ path: String) throws(SystemError) -> String {
        do throws(Errno) {
            let fd = try FileDescriptor.open(path, O_RDONLY)
            var bytes: [UInt8] = []
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 1)
            defer { buffer.deallocate() }
            while case let count = try fd.read(into: buffer), count > 0 { bytes += buffer[..<count] }
            return String(decoding: bytes, as: UTF8.self)
        } catch { throw SystemError("reading \(path)", error) }
    }

    static func write(_ text: String, to path: String) throws(SystemError) {
        do throws(Errno) {
            try write(text, to: try FileDescriptor.open(path, O_WRONLY | O_CREAT | O_TRUNC))
        } catch { throw SystemError("writing \(path)", error) }
    }

    static func write(_ text: String, to fd: FileDescriptor) throws(Errno) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: text.utf8.count, alignment: 1)
        defer { buffer.deallocate() }
        buffer.copyBytes(from: text.utf8)
        try fd.writeAll(UnsafeRawBufferPointer(buffer))
    }
}
