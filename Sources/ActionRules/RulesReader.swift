import CInih
import Figures
import Glibc
import Linux

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

    /// A configuration is a few kilobytes; what is a hundred times as long is none.
    private static let sizeLimit = (1 << 20) - 1

    public static func read(_ path: String) -> Result {
        do throws(Errno) {
            return parse(try WholeFile.read(path, flags: O_NOCTTY | O_NONBLOCK, limit: sizeLimit), file: path)
        } catch {
            var result = Result()
            if error.rawValue == ENOENT || error.rawValue == ENOTDIR {
                result.isMissing = true
            } else {
                let place = Place(file: path, line: 0)
                result.problems.append(RulesProblem(place: place, message: "reading it: \(error)"))
            }
            return result
        }
    }

    public static func parse(_ bytes: [UInt8], file: String) -> Result {
        let reading = Reading(bytes, file)
        reading.run()
        return reading.result
    }
}

/// A reading under way. libinih calls back with section, key and value; lines and headers are counted on the side, for it
/// tells neither where it is nor that a section begins.
private final class Reading {
    var result = RulesReader.Result()
    private let file: String
    private var rest: ArraySlice<UInt8>
    private var line = 0
    /// The header above, and whether a group was made for it.
    private var headerLine = 0
    private var groupOf: Int?
    /// An action whose lines are still coming: an indented line goes on with the one above.
    private var pending: (section: String, key: String, value: String, line: Int)?
    private var isContinuation = false
    private var limitsSeen: [String: Int] = [:]

    /// libinih takes ` ;` for the beginning of a comment, also within a command: it gets this in its place.
    private static let semicolon: UInt8 = 0x1f

    init(_ bytes: [UInt8], _ file: String) {
        rest = bytes[...]
        self.file = file
    }

    func run() {
        let user = Unmanaged.passUnretained(self).toOpaque()
        let bad = ini_parse_stream(
            { buffer, size, user in Reading.from(user).nextLine(buffer!, Int(size)) ? buffer : nil }, user,
            { user, section, name, value in
                Reading.from(user).hear(section, name, value)
                return 1
            }, user)
        finish()
        if bad > 0 { report(Int(bad), "neither a [section] nor a `key = value`") }
        result.problems.sort { $0.place < $1.place }
    }

    private static func from(_ user: UnsafeMutableRawPointer?) -> Reading {
        Unmanaged<Reading>.fromOpaque(user!).takeUnretainedValue()
    }

    private func report(_ line: Int, _ message: String) {
        result.problems.append(RulesProblem(place: Place(file: file, line: line), message: message))
    }

    /// As fgets: one line with its line break into `buffer`; false at the end.
    private func nextLine(_ buffer: UnsafeMutablePointer<CChar>, _ size: Int) -> Bool {
        guard !rest.isEmpty else { return false }
        line += 1
        let text = rest.prefix { $0 != UInt8(ascii: "\n") }
        var whole = Array(rest.prefix(text.count + 1))
        rest = rest.dropFirst(whole.count)
        let start = text.firstIndex { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
        let first = start.map { text[$0] }
        isContinuation = start != nil && start != text.startIndex
        if first == UInt8(ascii: "["), !isContinuation { beginSection(text) }
        if whole.count > size - 1 {
            report(line, "the line is longer than \(size - 2) bytes; an indented line goes on with the one above")
            whole = []
        } else if text.contains(0) {
            report(line, "the line holds a NUL byte: is this a text file?")
            whole = []
        } else if String(validating: text, as: UTF8.self) == nil {
            report(line, "the line is not UTF-8")
            whole = []
        }
        if first != UInt8(ascii: ";") {
            for index in whole.indices where whole[index] == UInt8(ascii: ";") { whole[index] = Reading.semicolon }
        }
        for (index, byte) in whole.enumerated() { buffer[index] = CChar(bitPattern: byte) }
        buffer[whole.count] = 0
        return true
    }

    /// Checks a header where it stands: libinih does not speak of a section without keys.
    private func beginSection(_ text: ArraySlice<UInt8>) {
        finish()
        headerLine = line
        groupOf = nil
        let header = String(decoding: text, as: UTF8.self)
        guard let end = header.firstIndex(of: "]") else { return }
        let name = String(header[header.index(after: header.startIndex)..<end])
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

    private func hear(_ section: UnsafePointer<CChar>?, _ name: UnsafePointer<CChar>?, _ value: UnsafePointer<CChar>?) {
        let text = { (pointer: UnsafePointer<CChar>?) in
            String(pointer.map { String(cString: $0) }?.map { $0 == "\u{1f}" ? ";" : $0 } ?? [])
        }
        if isContinuation, pending != nil {
            pending!.value += " " + text(value)
            return
        }
        finish()
        pending = (text(section), text(name), text(value), line)
    }

    /// The key is whole.
    private func finish() {
        guard let (section, key, value, line) = pending else { return }
        pending = nil
        switch section {
        case "limits": takeLimit(key, value, line)
        case "selection": takeSelection(key, value, line)
        case "": report(line, "a key before the first [section]")
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
        } catch {
            report(line, "command: \(error)")
        }
    }
}
