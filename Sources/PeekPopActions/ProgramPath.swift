import Glibc

/// Where programs are found.
enum ProgramPath {
    /// Whether a program can be run by this name: as `execvp(3)` looks for it.
    static func has(_ program: String, _ environment: (String) -> String?) -> Bool {
        if program.contains("/") { return isProgram(program) }
        let folders = environment("PATH") ?? "/bin:/usr/bin"
        return folders.split(separator: ":", omittingEmptySubsequences: false).contains { folder in
            isProgram("\(folder.isEmpty ? "." : folder)/\(program)")
        }
    }

    private static func isProgram(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
    }
}
