import CLinux
import Glibc
import Linux

/// Starts programs.
enum Spawning {
    /// Where a program's standard output and standard error go.
    enum Output {
        /// Both nowhere.
        case none
        /// Both into this descriptor.
        case both(Int32)
        /// Standard output into this descriptor, standard error nowhere.
        case outputOnly(Int32)
    }

    /// Starts a program in a session and process group of its own, with nothing to read, no signal blocked, and the
    /// environment of this process with `variables` added.
    ///
    /// - Parameter cgroup: what it is in from its first instruction on; `nil`: the one of this process.
    /// - Returns: its process id, which is its group's as well.
    /// - Throws: `ENOENT` where there is no such program, `EACCES` where it may not be run, `E2BIG`, `EAGAIN`.
    static func spawn(
        _ arguments: [String], _ variables: [(name: String, value: String)], _ output: Output, cgroup: ControlGroup?
    ) throws(Errno) -> pid_t {
        // What follows a NUL would silently be cut off.
        guard !arguments.isEmpty, !arguments.contains(where: { $0.utf8.contains(0) }) else { throw Errno(EINVAL) }
        let nowhere: FileDescriptor?
        let ends: (output: Int32, errors: Int32)
        switch output {
        case .both(let fd): (nowhere, ends) = (nil, (fd, fd))
        case .outputOnly(let fd):
            let null = try FileDescriptor.open("/dev/null", O_WRONLY)
            (nowhere, ends) = (null, (fd, null.rawValue))
        case .none:
            let null = try FileDescriptor.open("/dev/null", O_WRONLY)
            (nowhere, ends) = (null, (null.rawValue, null.rawValue))
        }
        let pid = withExtendedLifetime(nowhere) {
            withCStrings(arguments) { arguments in
                withCStrings(merged(variables)) { environment in
                    var program = pp_program(
                        arguments: arguments, environment: environment, output: ends.output, errors: ends.errors,
                        cgroup: cgroup?.folder.rawValue ?? -1)
                    let pid = pp_start(&program)
                    return pid < 0 ? Result<pid_t, Errno>.failure(.current) : .success(pid)
                }
            }
        }
        return try pid.get()
    }

    private static func merged(_ variables: [(name: String, value: String)]) -> [String] {
        var own: [String] = []
        var entry = environ
        while let text = entry.pointee {
            own.append(String(cString: text))
            entry += 1
        }
        // What is meant for this service alone.
        let hidden = [
            "NOTIFY_SOCKET", "LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES", "WATCHDOG_USEC", "WATCHDOG_PID",
            ControlGroups.variable,
        ]
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
