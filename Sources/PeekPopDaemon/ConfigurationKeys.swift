import Recognition

/// Every section and key there is, each with how its value is read: the one table behind reading and refusing.
enum ConfigurationKeys {
    /// A key: where its value goes. A problem is what the value would have to be.
    struct Key {
        let name: String
        let expects: String
        /// - Returns: false where the text is no such value.
        let take: (String, inout Configuration) -> Bool
    }

    static var daemon: [Key] {
        [
            Key(name: "source", expects: "evdev or libinput") { text, configuration in
                guard text == "evdev" || text == "libinput" else { return false }
                configuration.source = DaemonOptions.Source(text)
                return true
            },
            integer("idle-exit", 0...86_400, unit: "seconds", \.idleExitSec),
            integer("connections", 1...4_096, \.connections),
            integer("connections-per-user", 1...4_096, \.connectionsPerUser),
            integer("calls-per-second", 1...100_000, \.callsPerSecond),
            integer("client-memory", 256...1_048_576, unit: "KiB", \.clientMemoryKiB),
        ]
    }

    static var access: [Key] {
        [
            Key(name: "group", expects: "a group's name") { text, configuration in
                guard !text.isEmpty, !text.contains(where: \.isWhitespace) else { return false }
                configuration.group = text
                return true
            }
        ]
    }

    /// The keys of `[press]` and `[device …]`.
    static func press(_ section: WritableKeyPath<Configuration, PressSettings>) -> [Key] {
        func level(_ name: String, _ field: WritableKeyPath<PressSettings, LevelSetting?>) -> Key {
            Key(
                name: name,
                expects: "a force in clicks, above 1 (where the pad clicks) and at most 50, or in grams, 1g to 10000g"
            ) { text, configuration in
                guard let level = LevelSetting(text), isSane(level) else { return false }
                configuration[keyPath: section.appending(path: field)] = level
                return true
            }
        }
        return [
            Key(
                name: "sensitivity",
                expects: "one of \(Sensitivity.allCases.map(\.rawValue).joined(separator: ", "))"
            ) { text, configuration in
                guard let sensitivity = Sensitivity(rawValue: text) else { return false }
                configuration[keyPath: section].sensitivity = sensitivity
                return true
            },
            level("hint", \.hint), level("peek", \.peek), level("pop", \.pop),
            Key(name: "fingers", expects: "a whole number from 1 to 5") { text, configuration in
                guard let fingers = Int(text), (1...5).contains(fingers) else { return false }
                configuration[keyPath: section].fingers = fingers
                return true
            },
            Key(name: "move-cancel", expects: "a distance from 0.5 to 50 in mm") { text, configuration in
                guard let distance = Float(text), (0.5...50).contains(distance) else { return false }
                configuration[keyPath: section].moveCancelMm = distance
                return true
            },
        ]
    }

    /// At the click or below it every click would be a press. Grams tell that only together with a pad: the daemon says
    /// so when there is one. No pad's range is known to reach 10 kg, or 50 clicks.
    private static func isSane(_ level: LevelSetting) -> Bool {
        switch level {
        case .clicks(let clicks): clicks > 1 && clicks <= 50
        case .grams(let grams): (1...10_000).contains(grams)
        }
    }

    private static func integer(
        _ name: String, _ range: ClosedRange<Int>, unit: String = "", _ field: WritableKeyPath<Configuration, Int>
    ) -> Key {
        let of = unit.isEmpty ? "" : " of \(unit)"
        return Key(name: name, expects: "a whole number\(of) from \(range.lowerBound) to \(range.upperBound)") {
            text, configuration in
            guard let number = Int(text), range.contains(number) else { return false }
            configuration[keyPath: field] = number
            return true
        }
    }
}
