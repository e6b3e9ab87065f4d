import Glibc

/// What happens in a window, one JSON object a line, for tests: into the file that `PEEKPOP_GALLERY_STATE` names.
public final class StateLog {
    private let file: UnsafeMutablePointer<FILE>?

    init() {
        file = getenv("PEEKPOP_GALLERY_STATE").flatMap { fopen($0, "a") }
    }

    deinit {
        if let file { fclose(file) }
    }

    var isOn: Bool { file != nil }

    public func tell(_ event: String, _ details: KeyValuePairs<String, String> = [:]) {
        guard let file else { return }
        var line = "{\"event\":\(quoted(event))"
        for (key, value) in details { line += ",\(quoted(key)):\(quoted(value))" }
        fputs(line + "}\n", file)
        fflush(file)
    }

    private func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case _ where scalar.value < 0x20: result += " "
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
