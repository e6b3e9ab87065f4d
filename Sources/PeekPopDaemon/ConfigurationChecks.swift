import Glibc
import Recognition

/// What can be told only of a configuration as a whole.
enum ConfigurationChecks {
    /// Levels that are out of order, each with the place of the one that was set later.
    static func disorder(in configuration: Configuration) -> [ConfigurationProblem] {
        var problems = [problem("press", configuration.press, [], configuration)]
        for section in configuration.devices {
            // A pattern without wildcards is a pad, whose other sections are known too.
            let isPad = !section.pattern.contains { $0 == "*" || $0 == "?" }
            let sections = isPad ? configuration.sections(forIDs: section.pattern) : [section]
            let settings = sections.reduce(configuration.press) { $1.press.over($0) }
            problems.append(problem("device \(section.pattern)", settings, sections, configuration))
        }
        return problems.compactMap { $0 }
    }

    private static func problem(
        _ name: String, _ settings: PressSettings, _ sections: [Configuration.DeviceSection],
        _ configuration: Configuration
    ) -> ConfigurationProblem? {
        guard let disorder = settings.disorder else { return nil }
        let settings = [disorder.lower, disorder.higher].compactMap {
            configuration.setting(of: $0, sections: sections)
        }
        // What stands in [press] alone is told of it alone.
        guard sections.isEmpty || settings.contains(where: { $0.section != "press" }) else { return nil }
        let places = settings.compactMap { configuration.places[$0] }
        guard let place = places.max(by: configuration.isEarlier) else { return nil }
        return ConfigurationProblem(file: place.file, line: place.line, message: "in [\(name)] \(disorder.words)")
    }

    /// What is taken and may yet be a mistake.
    static func doubts(about configuration: Configuration) -> [ConfigurationProblem] {
        // It may be made later, or come from a server that cannot be reached now: not refused. The usual group may be
        // missing; one that somebody wrote down should not be.
        guard let place = configuration.places[ConfigurationSetting(section: "access", key: "group")],
            getgrnam(configuration.group) == nil
        else { return [] }
        return [
            ConfigurationProblem(
                file: place.file, line: place.line,
                message: "there is no group `\(configuration.group)` on this system: nobody is allowed by membership")
        ]
    }

    /// Levels given in grams that lie at or below a pad's click, in words; `nil` where none does.
    static func levelsBelowClick(
        _ configuration: Configuration, _ pad: PadDescription, _ scale: ForceScale
    ) -> String? {
        let settings = configuration.settings(for: pad)
        let low = [("hint", settings.hint), ("peek", settings.peek), ("pop", settings.pop)].filter { _, level in
            guard case .grams? = level, let clicks = level.flatMap(scale.clicks) else { return false }
            return clicks <= 1
        }
        guard !low.isEmpty, let click = scale.grams(scale.click) else { return nil }
        let names = low.map(\.0)
        return names.joined(separator: " and ") + (names.count > 1 ? " lie" : " lies")
            + " no higher than the click, at \(PressSettings.decimal(click.rounded()))g: every click would be a press"
            + configuration.origins(of: names, for: pad)
    }
}

extension Configuration {
    /// Which section a level of a pad comes from, if any.
    fileprivate func setting(of level: String, sections: [DeviceSection]) -> ConfigurationSetting? {
        let names = sections.reversed().map { "device \($0.pattern)" } + ["press"]
        return names.map { ConfigurationSetting(section: $0, key: level) }.first { places[$0] != nil }
    }

    /// Where levels that hold for a pad were set: ` (hint in /etc/peekpop/peekpopd.conf:4)`, or nothing.
    func origins(of levels: [String] = ["hint", "peek", "pop"], for pad: PadDescription) -> String {
        let sections = sections(for: pad)
        let origins = levels.compactMap { level in
            setting(of: level, sections: sections).flatMap { places[$0] }.map { "\(level) in \($0)" }
        }
        return origins.isEmpty ? "" : " (\(origins.joined(separator: ", ")))"
    }

    fileprivate func isEarlier(_ one: ConfigurationPlace, _ other: ConfigurationPlace) -> Bool {
        func rank(_ place: ConfigurationPlace) -> (Int, Int) {
            (files.firstIndex(of: place.file) ?? files.count, place.line)
        }
        return rank(one) < rank(other)
    }
}
