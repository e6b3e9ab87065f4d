import CommandLineTable
import PeekPopDaemon
import Recognition

/// `peekpopctl config show|check`
enum ConfigCommand {
    static func run(_ context: Context) throws {
        let result = ConfigurationReader.read(context.invocation.value(PeekpopctlTable.configFile))
        guard result.problems.isEmpty else {
            for line in result.complaints.dropLast() { context.note(line) }
            throw CommandFailure(result.complaints.last!)
        }
        for warning in result.warnings { context.note("\(warning)") }
        if context.invocation.operands == ["check"] {
            try context.output.write(result.configuration.praise + "\n")
        } else {
            try context.output.write(text(result.configuration))
        }
    }

    /// As a file that says the same.
    static func text(_ configuration: Configuration) -> String {
        var lines = configuration.files.map { "# from \($0)" }
        if lines.isEmpty { lines.append("# no file: the defaults") }
        func section(_ name: String, _ entries: [(key: String, value: String)]) {
            lines += ["", "[\(name)]"] + entries.map { "\($0.key) = \($0.value)" }
        }
        section(
            "daemon",
            [
                ("source", configuration.source.text),
                ("idle-exit", "\(configuration.idleExitSec)"), ("connections", "\(configuration.connections)"),
                ("connections-per-user", "\(configuration.connectionsPerUser)"),
                ("calls-per-second", "\(configuration.callsPerSecond)"),
                ("client-memory", "\(configuration.clientMemoryKiB)"),
            ])
        let usual = configuration.press.recognition
        var press = configuration.press
        press.sensitivity = usual.sensitivity
        press.fingers = usual.fingers
        press.moveCancelMm = usual.moveCancelMm
        section("press", entries(press))
        if press.hint == nil, press.peek == nil, press.pop == nil {
            let levels = Levels(usual.sensitivity)
            lines.append(
                "# levels at this sensitivity, before calibration: hint \(fixed(levels.hint.down, 2)),"
                    + " peek \(fixed(levels.peek.down, 2)), pop \(fixed(levels.pop.down, 2)) clicks")
        }
        section("haptics", configuration.haptics.complete.entries)
        for device in configuration.devices {
            let haptics = device.haptics.entries.map { (HapticConfiguration.deviceKey($0.key), $0.value) }
            section("device \(device.pattern)", entries(device.press) + haptics)
        }
        section("access", [("group", configuration.group)])
        return lines.map { $0 + "\n" }.joined()
    }

    private static func entries(_ press: PressSettings) -> [(key: String, value: String)] {
        [
            ("sensitivity", press.sensitivity?.rawValue), ("hint", press.hint?.text), ("peek", press.peek?.text),
            ("pop", press.pop?.text), ("fingers", press.fingers.map { "\($0)" }),
            ("move-cancel", press.moveCancelMm.map { "\($0)" }),
        ].compactMap { key, value in value.map { (key, $0) } }
    }
}
