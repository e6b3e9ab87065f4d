/// Finds a file's format by its content.
enum FormatSniffer {
    /// - Parameter head: the file's beginning.
    static func format(of head: [UInt8], name: String) throws(RecordingError) -> RecordingFormat {
        let text = head.starts(with: [0xef, 0xbb, 0xbf]) ? head[3...] : head[...]
        guard text.contains(where: { !isBlank($0) }) else {
            throw RecordingError(file: name, problem: head.contains(0) ? .binary : .empty)
        }
        // Text has no NUL, and next to no other control characters.
        let controls = text.lazy.filter { $0 < 0x20 && !isBlank($0) && $0 != 0x1b }.count
        if text.contains(0) || controls * 10 > text.count { throw RecordingError(file: name, problem: .binary) }

        for line in text.split(separator: UInt8(ascii: "\n")) {
            switch kind(Array(line.prefix(256))) {
            case .nothing: continue
            case .recording(let format): return format
            case .other(let other): throw RecordingError(file: name, problem: .otherFormat(other))
            }
        }
        throw RecordingError(file: name, problem: .unknownFormat)
    }

    private enum Kind {
        case nothing
        case recording(RecordingFormat)
        case other(String)
    }

    private static func kind(_ bytes: [UInt8]) -> Kind {
        var line = LineScanner(bytes)
        if line.take("# EVEMU") { return .recording(.evemu) }
        for word in ["version:", "ndevices:", "libinput:", "system:", "devices:"] as [StaticString]
        where line.take(word) {
            return .recording(.libinput)
        }
        if line.take("E:") {
            line.skipSpaces()
            if line.timeUsec() != nil {
                // hid-recorder counts bytes here: `E: 0.000000 64 02 …`; evemu's types have four digits.
                line.skipSpaces()
                let before = line.position
                guard line.uint16(base: 16) != nil else { return .nothing }
                return line.position - before == 4 ? .recording(.evemu) : .other("a hid-recorder log")
            }
            return line.contains("=") ? .other("a umockdev description") : .nothing
        }
        if line.take("P: /") || line.take("@DEV ") { return .other("a umockdev description") }
        if line.take("R:") || line.take("D:") {
            return line.unsigned() != nil ? .other("a hid-recorder log") : .nothing
        }
        if line.take("A:") {
            return line.uint16(base: 16) != nil && line.int32() != nil ? .recording(.evemu) : .nothing
        }
        if line.take("B:") || line.take("P:") {
            return line.uint16(base: 16) != nil && line.uint16(base: 16) != nil ? .recording(.evemu) : .nothing
        }
        line.skipSpaces()
        if line.take("Event: time") || line.take("Input driver version is") || line.take("Supported events:")
            || line.take("Input device ID: bus")
        {
            return .recording(.evtest)
        }
        return .nothing
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0d).contains(byte)
    }
}
