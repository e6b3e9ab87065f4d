import Glibc
import Linux

/// `/etc/libinput/local-overrides.quirks` on disk.
public struct OverridesFile: Sendable {
    public static let usualPath = "/etc/libinput/local-overrides.quirks"

    /// Whatever the umask: every user's compositor reads it.
    private static let mode: mode_t = 0o644

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
        do throws(Errno) {
            // A link stays one.
            try WholeFile.replace(
                WholeFile.target(of: path), with: text.utf8, mode: OverridesFile.mode, isDurable: true)
        } catch {
            throw SystemError("writing \(path)", error)
        }
        return copy
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
        try file.writeAll(text.utf8)
        _ = try retrying { fchmod(file.rawValue, OverridesFile.mode) }
        _ = try retrying { fsync(file.rawValue) }
    }
}

/// Small files, read whole.
enum TextFile {
    /// No file that is read here is longer: dpkg's list has some megabytes.
    private static let limit = 64 << 20

    static func bytes(_ path: String) throws(Errno) -> [UInt8] {
        try WholeFile.read(path, flags: O_NONBLOCK, limit: limit)
    }

    static func read(_ path: String) throws(Errno) -> String { String(decoding: try bytes(path), as: UTF8.self) }

    /// Its first line; empty where it cannot be read, as attributes that a device does not have.
    static func line(_ path: String) -> String {
        let text = (try? read(path)) ?? ""
        return String(text.prefix { $0 != "\n" })
    }
}
