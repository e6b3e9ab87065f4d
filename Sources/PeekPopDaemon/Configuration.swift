import Glibc
import Haptics
import Recognition
import Varlink

/// What the configuration files say.
public struct Configuration: Equatable, Sendable {
    public static let usualPath = "/etc/peekpop/peekpopd.conf"

    /// What is said of files that were read without a mistake.
    public var praise: String {
        files.isEmpty ? "no configuration files: all defaults" : "no mistakes in \(files.joined(separator: ", "))"
    }

    /// A `[device VVVV:PPPP]` section: for pads whose `vendor:product` in hexadecimal the pattern matches.
    public struct DeviceSection: Equatable, Sendable {
        public var pattern: String
        public var press = PressSettings()
        public var haptics = HapticConfiguration()
    }

    /// Where the pads come from, where the command line does not say; of a reload, it counts at the next start.
    public var source = DaemonOptions.Source.evdev
    /// Seconds without a client after which a daemon that was started by its socket ends; 0: never.
    public var idleExitSec = 30
    /// Connections at most, in all and for one user.
    public var connections = 128
    public var connectionsPerUser = 32
    /// Calls of one user in a second.
    public var callsPerSecond = 100
    /// KiB kept for all clients together.
    public var clientMemoryKiB = 8_192
    /// Members may always connect, beside root and the user at the pad.
    public var group = "peekpop"
    public var press = PressSettings()
    public var haptics = HapticConfiguration()
    public var devices: [DeviceSection] = []
    /// The files that were read, in order.
    public var files: [String] = []
    /// Where each key that is set was set last.
    var places: [ConfigurationSetting: ConfigurationPlace] = [:]

    public init() {}

    /// What clients may take of the server.
    var limits: ServerLimits {
        ServerLimits(
            connections: connections, connectionsPerUser: connectionsPerUser, heldBytes: clientMemoryKiB << 10,
            callsPerSecond: callsPerSecond)
    }

    /// The settings for one pad: `[press]`, then every `[device …]` section that matches, in order.
    public func settings(for pad: PadDescription) -> RecognitionSettings {
        sections(for: pad).reduce(press) { merged, section in section.press.over(merged) }.recognition
    }

    /// How one pad's motor is used: `[haptics]`, then every `[device …]` section that matches, in order.
    public func haptics(for pad: PadDescription) -> HapticSettings {
        sections(for: pad).reduce(haptics) { merged, section in section.haptics.over(merged) }.settings
    }

    /// The `[device …]` sections that match a pad, in order.
    func sections(for pad: PadDescription) -> [DeviceSection] {
        sections(forIDs: Configuration.hex4(pad.vendor) + ":" + Configuration.hex4(pad.product))
    }

    /// - Parameter ids: `vendor:product` in hexadecimal, small letters.
    func sections(forIDs ids: String) -> [DeviceSection] {
        devices.filter { fnmatch($0.pattern, ids, 0) == 0 }
    }

    private static func hex4(_ id: UInt16) -> String {
        let digits = String(id, radix: 16)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }
}

/// A key of a section, whatever its value.
struct ConfigurationSetting: Hashable, Sendable {
    /// Without brackets, as the configuration understands it: `press`, `device 05ac:0265`.
    var section: String
    var key: String
}

/// A line of a configuration file.
struct ConfigurationPlace: Equatable, Sendable, CustomStringConvertible {
    var file: String
    /// From 1.
    var line: Int

    var description: String { "\(file):\(line)" }
}

/// Something wrong in a configuration file.
public struct ConfigurationProblem: Error, Equatable, Sendable, CustomStringConvertible {
    public let file: String
    /// From 1; 0 where it concerns the file as a whole.
    public let line: Int
    /// What is wrong and what would be right.
    public let message: String

    public var description: String { line > 0 ? "\(file):\(line): \(message)" : "\(file): \(message)" }
}
