import Glibc
import Gtk
import PeekPop

extension PressConnection {
    /// A connection that lives in GTK's main loop, as long as the program.
    ///
    /// Where this process has no descriptors left for it, the program ends and says so.
    public static func inMainLoop() -> PressConnection {
        do throws(ConnectionFailure) {
            let connection = try PressConnection()
            MainLoop.watch(connection.fileDescriptor) { connection.dispatch() }
            return connection
        } catch {
            var text = "\(error)\n"
            _ = text.withUTF8 { write(STDERR_FILENO, $0.baseAddress, $0.count) }
            exit(1)
        }
    }
}
