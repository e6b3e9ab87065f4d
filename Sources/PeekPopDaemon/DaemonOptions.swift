import CommandLineTable
import Glibc

/// What the command line of `peekpopd` asks for.
public struct DaemonOptions: Equatable, Sendable {
    public enum Source: Equatable, Sendable {
        case evdev
        /// All devices of all seats, or the one with this node.
        case libinput(node: String?)
        case demo
        case recording(String)

        /// Whether the pads are this machine's.
        public var isLive: Bool {
            switch self {
            case .evdev, .libinput: true
            case .demo, .recording: false
            }
        }

        /// As it is written on the command line.
        public var text: String {
            switch self {
            case .evdev: "evdev"
            case .libinput(let node): node.map { "libinput:\($0)" } ?? "libinput"
            case .demo: "demo"
            case .recording(let path): "recording:\(path)"
            }
        }

        /// Reads what the command line's table has let pass.
        init(_ text: String) {
            func after(_ prefix: String) -> String? {
                text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : nil
            }
            switch text {
            case "evdev": self = .evdev
            case "libinput": self = .libinput(node: nil)
            case "demo": self = .demo
            default: self = after("libinput:").map { .libinput(node: $0) } ?? .recording(after("recording:") ?? text)
            }
        }
    }

    public enum Speed: Equatable, Sendable {
        /// Times the recording's own pace.
        case factor(Double)
        /// As fast as it goes.
        case max
    }

    /// `nil`: what the configuration says.
    public var source: Source?
    public var speed = Speed.factor(1)
    /// `nil`: the usual path. A socket passed by the service manager goes before either.
    public var socket: String?
    /// `nil`: the usual file, which may be missing; a file named here may not.
    public var config: String?
    public var checksConfig = false

    public init() {}

    /// What to do with a command line.
    public enum Request: Equatable, Sendable {
        case run(DaemonOptions)
        /// Write this to standard output and end with status 0.
        case show(String)
    }

    /// Reads a command line, without the program's own name.
    ///
    /// - Parameter environment: looks up a variable; `PEEKPOP_SOCKET` counts where `--socket` is not given.
    /// - Throws: ``UsageError``, whose description is for standard error and whose exit status is 64.
    public static func parse(
        _ arguments: [String], environment: (String) -> String? = DaemonOptions.variable
    ) throws(UsageError) -> Request {
        let program = PeekpopdTable.program
        let invocation = try program.parse(arguments)
        switch invocation.action {
        case .help: return .show(program.helpText())
        case .version: return .show(program.versionText)
        case .run: break
        }
        var options = DaemonOptions()
        options.source = invocation.value(PeekpopdTable.source).map(Source.init)
        if let speed = invocation.value(PeekpopdTable.speed) {
            if options.source?.isLive ?? true {
                throw program.usageError("--speed is for recordings and the demo; a real pad has its own")
            }
            options.speed = Double(speed).map(Speed.factor) ?? .max
        }
        options.socket = invocation.value(PeekpopdTable.socket) ?? environment("PEEKPOP_SOCKET").flatMap(nonEmpty)
        options.config = invocation.value(PeekpopdTable.config)
        options.checksConfig = invocation.has(PeekpopdTable.checkConfig)
        return .run(options)
    }

    /// A variable of the process's environment.
    public static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    private static func nonEmpty(_ text: String) -> String? { text.isEmpty ? nil : text }
}
