import Glibc

/// Files that are read or replaced as a whole.
public enum WholeFile {
    /// - Parameter limit: bytes it may have.
    /// - Throws: what opening and reading give; `EFBIG` where it is longer.
    public static func read(_ path: String, flags: Int32 = 0, limit: Int) throws(Errno) -> [UInt8] {
        try FileDescriptor.open(path, O_RDONLY | flags).readAll(limit: limit)
    }

    /// Puts new contents in a file's place, whole or not at all: written beside it, and renamed.
    ///
    /// - Parameters:
    ///   - path: a link would be replaced itself: ``target(of:)`` is what it leads to.
    ///   - mode: whatever the umask; `nil`: 0644, as far as the umask leaves it.
    ///   - isDurable: whether it holds when the power fails, too.
    public static func replace(
        _ path: String, with bytes: some Sequence<UInt8>, mode: mode_t? = nil, isDurable: Bool
    ) throws(Errno) {
        let beside = "\(path).\(getpid()).new"
        // The name is this process's own: what is there is left from one that died.
        unlink(beside)
        let file = try FileDescriptor.open(beside, O_WRONLY | O_CREAT | O_EXCL)
        do throws(Errno) {
            try file.writeAll(bytes)
            if let mode { _ = try retrying { fchmod(file.rawValue, mode) } }
            if isDurable { _ = try retrying { fsync(file.rawValue) } }
            _ = try retrying { rename(beside, path) }
            if isDurable { try syncFolder(of: path) }
        } catch {
            unlink(beside)
            throw error
        }
    }

    /// Where a file is, links followed; what is not there yet, as it would be made.
    public static func target(of path: String) -> String { PathWalk(path).target }

    /// A rename is the folder's matter.
    private static func syncFolder(of path: String) throws(Errno) {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let directory = try FileDescriptor.open(folder, O_RDONLY | O_DIRECTORY)
        _ = try retrying { fsync(directory.rawValue) }
    }
}

extension FileDescriptor {
    /// Reads to the end.
    ///
    /// - Throws: `EFBIG` where there are more than `limit` bytes.
    public func readAll(limit: Int) throws(Errno) -> [UInt8] {
        var bytes: [UInt8] = []
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
        defer { block.deallocate() }
        while true {
            let count = try read(into: block)
            if count == 0 { return bytes }
            bytes += block[..<count]
            if bytes.count > limit { throw Errno(EFBIG) }
        }
    }

    /// Writes all of `bytes`: a text's `utf8`, or data.
    public func writeAll(_ bytes: some Sequence<UInt8>) throws(Errno) {
        var failure: Errno?
        // The standard library's closures lose the type of an error.
        ContiguousArray(bytes).withUnsafeBytes { buffer in
            do throws(Errno) { try writeAll(buffer) } catch { failure = error }
        }
        if let failure { throw failure }
    }
}
