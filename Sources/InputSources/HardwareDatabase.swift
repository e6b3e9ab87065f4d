import Glibc
import Recognition
import Recordings

/// What is known of certain models, in the syntax of systemd's hwdb (`hwdb(7)`): `udev/60-peekpop.hwdb`.
///
/// The same file is installed for udev and built into the program, so that recordings, and devices in places without
/// udev, are known as well.
public struct HardwareDatabase: Sendable {
    /// Something in the text that was not as it should be. What it concerns is left out; all else holds.
    public struct Problem: Equatable, Sendable, CustomStringConvertible {
        /// From 1.
        public let line: Int
        public let message: String

        public var description: String { "line \(line): \(message)" }
    }

    /// Match lines that belong together, and the properties below them.
    struct Entry: Sendable {
        var globs: [String] = []
        var properties: [(key: String, value: String)] = []
    }

    let entries: [Entry]
    public let problems: [Problem]

    /// Reads a text; whatever it is, what can be understood of it holds.
    public init(_ text: String) {
        var entries: [Entry] = []
        var problems: [Problem] = []
        var entry = Entry()
        func end() {
            if !entry.globs.isEmpty, !entry.properties.isEmpty { entries.append(entry) }
            entry = Entry()
        }
        for (index, raw) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            func report(_ message: String) { problems.append(Problem(line: index + 1, message: message)) }
            let line = raw.trimmingEnd()
            if line.isEmpty {
                end()
            } else if line.first == "#" {
                continue
            } else if line.first != " " {
                if !entry.properties.isEmpty { end() }
                entry.globs.append(String(line))
            } else if entry.globs.isEmpty {
                report("a property without a match line above it: \(line.dropFirst())")
            } else if let equals = line.firstIndex(of: "=") {
                let key = String(line[..<equals].drop(while: { $0 == " " }))
                let value = String(line[line.index(after: equals)...])
                if let complaint = HardwareKnowledge.complaint(key, value) {
                    report(complaint)
                } else {
                    entry.properties.append((key, value))
                }
            } else {
                report("a property without a value: \(line.dropFirst())")
            }
        }
        end()
        self.entries = entries
        self.problems = problems
    }

    /// The file of this project.
    public static let builtIn = HardwareDatabase(String(decoding: PackageResources.peekpop_hwdb, as: UTF8.self))

    /// The properties of all entries with a glob that matches; later entries go before earlier ones.
    func properties(_ lookup: String) -> [String: String] {
        var found: [String: String] = [:]
        for entry in entries where entry.globs.contains(where: { fnmatch($0, lookup, 0) == 0 }) {
            for (key, value) in entry.properties { found[key] = value }
        }
        return found
    }

    /// What is known of a device: property by property what udev imported, and else what this database says.
    ///
    /// - Parameter report: called for each udev property that makes no sense, in itself or on this pad; what this
    ///   database says of it holds then.
    public func knowledge(of facts: DeviceFacts, report: (String) -> Void = { _ in }) -> HardwareKnowledge {
        var own: [String: String] = [:]
        for lookup in [facts.nameLookup, facts.modaliasLookup] {
            own.merge(properties(lookup)) { _, ofItsIds in ofItsIds }
        }
        var values = own
        for (key, value) in facts.udevProperties.sorted(by: { $0.key < $1.key })
        where key.hasPrefix(HardwareKnowledge.prefix) {
            if let complaint = HardwareKnowledge.complaint(key, value) {
                report(complaint)
            } else {
                values[key] = value
            }
        }
        let pressure = facts.axes[EventCode.mtPressure] ?? facts.axes[EventCode.absPressure]
        // First the range, then what has to lie within it, then the class, which may take a scale.
        for key in [HardwareKnowledge.Key.pressureMaximum, .unitsPerGram, .clickPressure, .padClass].map(\.rawValue)
        where values[key] != own[key] {
            if let misfit = HardwareKnowledge(values).misfit(of: key, on: pressure) {
                report(misfit)
                values[key] = own[key]
            }
        }
        return HardwareKnowledge(values)
    }
}

extension HardwareKnowledge {
    fileprivate init(_ properties: [String: String]) {
        self.init()
        for (key, value) in properties { take(key, value) }
    }
}

extension DeviceFacts {
    /// As the udev rule asks for a device by its ids: the prefix, and the beginning of the kernel's modalias.
    var modaliasLookup: String {
        func hex(_ number: UInt16) -> String {
            let digits = String(number, radix: 16, uppercase: true)
            return String(repeating: "0", count: 4 - digits.count) + digits
        }
        return "peekpop:input:b\(hex(bus))v\(hex(vendor))p\(hex(product))e\(hex(version))-"
    }

    /// As the udev rule asks for a device by its name, and by the machine that it is built into.
    var nameLookup: String { "peekpop:name:\(name):\(machine)" }
}

extension Substring {
    fileprivate func trimmingEnd() -> Substring {
        var text = self
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return text
    }
}
