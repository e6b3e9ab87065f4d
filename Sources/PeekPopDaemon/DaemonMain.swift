import CommandLineTable
import Glibc
import Systemd

/// From a command line to an exit status.
public enum DaemonMain {
    public static func run(_ arguments: [String]) -> Int32 {
        let options: DaemonOptions
        do throws(UsageError) {
            switch try DaemonOptions.parse(arguments) {
            case .show(let text):
                print(text, terminator: text.hasSuffix("\n") ? "" : "\n")
                return 0
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
        for problem in result.problems { complain(problem.description) }
        for warning in result.warnings { complain("\(warning) (a warning)") }
        if result.problems.isEmpty {
            let files = result.configuration.files
            print(
                files.isEmpty
                    ? "no configuration files: all defaults" : "no mistakes in \(files.joined(separator: ", "))")
        }
        return result.problems.isEmpty ? 0 : 1
    }

    private static func complain(_ message: String) {
        Log().error(message.split(separator: "\n").map { "peekpopd: \($0)" }.joined(separator: "\n"))
    }
}
