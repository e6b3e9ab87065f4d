import CNcurses
import CommandLineTable
import Glibc

/// What a command has to work with.
struct Context {
    let invocation: Invocation
    let output: Output
    /// Looks up an environment variable.
    let environment: (String) -> String?

    /// `--socket`, else `PEEKPOP_SOCKET`, else the usual one.
    var socket: String {
        if let path = invocation.value(PeekpopctlTable.socket) { return path }
        if let path = environment("PEEKPOP_SOCKET"), !path.isEmpty { return path }
        return PeekpopctlTable.usualSocket
    }

    var terminal: TerminalTraits {
        TerminalTraits(isTerminal: output.isTerminal, term: environment("TERM"), noColor: environment("NO_COLOR"))
    }

    /// What the locale and the terminal can show; `--ascii` says otherwise.
    var charset: Charset {
        if invocation.has(PeekpopctlTable.ascii) { return .ascii }
        // The kernel's own console has UTF-8, but a font of 256 or 512 characters, without braille.
        guard pp_is_utf8() != 0, environment("TERM") != "linux" else { return .ascii }
        return .unicode
    }

    /// One line for standard error that is no failure.
    func note(_ text: String) {
        Context.standardError("peekpopctl: \(text)\n")
    }

    static func standardError(_ text: String) {
        // Where even this cannot be written, there is nobody left to tell.
        try? Output(fd: STDERR_FILENO, name: "standard error").write(text)
    }
}
