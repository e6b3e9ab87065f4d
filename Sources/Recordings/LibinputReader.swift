/// Reads `libinput record` YAML, version 1. Keys it does not know are passed over, as the format asks.
final class LibinputReader {
    private var builder = RecordingBuilder()
    private let yaml: YamlEvents

    private init(_ source: ByteSource) {
        yaml = YamlEvents(source)
    }

    static func read(_ source: ByteSource) throws(RecordingError) -> RecordingBuilder {
        let reader = LibinputReader(source)
        do throws(Stop) { try reader.readDocument() } catch {
            switch error {
            case .refused(let line, let problem): throw RecordingError(file: source.name, line: line, problem: problem)
            case .yaml(let failure):
                if let errno = source.failure { throw source.error(errno) }
                // Something to keep?
                guard reader.builder.devices.contains(where: { $0.announcesAxes || !$0.events.isEmpty }) else {
                    throw RecordingError(
                        file: source.name, line: failure.line,
                        problem: .malformed("the YAML is broken or cut off: \(failure.message)"))
                }
                reader.builder.cutOff(failure.line, "the YAML is broken or cut off here (\(failure.message))")
            }
        }
        return reader.builder
    }

    private enum Stop: Error {
        case yaml(YamlEvents.Failure)
        case refused(line: Int, RecordingError.Problem)
    }

    private func next() throws(Stop) -> YamlEvents.Event {
        do throws(YamlEvents.Failure) { return try yaml.next() } catch { throw .yaml(error) }
    }

    private func skip(_ event: YamlEvents.Event) throws(Stop) {
        do throws(YamlEvents.Failure) { try yaml.skip(event) } catch { throw .yaml(error) }
    }

    /// Passes over a value.
    private func skipValue() throws(Stop) { try skip(try next()) }

    /// The next value where it is a scalar; anything else is passed over.
    private func isScalar() throws(Stop) -> Bool {
        let event = try next()
        if event == .scalar { return true }
        try skip(event)
        return false
    }

    private func text() throws(Stop) -> String? { try isScalar() ? yaml.text : nil }

    /// Calls `body` for each key of the mapping that comes next; it must consume the value.
    private func mapping(_ body: (String) throws(Stop) -> Void) throws(Stop) {
        let start = try next()
        guard start == .mappingStart else { return try skip(start) }
        try mappingRest(body)
    }

    /// The same where the mapping's start has been consumed.
    private func mappingRest(_ body: (String) throws(Stop) -> Void) throws(Stop) {
        while true {
            let key = try next()
            switch key {
            case .mappingEnd, .documentEnd, .end: return
            case .scalar: try body(yaml.text)
            default:
                try skip(key)
                try skipValue()
            }
        }
    }

    /// Calls `body` with the first event of each item of the sequence that comes next; it must consume the item.
    private func sequence(_ body: (YamlEvents.Event) throws(Stop) -> Void) throws(Stop) {
        let start = try next()
        guard start == .sequenceStart else { return try skip(start) }
        while true {
            let item = try next()
            if item == .sequenceEnd || item == .documentEnd || item == .end { return }
            try body(item)
        }
    }

    /// The numbers of the sequence that comes next; `nil` stands for an item that is none.
    private func numbers(upTo count: Int) throws(Stop) -> [Int64?] {
        var numbers: [Int64?] = []
        try sequence { item throws(Stop) in
            if numbers.count < count { numbers.append(item == .scalar ? yaml.integer : nil) }
            try skip(item)
        }
        return numbers
    }

    // MARK: The document

    private func readDocument() throws(Stop) {
        try mapping { key throws(Stop) in
            switch key {
            case "version": try readVersion()
            case "system": try readSystem()
            case "devices": try readDevices()
            default: try skipValue()
            }
        }
    }

    private func readVersion() throws(Stop) {
        let version = try text() ?? ""
        if version != "1" { throw .refused(line: yaml.line, .unsupportedVersion(version)) }
    }

    private func readSystem() throws(Stop) {
        try mapping { key throws(Stop) in
            guard key == "dmi" else { return try skipValue() }
            // Machines without DMI say other things here.
            if let machine = try text(), machine.hasPrefix("dmi:") { builder.machine = machine }
        }
    }

    private func readDevices() throws(Stop) {
        try sequence { item throws(Stop) in
            guard item == .mappingStart else { return try skip(item) }
            builder.beginDevice()
            try mappingRest { key throws(Stop) in
                switch key {
                case "node": builder.device.node = try text() ?? ""
                case "evdev": try readEvdev()
                case "udev": try readUdev()
                case "events": try readEvents()
                default: try skipValue()
                }
            }
        }
    }

