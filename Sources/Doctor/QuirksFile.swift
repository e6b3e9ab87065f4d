/// Why libinput does not take its quirks in. One such line anywhere, and it goes on without any of them.
public struct QuirksRefusal: Error, Equatable, Sendable, CustomStringConvertible {
    public var file: String
    /// The first line is 1; `nil` where it is about the file as a whole.
    public var line: Int?
    /// What stands there; empty where it is about the file as a whole.
    public var text: String
    /// What is wrong with it: words that follow it.
    public var reason: String

    public init(file: String, line: Int? = nil, text: String = "", reason: String) {
        self.file = file
        self.line = line
        self.text = text
        self.reason = reason
    }

    public var description: String {
        let place = line.map { "\(file):\($0)" } ?? file
        return text.isEmpty ? "\(place) \(reason)" : "\(place), `\(text)`, \(reason)"
    }
}

/// A section of a `.quirks` file: the devices that it is for, and what holds for them.
struct QuirksSection: Equatable, Sendable {
    struct Entry: Equatable, Sendable {
        var key: String
        var value: String
    }

    var name: String
    var file: String
    var matches: [Entry] = []
    var settings: [Entry] = []
}

/// Reads a `.quirks` file the way libinput does, which refuses all that it does not understand to the letter. The rules were
/// found out by giving files to `libinput quirks validate` of 1.22 and of 1.31, which differ in keys alone.
struct QuirksFile {
    /// What may come next.
    private enum Expected {
        case section, match, matchOrSetting, settingOrSection
    }

    private let file: String
    private let vocabulary: QuirksVocabulary
    private var expected = Expected.section
    private var sections: [QuirksSection] = []

    /// - Throws: what libinput would refuse, the first of it.
    static func sections(
        _ text: String, file: String, vocabulary: QuirksVocabulary
    ) throws(QuirksRefusal) -> [QuirksSection] {
        var reader = QuirksFile(file: file, vocabulary: vocabulary)
        // By bytes: to Swift, a carriage return and the line feed after it are one character.
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            do throws(Complaint) {
                // What C takes for the line's end.
                try reader.take(line.prefix { $0 != 0 })
            } catch {
                let shown = String(decoding: line, as: UTF8.self)
                throw QuirksRefusal(file: file, line: index + 1, text: shown, reason: error.words)
            }
        }
        guard let last = reader.sections.last else {
            throw QuirksRefusal(file: file, reason: "has no section")
        }
        guard reader.expected == .settingOrSection else {
            throw QuirksRefusal(file: file, reason: "ends before section [\(last.name)] sets anything")
        }
        return reader.sections
    }

    private init(file: String, vocabulary: QuirksVocabulary) {
        self.file = file
        self.vocabulary = vocabulary
    }

    private struct Complaint: Error {
        var words: String
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    private mutating func take(_ raw: Substring.UTF8View.SubSequence) throws(Complaint) {
        var line = raw
        if let comment = line.firstIndex(of: UInt8(ascii: "#")) {
            line = line[..<comment]
            while let last = line.last, QuirksFile.isBlank(last) { line.removeLast() }
        } else if let last = line.last, QuirksFile.isBlank(last) {
            throw Complaint(words: "ends with a blank")
        }
        guard let first = line.first else { return }
        if QuirksFile.isBlank(first) { throw Complaint(words: "begins with a blank") }
        let text = String(decoding: line, as: UTF8.self)
        switch first {
        case UInt8(ascii: "["): try open(text)
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): try entry(text)
        default: throw Complaint(words: "is neither a section nor a setting")
        }
    }

    private mutating func open(_ line: String) throws(Complaint) {
        // By bytes again: with a carriage return behind it, the bracket is not the last.
        guard line.utf8.last == UInt8(ascii: "]") else { throw Complaint(words: "lacks the ] at its end") }
        guard expected == .section || expected == .settingOrSection else {
            throw Complaint(words: "comes before section [\(sections.last?.name ?? "")] sets anything")
        }
        sections.append(QuirksSection(name: String(line.dropFirst().dropLast()), file: file))
        expected = .match
    }

    private mutating func entry(_ line: String) throws(Complaint) {
        let parts = line.split(separator: "=")
        let isMatch = line.hasPrefix("Match")
        switch expected {
        case .section: throw Complaint(words: "comes before the first section")
        case .match where !isMatch: throw Complaint(words: "comes before the section's first Match line")
        case .settingOrSection where isMatch: throw Complaint(words: "comes after a setting of its section")
        default: break
        }
        guard parts.count == 2 else { throw Complaint(words: "is no key and value") }
        let entry = QuirksSection.Entry(key: String(parts[0]), value: String(parts[1]))
        let place = sections.count - 1
        if isMatch {
            if let wrong = vocabulary.complaint(match: entry.key, entry.value) { throw Complaint(words: wrong) }
            if sections[place].matches.contains(where: { $0.key == entry.key }) {
                throw Complaint(words: "is there twice in its section")
            }
            sections[place].matches.append(entry)
            expected = .matchOrSetting
        } else {
            if let wrong = vocabulary.complaint(setting: entry.key, entry.value) { throw Complaint(words: wrong) }
            sections[place].settings.append(entry)
            expected = .settingOrSection
        }
    }
}
