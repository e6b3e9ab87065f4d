import Figures
import IniFiles

/// Something in the configuration that cannot be.
public struct RulesProblem: Error, Equatable, Sendable, CustomStringConvertible {
    public let place: Place
    public let message: String

    public var description: String { "\(place): \(message)" }
}

/// Reads `actions.conf`.
public enum RulesReader {
    public struct Result: Sendable {
        /// All that could be read. To be used only where there are no problems.
        public var rules = Rules()
        public var problems: [RulesProblem] = []
        /// There is no such file: no rules, which is no mistake.
        public var isMissing = false

        /// The problems in words, a line each: the first of them, where they are many.
        public var complaints: [String] { problems.told() }
    }

    public static func read(_ path: String) -> Result {
        var result = Result()
        do throws(RulesProblem) {
            if let bytes = try load(path) { return parse(bytes, file: path) }
            result.isMissing = true
        } catch {
            result.problems.append(error)
        }
        return result
    }

    /// The bytes of the file; `nil` where there is none.
    ///
    /// - Throws: where it cannot be read, is too long, or is no file.
    public static func load(_ path: String) throws(RulesProblem) -> [UInt8]? {
        do throws(IniFile.Unreadable) {
            return try IniFile.contents(path)
        } catch {
            if error.isMissing { return nil }
            throw RulesProblem(place: Place(file: path, line: 0), message: "reading it: \(error)")
        }
    }

    public static func parse(_ bytes: [UInt8], file: String) -> Result {
        let reading = Reading(file)
        reading.read(bytes)
        // Marks that make no sense are comments to all but `peekpop-actions preset`.
        reading.result.rules.preset = (try? PresetBlock.find(in: bytes))?.place
        return reading.result
    }
}

/// A reading under way.
private final class Reading {
    var result = RulesReader.Result()
    private let file: String
    /// The header above, and whether a group was made for it.
    private var section = ""
    private var headerLine = 0
    private var groupOf: Int?
    /// An action whose lines are still coming: an indented line goes on with the one above.
    private var pending: (key: String, value: String, line: Int)?
    private var limitsSeen: [String: Int] = [:]

    /// A semicolon may be a command line's.
    private static let dialect = IniReader.Dialect(hasCommentsAfterValues: false, joinsIndentedLines: true)

    init(_ file: String) {
        self.file = file
    }

    func read(_ bytes: [UInt8]) {
        IniReader.read(bytes, Reading.dialect) { line, content in
            switch content {
            case .section(let name): begin(name, line)
            case .key(let name, let value):
                finish()
                pending = (name, value, line)
            case .more(let value): pending?.value += " " + value
            case .mistake(let words): report(line, words)
            }
        }
        finish()
        result.problems.sort { $0.place < $1.place }
    }

    private func report(_ line: Int, _ message: String) {
        result.problems.append(RulesProblem(place: Place(file: file, line: line), message: message))
    }

    /// Checked where it stands, whether keys follow or not.
    private func begin(_ name: String, _ line: Int) {
        finish()
        section = name
        headerLine = line
        groupOf = nil
        if scope(of: name) == nil, name != "limits", name != "selection" {
            report(line, "unknown section [\(name)]; there are [all], [app NAME], [limits], [selection]")
        }
    }

    private func scope(of section: String) -> Rules.Group.Scope? {
        if section == "all" { return .all }
        guard section.hasPrefix("app ") else { return nil }
        let pattern = section.dropFirst("app ".count).trimmed
        return pattern.isEmpty ? nil : .app(String(pattern))
    }

    /// The key is whole.
    private func finish() {
        guard let (key, value, line) = pending else { return }
        pending = nil
        switch section {
        case "limits": takeLimit(key, value, line)
        case "selection": takeSelection(key, value, line)
        case "" where headerLine == 0: report(line, "a key before the first [section]")
        default:
            // An unknown section was told of at its header.
            if let scope = scope(of: section) { takeAction(scope, key, value, line) }
        }
    }

    private func takeAction(_ scope: Rules.Group.Scope, _ key: String, _ value: String, _ line: Int) {
        guard let trigger = Trigger(rawValue: key) else {
            let known = Trigger.allCases.map(\.rawValue).joined(separator: ", ")
            report(line, "`\(key)` is nothing a press does; there are \(known)")
            return
        }
        let place = Place(file: file, line: line)
        do {
            let action = Action(try ActionParser.parse(value), text: value, place: place)
            if groupOf == nil {
                groupOf = result.rules.groups.count
                result.rules.groups.append(.init(scope, place: Place(file: file, line: headerLine)))
            }
            result.rules.groups[groupOf!].actions[trigger, default: []].append(action)
        } catch {
            report(line, "\(key): \(error)")
        }
    }

    private func takeLimit(_ key: String, _ value: String, _ line: Int) {
        let known: [(String, ClosedRange<Int>, WritableKeyPath<Limits, Int>)] = [
            ("at-once", 1...64, \.atOnce), ("started", 1...256, \.started), ("timeout", 1...3600, \.timeoutSec),
            ("output-lines", 0...10_000, \.outputLines),
        ]
        guard let (name, range, field) = known.first(where: { $0.0 == key }) else {
            report(
                line, "unknown key `\(key)` in [limits]; it has \(known.map(\.0).joined(separator: ", "))")
            return
        }
        guard let number = Int(value), range.contains(number) else {
            report(
                line,
                "`\(name) = \(value)`: has to be a whole number from \(range.lowerBound) to \(range.upperBound)"
                    + (name == "timeout" ? ", in seconds" : ""))
            return
        }
        if let first = limitsSeen.updateValue(line, forKey: key) {
            report(line, "`\(key)` is set a second time; the first is in line \(first)")
        }
        result.rules.limits[keyPath: field] = number
    }

    private func takeSelection(_ key: String, _ value: String, _ line: Int) {
        guard key == "command" else {
            report(line, "unknown key `\(key)` in [selection]; it has command")
            return
        }
        do {
            let words = try Words.split(value)
            guard !words.isEmpty else { throw Words.Mistake(description: "there is no command") }
            if result.rules.selectionCommand != nil { report(line, "`command` is set a second time") }
            result.rules.selectionCommand = words
            result.rules.selectionPlace = Place(file: file, line: line)
        } catch {
            report(line, "command: \(error)")
        }
    }
}
