import Figures
import Glibc
import IniFiles
import Linux

/// Reads the configuration: the file, then `*.conf` in the folder of the same name with `.d` added, by name.
public enum ConfigurationReader {
    public struct Result: Sendable {
        /// All that could be read. To be used only where there are no problems: a half-read configuration is nobody's
        /// wish.
        public var configuration = Configuration()
        public var problems: [ConfigurationProblem] = []

        /// The problems in words, a line each: the first of them, where they are many.
        public var complaints: [String] { problems.told() }
        /// What may be meant, and most often is not: to be told, and taken all the same.
        public var warnings: [ConfigurationProblem] = []
    }

    /// - Parameter path: `nil`: the usual file, which may be missing; one that is named may not.
    public static func read(_ path: String?) -> Result {
        let main = path ?? Configuration.usualPath
        let reading = Reading()
        if path != nil || access(main, F_OK) == 0 { reading.read(main) }
        for file in dropIns(main + ".d", reading) { reading.read(file) }
        var result = reading.result
        // When all is read: the last word counts, and a later file may put right what an earlier one says.
        result.problems += ConfigurationChecks.disorder(in: result.configuration)
        result.warnings = ConfigurationChecks.doubts(about: result.configuration)
        return result
    }

    private static func dropIns(_ folder: String, _ reading: Reading) -> [String] {
        do throws(Errno) {
            return try Folder.names(in: folder).filter { $0.hasSuffix(".conf") && !$0.hasPrefix(".") }.sorted()
                .map { "\(folder)/\($0)" }
        } catch {
            if error.rawValue != ENOENT && error.rawValue != ENOTDIR {
                reading.report(folder, 0, "reading it: \(error)")
            }
            return []
        }
    }
}

/// A reading under way.
private final class Reading {
    var result = ConfigurationReader.Result()
    private var file = ""
    private var line = 0
    /// The header above: none, one that was told of, or a section's name.
    private var section: Section = .none
    /// What this file has set so far, and in which line.
    private var lines: [ConfigurationSetting: Int] = [:]

    private enum Section {
        case none, unknown
        case known(String)
    }

    private static let dialect = IniReader.Dialect(hasCommentsAfterValues: true, joinsIndentedLines: false)

    func report(_ file: String, _ line: Int, _ message: String) {
        result.problems.append(ConfigurationProblem(file: file, line: line, message: message))
    }

    func read(_ path: String) {
        file = path
        section = .none
        lines = [:]
        do throws(IniFile.Unreadable) {
            let bytes = try IniFile.contents(path)
            result.configuration.files.append(path)
            IniReader.read(bytes, Reading.dialect) { line, content in
                self.line = line
                take(content)
            }
        } catch {
            report(path, 0, "reading it: \(error)")
        }
    }

    private func take(_ content: IniLine) {
        switch content {
        case .section(let name): begin(name)
        case .key(let name, let value): take(name, value)
        case .more: break
        case .mistake(let words): report(file, line, words)
        }
    }

    /// Checked where it stands, whether keys follow or not.
    private func begin(_ name: String) {
        section = .unknown
        if name.hasPrefix("device ") {
            guard Reading.isPattern(name.dropFirst("device ".count)) else {
                return report(
                    file, line, "[\(name)]: a device is VVVV:PPPP in hexadecimal, as [device 05ac:0265]")
            }
        } else if !["daemon", "press", "haptics", "access"].contains(name) {
            return report(
                file, line,
                "unknown section [\(name)]; there are [daemon], [press], [haptics], [device VVVV:PPPP], [access]")
        }
        section = .known(name)
    }

    private func take(_ name: String, _ value: String) {
        switch section {
        case .none: report(file, line, "a key before the first [section]")
        case .unknown: break
        case .known(let section): take(name, value, section, keys(of: section))
        }
    }

    private func take(_ name: String, _ value: String, _ section: String, _ keys: [ConfigurationKeys.Key]) {
        guard let key = keys.first(where: { $0.name == name }) else {
            let known = keys.map(\.name).joined(separator: ", ")
            report(
                file, line,
                "unknown key `\(name)` in [\(section)]" + (known.isEmpty ? "; it has none" : "; it has \(known)"))
            return
        }
        guard key.take(value, &result.configuration) else {
            report(file, line, "`\(name) = \(value)`: has to be \(key.expects)")
            return
        }
        let setting = ConfigurationSetting(
            section: section.hasPrefix("device ") ? section.lowercased() : section, key: name)
        if let first = lines[setting] {
            report(file, line, "`\(name)` is set a second time in [\(section)]; the first is in line \(first)")
        }
        lines[setting] = line
        result.configuration.places[setting] = ConfigurationPlace(file: file, line: line)
    }

    private func keys(of section: String) -> [ConfigurationKeys.Key] {
        switch section {
        case "daemon": return ConfigurationKeys.daemon
        case "press": return ConfigurationKeys.press(\.press)
        case "haptics": return ConfigurationKeys.haptics(\.haptics)
        case "access": return ConfigurationKeys.access
        default:
            let pattern = section.dropFirst("device ".count).lowercased()
            var index = result.configuration.devices.firstIndex { $0.pattern == pattern }
            if index == nil {
                index = result.configuration.devices.count
                result.configuration.devices.append(.init(pattern: pattern))
            }
            return ConfigurationKeys.press(\.devices[index!].press)
                + ConfigurationKeys.haptics(\.devices[index!].haptics, name: HapticConfiguration.deviceKey)
        }
    }

    /// `05ac:0265`, with the wildcards `*` and `?`; brackets would end the section's name.
    private static func isPattern(_ text: some StringProtocol) -> Bool {
        let halves = text.split(separator: ":", omittingEmptySubsequences: false)
        return halves.count == 2
            && halves.allSatisfy { half in
                !half.isEmpty && half.allSatisfy { $0.isHexDigit || $0 == "*" || $0 == "?" }
                    && (half.count == 4 || half.contains("*"))
            }
    }
}
