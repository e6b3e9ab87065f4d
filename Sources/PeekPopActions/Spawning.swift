import CLinux
import Glibc
import Linux

/// Starts programs. The corresponding C function is `posix_spawnp`.
enum Spawning {
    /// Where a program's standard output and standard error go.
    enum Output {
        case inherited
        case nowhere
        /// Both into this descriptor.
        case both(Int32)
        /// Standard output into this descriptor, standard error nowhere.
        case outputOnly(Int32)
    }

    /// Starts a program in a session and process group of its own, with nothing to read, no signal blocked, and the
    /// environment of this process with `variables` added.
    ///
    /// - Returns: its process id, which is its group's as well.
    /// - Throws: `ENOENT` where there is no such program, `EACCES` where it may not be run, `E2BIG`, `EAGAIN`.
    static func spawn(_ arguments: [String], _ variables: [(name: String, value: String)], _ output: Output)
        throws(Errno) -> pid_t
    {
        // What follows a NUL would silently be cut off.
        guard !arguments.isEmpty, !arguments.contains(where: { $0.utf8.contains(0) }) else { throw Errno(EINVAL) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        switch output {
        case .inherited: posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
        case .nowhere:
            posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
            posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        case .both(let fd):
            posix_spawn_file_actions_adddup2(&actions, fd, STDOUT_FILENO)
            posix_spawn_file_actions_adddup2(&actions, fd, STDERR_FILENO)
        case .outputOnly(let fd):
            posix_spawn_file_actions_adddup2(&actions, fd, STDOUT_FILENO)
            posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var usual = sigset_t()
        sigemptyset(&usual)
        sigaddset(&usual, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &usual)
        // POSIX_SPAWN_SETSID is hidden behind _GNU_SOURCE.
        let ownSession: Int32 = 0x80
        posix_spawnattr_setflags(
            &attributes, Int16(Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF) | ownSession))

        let environment = merged(variables)
        var pid: pid_t = 0
        let failure = withCStrings(arguments) { arguments in
            withCStrings(environment) { posix_spawnp(&pid, arguments[0]!, &actions, &attributes, arguments, $0) }
        }
        if failure != 0 { throw Errno(failure) }
        return pid
    }

    private static func merged(_ variables: [(name: String, value: String)]) -> [String] {
        var own: [String] = []
        var entry = environ
        while let text = entry.pointee {
            own.append(String(cString: text))
            entry += 1
        }
        // What is meant for this service alone.
        let hidden = ["NOTIFY_SOCKET", "LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES", "WATCHDOG_USEC", "WATCHDOG_PID"]
        let replaced = Set(variables.map(\.name) + hidden)
        return own.filter { !replaced.contains(String($0.prefix { $0 != "=" })) }
            + variables.map { variable in "\(variable.name)=\(String(variable.value.filter { $0 != "\0" }))" }
    }

    private static func withCStrings<R>(
        _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> R
    ) -> R {
        var pointers = texts.map { strdup($0) }
        pointers.append(nil)
        defer { pointers.forEach { free($0) } }
        return body(pointers)
    }
}