    private func readEvdev() throws(Stop) {
        try mapping { key throws(Stop) in
            switch key {
            case "name": builder.device.name = try text() ?? ""
            case "phys": builder.device.phys = try text() ?? ""
            case "uniq": builder.device.uniq = try text() ?? ""
            case "id": try readIDs()
            case "codes": try readCodes()
            case "absinfo": try readAxes()
            case "properties":
                for case let property? in try numbers(upTo: 64) where (0..<64).contains(property) {
                    builder.device.announceProperty(UInt16(property))
                }
            default: try skipValue()
            }
        }
    }

    private func readIDs() throws(Stop) {
        let ids = try numbers(upTo: 4).map { $0.flatMap(UInt16.init(exactly:)) ?? 0 }
        guard ids.count == 4 else { return builder.unreadable(yaml.line) }
        builder.device.bus = ids[0]
        builder.device.vendor = ids[1]
        builder.device.product = ids[2]
        builder.device.version = ids[3]
    }

    private func readCodes() throws(Stop) {
        try mapping { key throws(Stop) in
            let type = UInt16(key)
            for case let code? in try numbers(upTo: Int(EventCode.codeMaximum) + 1) {
                guard let type, type <= EventCode.typeMaximum, type != EventCode.syn,
                    (0...Int64(EventCode.codeMaximum)).contains(code)
                else { continue }
                builder.device.announce(type, UInt16(code))
            }
        }
    }

    private func readAxes() throws(Stop) {
        try mapping { key throws(Stop) in
            let values = try numbers(upTo: 5).map { $0.flatMap(Int32.init(exactly:)) }
            guard let code = UInt16(key), code <= EventCode.absMaximum, values.count >= 2, let minimum = values[0],
                let maximum = values[1]
            else { return builder.unreadable(yaml.line) }
            func value(_ index: Int) -> Int32 { index < values.count ? values[index] ?? 0 : 0 }
            let axis = RecordedAxis(
                minimum: minimum, maximum: maximum, fuzz: value(2), flat: value(3), resolution: value(4))
            builder.device.announce(code, axis)
        }
    }

    private func readUdev() throws(Stop) {
        try mapping { key throws(Stop) in
            guard key == "properties" else { return try skipValue() }
            try sequence { item throws(Stop) in
                guard item == .scalar else { return try skip(item) }
                let parts = yaml.text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                if parts.count == 2 { builder.device.udevProperties[String(parts[0])] = String(parts[1]) }
            }
        }
    }

    // MARK: Events

    private func readEvents() throws(Stop) {
        try sequence { item throws(Stop) in
            guard item == .mappingStart else { return try skip(item) }
            try mappingRest { key throws(Stop) in
                // Beside `evdev` there is what libinput made of it, HID reports and more.
                guard key == "evdev" else { return try skipValue() }
                try readFrame()
            }
        }
    }

    private func readFrame() throws(Stop) {
        let start = try next()
        guard start == .sequenceStart else { return try skip(start) }
        while true {
            let item = try next()
            switch item {
            case .sequenceStart: try readEvent()
            case .sequenceEnd, .documentEnd, .end: return
            default:
                builder.unreadable(yaml.line)
                try skip(item)
            }
        }
    }

    /// `[seconds, microseconds, type, code, value]`; without allocation, there are millions of them.
    private func readEvent() throws(Stop) {
        let line = yaml.line
        var fields: (Int64, Int64, Int64, Int64, Int64) = (0, 0, 0, 0, 0)
        var count = 0
        var isSound = true
        while true {
            let item = try next()
            if item == .sequenceEnd || item == .end { break }
            guard item == .scalar, let number = yaml.integer else {
                isSound = false
                try skip(item)
                continue
            }
            switch count {
            case 0: fields.0 = number
            case 1: fields.1 = number
            case 2: fields.2 = number
            case 3: fields.3 = number
            case 4: fields.4 = number
            default: isSound = false
            }
            count += 1
        }
        guard isSound, count == 5, let seconds = UInt64(exactly: fields.0), let usec = UInt64(exactly: fields.1),
            let time = RecordingTime.usec(seconds: seconds, usec: usec), let type = UInt16(exactly: fields.2),
            let code = UInt16(exactly: fields.3), let value = Int32(exactly: fields.4)
        else { return builder.unreadable(line) }
        builder.add(timeUsec: time, type: type, code: code, value: value, line: line)
    }
}
