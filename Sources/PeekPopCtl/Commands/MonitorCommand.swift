import CommandLineTable
import Glibc

/// `peekpopctl monitor`: presses by one connection, the force between them by another.
enum MonitorCommand {
    static func run(_ context: Context) throws {
        let isPlain =
            context.invocation.has(PeekpopctlTable.plain) || !context.terminal.canRedraw || isatty(STDIN_FILENO) == 0
        let session = try MonitorSession(context)
        let screen: any MonitorScreen
        if isPlain {
            screen = PlainScreen(context)
        } else {
            screen = try FullScreen(context, session)
        }
        // Before anything goes to standard error, the terminal has to be as it was.
        defer { screen.close() }
        try session.run(screen)
    }
}
