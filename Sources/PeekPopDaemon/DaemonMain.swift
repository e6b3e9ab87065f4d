import CommandLineTable
import Glibc
import Linux
import Systemd

/// From a command line to an exit status.
public enum DaemonMain {
    public static func run(_ arguments: [String]) -> Int32 {
        let options: DaemonOptions
        do throws(UsageError) {
            switch try DaemonOptions.parse(arguments) {
            case .show(let text): return say(text)
            case .run(let parsed): options = parsed
            }
        } catch {
            Log().error(error.description)
            return UsageError.exitStatus
        }
        if options.checksConfig { return checkConfiguration(options) }
        do {
            return try Daemon(options).run()
        } catch {
            complain("\(error)")
            return 1
        }
    }

    private static func checkConfiguration(_ options: DaemonOptions) -> Int32 {
        let result = ConfigurationReader.read(options.config)
        for line in result.complaints { complain(line) }
        for warning in result.warnings { complain("\(warning) (a warning)") }
        guard result.problems.isEmpty else { return 1 }
        return say(result.configuration.praise)
    }

    /// Writes to standard output, to the end.
    ///
    /// - Returns: the exit status.
    private static func say(_ text: String) -> Int32 {
        do {
            try StandardOutput.write(text)
            return 0
        } catch {
            complain("writing standard output: \(error)")
            return 1
        }
    }

    private static func complain(_ message: String) {
        Log().failure(of: "peekpopd", message)
    }
}
