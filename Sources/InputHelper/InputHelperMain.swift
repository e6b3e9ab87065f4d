import CommandLineTable
import Glibc
import Linux
import Systemd
import VirtualInput

/// From the command line of `peekpop-input` to an exit status.
public enum InputHelperMain {
    /// After the last connection, where the service manager starts it anew for the next.
    private static let idleExitUsec: UInt64 = 10_000_000

    public static func run(_ arguments: [String]) -> Int32 {
        let log = Log()
        do {
            let program = PeekpopInputTable.program
            let invocation = try program.parse(arguments)
            switch invocation.action {
            case .help: return try say(program.helpText())
            case .version: return try say(program.versionText)
            case .run: return try serve(invocation.value(PeekpopInputTable.socket), log)
            }
        } catch let error as UsageError {
            log.error(error.description)
            return UsageError.exitStatus
        } catch {
            log.failure(of: "peekpop-input", "\(error)")
            return 1
        }
    }

    private static func serve(_ path: String?, _ log: Log) throws -> Int32 {
        let passed = try ListeningSocket.takeAll()
        let listener: FileDescriptor
        if let first = passed.first {
            listener = first.descriptor
            _ = try retrying { fcntl(listener.rawValue, F_SETFL, O_NONBLOCK) }
        } else if let path {
            do { listener = try UnixSocket.listen(at: path, .messages) } catch {
                throw SystemError("listening on \(path)", error)
            }
        } else {
            throw Failure(description: "there is no socket: systemd passes one, or --socket names one")
        }
        defer { if passed.isEmpty, let path { unlink(path) } }
        let loop = try EventLoop()
        let signals = try [SIGTERM, SIGINT].map { signal in try loop.onSignal(signal) { loop.exit(0) } }
        let server = try InputServer(
            loop, log, listener: listener, idleExitUsec: passed.isEmpty ? nil : idleExitUsec)
        _ = try? ServiceManager.ready()
        return try withExtendedLifetime((signals, server)) { try loop.run() }
    }

    private struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private static func say(_ text: String) throws -> Int32 {
        do throws(Errno) { try StandardOutput.write(text) } catch {
            throw SystemError("writing standard output", error)
        }
        return 0
    }
}
