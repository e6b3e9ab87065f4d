import CInih
import Figures
import Glibc
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

/// A reading under way. libinih calls back with section, key and value; the line number is counted on the side.
private final class Reading {
    var result = ConfigurationReader.Result()
    private var file = ""
    private var line = 0
    /// What of the file has not been given to libinih yet.
    private var rest: ArraySlice<UInt8> = []
    /// What this file has set so far, and in which line.
    private var lines: [ConfigurationSetting: Int] = [:]

    func report(_ file: String, _ line: Int, _ message: String) {
        result.problems.append(ConfigurationProblem(file: file, line: line, message: message))
    }

    func read(_ path: String) {
        file = path
        line = 0
        lines = [:]
        do {
            rest = try Reading.contents(path)[...]
        } catch {
            report(path, 0, "reading it: \(error)")
            return
        }
        result.configuration.files.append(path)
        let user = Unmanaged.passUnretained(self).toOpaque()
        let bad = ini_parse_stream(
            { buffer, size, user in
                Reading.from(user).nextLine(buffer!, Int(size)) ? buffer : nil
            }, user,
            { user, section, name, value in
                Reading.from(user).take(section, name, value)
                return 1
            }, user)
        if bad > 0 { report(path, Int(bad), "neither a [section] nor a `key = value`") }
    }

    private static func from(_ user: UnsafeMutableRawPointer?) -> Reading {
        Unmanaged<Reading>.fromOpaque(user!).takeUnretainedValue()
    }

    /// A configuration is a few kilobytes; what is a hundred times as long is no configuration.
    private static func contents(_ path: String) throws -> [UInt8] {
        try WholeFile.read(path, flags: O_NOCTTY, limit: (1 << 20) - 1)
    }

    /// As fgets: one line with its line break into `buffer`; false at the end.
    private func nextLine(_ buffer: UnsafeMutablePointer<CChar>, _ size: Int) -> Bool {
        guard !rest.isEmpty else { return false }
        line += 1
        let text = rest.prefix { $0 != UInt8(ascii: "\n") }
        let whole = rest.prefix(text.count + 1)
        rest = rest.dropFirst(whole.count)
        var count = whole.count
        if count > size - 1 {
            report(file, line, "the line is longer than \(size - 2) bytes")
            count = 0
        }
        // A NUL byte would hide what follows it from libinih.
        if text.contains(0) {
            report(file, line, "the line holds a NUL byte: is this a text file?")
            count = 0
        }
        for (index, byte) in whole.prefix(count).enumerated() { buffer[index] = CChar(bitPattern: byte) }
        buffer[count] = 0
        return true
    }

    private func take(
        _ section: UnsafePointer<CChar>?, _ name: UnsafePointer<CChar>?, _ value: UnsafePointer<CChar>?
    ) {
        let section = section.map { String(cString: $0) } ?? ""
        let name = name.map { String(cString: $0) } ?? ""
        let value = value.map { String(cString: $0) } ?? ""
        guard let keys = keys(of: section) else { return }
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

    private func keys(of section: String) -> [ConfigurationKeys.Key]? {
        switch section {
        case "daemon": return ConfigurationKeys.daemon
        case "press": return ConfigurationKeys.press(\.press)
        case "haptics": return ConfigurationKeys.haptics(\.haptics)
        case "access": return ConfigurationKeys.access
        case "": report(file, line, "a key before the first [section]")
        case _ where section.hasPrefix("device "):
            let pattern = section.dropFirst("device ".count).lowercased()
            guard Reading.isPattern(pattern) else {
                report(file, line, "[\(section)]: a device is VVVV:PPPP in hexadecimal, as [device 05ac:0265]")
                return nil
            }
            var index = result.configuration.devices.firstIndex { $0.pattern == pattern }
            if index == nil {
                index = result.configuration.devices.count
                result.configuration.devices.append(.init(pattern: pattern))
            }
            return ConfigurationKeys.press(\.devices[index!].press)
                + ConfigurationKeys.haptics(\.devices[index!].haptics, name: HapticConfiguration.deviceKey)
        default:
            report(
                file, line,
                "unknown section [\(section)]; there are [daemon], [press], [haptics], [device VVVV:PPPP], [access]")
        }
        return nil
    }

    /// `05ac:0265`, with the wildcards `*` and `?`; brackets would end the section's name.
    private static func isPattern(_ text: String) -> Bool {
        let halves = text.split(separator: ":", omittingEmptySubsequences: false)
        return halves.count == 2
            && halves.allSatisfy { half in
                !half.isEmpty && half.allSatisfy { $0.isHexDigit || $0 == "*" || $0 == "?" }
                    && (half.count == 4 || half.contains("*"))
            }
    }
}
