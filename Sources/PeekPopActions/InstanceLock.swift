import Glibc
import Linux

/// There is one of these services in a session: it holds a lock below `$XDG_RUNTIME_DIR`, which the kernel gives free when
/// the process ends, however it does.
final class InstanceLock {
    private let file: FileDescriptor

    /// Who has it, as the file says.
    struct Taken: Error, CustomStringConvertible {
        let pid: String
        var description: String { "another one is running already" + (pid.isEmpty ? "" : ", as process \(pid)") }
    }

    static func path(_ environment: (String) -> String?) -> String {
        if let runtime = environment("XDG_RUNTIME_DIR"), runtime.hasPrefix("/") {
            return "\(runtime)/peekpop-actions.lock"
        }
        return "/tmp/peekpop-actions.\(getuid()).lock"
    }

    /// - Throws: ``Taken``, or ``SystemError`` where the file cannot be made.
    init(_ path: String) throws {
        do {
            file = try FileDescriptor.open(path, O_RDWR | O_CREAT | O_NOFOLLOW, permissions: 0o600)
        } catch {
            throw SystemError("opening \(path)", error)
        }
        do throws(Errno) {
            _ = try retrying { flock(file.rawValue, LOCK_EX | LOCK_NB) }
        } catch {
            guard error.rawValue == EWOULDBLOCK else { throw SystemError("locking \(path)", error) }
            let text = (try? file.readAll(limit: 64)) ?? []
            throw Taken(pid: String(String(decoding: text, as: UTF8.self).filter(\.isNumber)))
        }
        _ = ftruncate(file.rawValue, 0)
        try? file.writeAll("\(getpid())\n".utf8)
    }

    /// The process that has the lock, if one has.
    static func holder(_ path: String) -> String? {
        guard let file = try? FileDescriptor.open(path, O_RDWR | O_NOFOLLOW) else { return nil }
        if flock(file.rawValue, LOCK_EX | LOCK_NB) == 0 { return nil }
        let text = (try? file.readAll(limit: 64)) ?? []
        return String(String(decoding: text, as: UTF8.self).filter(\.isNumber))
    }
}
