import Glibc

/// What a program that only says something, and ends, writes to.
public enum StandardOutput {
    /// Writes all of a text, and a line break where its last line has none.
    ///
    /// - Throws: `EPIPE` where nobody reads any more and SIGPIPE is ignored, `ENOSPC`.
    public static func write(_ text: String) throws(Errno) {
        // A descriptor of our own: the standard one stays open.
        let output = FileDescriptor(owning: try retrying { dup(STDOUT_FILENO) })
        try output.writeAll((text.hasSuffix("\n") ? text : text + "\n").utf8)
    }
}
