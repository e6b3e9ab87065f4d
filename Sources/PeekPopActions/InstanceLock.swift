import Glibc
import Linux

/// There is one of these services in a session: it holds a lock below `$XDG_RUNTIME_DIR`, which the kernel gives free when
/// the process ends, however it does.
///
/// A record lock (`fcntl`), because those can be asked for without being taken. It belongs to the process: to open and close
/// the file a second time would give it free.
final class InstanceLock {
    private let file: FileDescriptor

    /// Who has it; `nil` where that cannot be told, as of a process in another container.
    struct Taken: Error, CustomStringConvertible {
        let pid: pid_t?
        var description: String { "another one is running already" + (pid.map { ", as process \($0)" } ?? "") }
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
        // Whoever cleans up in $XDG_RUNTIME_DIR leaves what is sticky: without its file, a second one would find no lock.
        _ = fchmod(file.rawValue, 0o1600)
        do throws(Errno) {
            var lock = InstanceLock.whole
            _ = try retrying { fcntl(file.rawValue, F_SETLK, &lock) }
        } catch {
            guard [EAGAIN, EACCES].contains(error.rawValue) else { throw SystemError("locking \(path)", error) }
            throw InstanceLock.holder(of: file) ?? Taken(pid: nil)
        }
    }

    /// Who has the lock, if somebody has.
    static func holder(_ path: String) -> Taken? {
        (try? FileDescriptor.open(path, O_RDONLY | O_NOFOLLOW)).flatMap(holder)
    }

    private static func holder(of file: FileDescriptor) -> Taken? {
        var lock = whole
        guard (try? retrying { fcntl(file.rawValue, F_GETLK, &lock) }) != nil, lock.l_type != F_UNLCK else {
            return nil
        }
        return Taken(pid: lock.l_pid > 0 ? lock.l_pid : nil)
    }

    private static var whole: flock {
        flock(l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 0, l_len: 0, l_pid: 0)
    }
}
