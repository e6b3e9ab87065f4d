import Libinput

/// What libinput logs: kept for each device, for whoever asks why it does not take one; told where it is about all.
final class LibinputLog {
    private struct Words {
        /// What follows the first mistake are its consequences.
        var mistake: String?
        var last = ""
    }

    private var words: [Substring: Words] = [:]
    private let failed: (String) -> Void

    /// - Parameter failed: called with what concerns no device alone: quirks that cannot be read, for example.
    init(_ failed: @escaping (String) -> Void) {
        self.failed = failed
    }

    func take(_ level: LibinputContext.LogLevel, _ line: String) {
        // How it calls a reader that was kept waiting for a moment: on a busy machine, nobody's mistake.
        guard !line.contains("client bug") else { return }
        guard let (device, said) = LibinputLog.split(line) else {
            if level == .error { failed("libinput: \(line)") }
            return
        }
        words[device, default: Words()].last = said
        if level == .error, words[device]?.mistake == nil { words[device]?.mistake = said }
    }

    /// The first mistake it found in a device; else what it said last; `nil` where it said nothing.
    func word(on node: String) -> String? {
        guard let words = node.split(separator: "/").last.flatMap({ words[$0] }) else { return nil }
        return words.mistake ?? words.last
    }

    /// The devices are opened anew.
    func forget() { words = [:] }

    /// Lines begin with the device's name where they are about one: `event5  - not using input device '/dev/input/event5'`.
    static func split(_ line: String) -> (device: Substring, said: String)? {
        let name = line.prefix { $0 != " " }
        let rest = line[name.endIndex...].drop { $0 == " " }
        guard name.hasPrefix("event"), rest.hasPrefix("- ") else { return nil }
        return (name, String(rest.dropFirst(2)))
    }
}
