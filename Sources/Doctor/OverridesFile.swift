import Glibc
import Linux

/// `/etc/libinput/local-overrides.quirks` on disk.
public struct OverridesFile: Sendable {
    public static let usualPath = "/etc/libinput/local-overrides.quirks"

    public let path: String

    /// - Parameter root: where `/etc` is.
    public init(root: String = "") {
        path = root + OverridesFile.usualPath
    }

    /// What is in it; `nil` where there is none.
    public func text() throws(SystemError) -> String? {
        do throws(Errno) {
            return try TextFile.read(path)
        } catch {
            if error.rawValue == ENOENT { return nil }
            throw SystemError("reading \(path)", error)
        }
    }

    /// Writes it whole or not at all. What others wrote in it is copied to a file beside it before that.
    ///
    /// - Returns: the copy's path; `nil` where there was nothing of others.
    public func write(_ text: String) throws(SystemError) -> String? {
        let before = try self.text()
        if before == nil { try makeFolder() }
        var copy: String?
        if let before, LibinputOverride.hasOthers(before) {
            copy = try backup(before)
        }
        // A link stays one: what it leads to is replaced.
        let target = resolved()
        let beside = "\(target).\(getpid()).new"
        do throws(Errno) {
            unlink(beside)
            try put(text, beside)
            _ = try retrying { rename(beside, target) }
        } catch {
            unlink(beside)
            throw SystemError("writing \(path)", error)
        }
        return copy
    }

    private func resolved() -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    private func makeFolder() throws(SystemError) {
        let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        guard mkdir(folder, 0o755) != 0 else { return }
        let error = Errno.current
        if error.rawValue != EEXIST { throw SystemError("making \(folder)", error) }
    }

    /// `….before-peekpop`, `….before-peekpop.2` …: none that is there is touched.
    private func backup(_ text: String) throws(SystemError) -> String {
        var number = 1
        while true {
            let copy = path + ".before-peekpop" + (number == 1 ? "" : ".\(number)")
            do throws(Errno) {
                try put(text, copy)
                return copy
            } catch {
                if error.rawValue == EEXIST, number < 1_000 {
                    number += 1
                    continue
                }
                throw SystemError("copying \(path) to \(copy)", error)
            }
        }
    }

    private func put(_ text: String, _ path: String) throws(Errno) {
        let file = try FileDescriptor.open(path, O_WRONLY | O_CREAT | O_EXCL)
        var text = text
        var failure: Errno?
        text.withUTF8 { bytes in
            do throws(Errno) { try file.writeAll(UnsafeRawBufferPointer(bytes)) } catch { failure = error }
        }
        if let failure { throw failure }
        // Whatever the umask: every user's compositor reads it.
        _ = try retrying { fchmod(file.rawValue, 0o644) }
        _ = try retrying { fsync(file.rawValue) }
    }
}

/// Small files, read whole.
enum TextFile {
    /// No file that is read here is longer: dpkg's list has some megabytes.
    private static let limit = 64 << 20

    static func bytes(_ path: String) throws(Errno) -> [UInt8] {
        let file = try FileDescriptor.open(path, O_RDONLY | O_NONBLOCK)
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count < limit {
            var count = 0
            var failure: Errno?
            block.withUnsafeMutableBytes { buffer in
                do throws(Errno) { count = try file.read(into: buffer) } catch { failure = error }
            }
            if let failure { throw failure }
            if count == 0 { break }
            bytes += block[..<count]
        }
        return bytes
    }

    static func read(_ path: String) throws(Errno) -> String { String(decoding: try bytes(path), as: UTF8.self) }

    /// Its first line; empty where it cannot be read, as attributes that a device does not have.
    static func line(_ path: String) -> String {
        let text = (try? read(path)) ?? ""
        return String(text.prefix { $0 != "\n" })
    }
}
