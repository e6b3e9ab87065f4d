import CLinux
import Glibc

/// A file descriptor that is closed when its owner lets go of it.
///
/// The corresponding C type is `int`.
public final class FileDescriptor {
    public let rawValue: Int32

    /// Takes ownership of `rawValue`.
    public init(owning rawValue: Int32) {
        self.rawValue = rawValue
    }

    deinit {
        // EINTR and EIO from close() leave nothing to do: Linux has released the descriptor.
        _ = close(rawValue)
    }

    /// Opens a file; `O_CLOEXEC` is always added. The corresponding C function is `open`.
    public static func open(
        _ path: String, _ flags: Int32, permissions: mode_t = 0o644
    ) throws(Errno) -> FileDescriptor {
        FileDescriptor(owning: try retrying { Glibc.open(path, flags | O_CLOEXEC, permissions) })
    }

    /// Reads what is there, at most `buffer.count` bytes; 0 at the end. The corresponding C function is `read`.
    public func read(into buffer: UnsafeMutableRawBufferPointer) throws(Errno) -> Int {
        try retrying { Glibc.read(rawValue, buffer.baseAddress, buffer.count) }
    }

    /// Writes what goes, at least one byte. The corresponding C function is `write`.
    public func write(_ buffer: UnsafeRawBufferPointer) throws(Errno) -> Int {
        try retrying { Glibc.write(rawValue, buffer.baseAddress, buffer.count) }
    }

    /// Writes all of `buffer`, however many calls that takes.
    public func writeAll(_ buffer: UnsafeRawBufferPointer) throws(Errno) {
        var rest = buffer[...]
        while !rest.isEmpty {
            rest = rest.dropFirst(try write(UnsafeRawBufferPointer(rebasing: rest)))
        }
    }
}
