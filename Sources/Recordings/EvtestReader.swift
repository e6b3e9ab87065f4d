/// Reads what `evtest` prints: the device's header, where there is one, and its event lines.
///
///     Input device ID: bus 0x18 vendor 0x4f3 product 0x323b version 0x100
///       Event type 3 (EV_ABS)
///         Event code 58 (ABS_MT_PRESSURE)
///           Value 0 / Min 0 / Max 4095 / Fuzz / Flat / Resolution 4     (a line each)
///     Event: time 1368.004, type 3 (EV_ABS), code 58 (ABS_MT_PRESSURE), value 42
///     Event: time 1368.004, -------------- SYN_REPORT ------------
struct EvtestReader {
    private var builder = RecordingBuilder()
    private var type: UInt16?
    private var axis: UInt16?

    static func read(_ source: ByteSource) -> RecordingBuilder {
        var reader = EvtestReader()
        reader.builder.beginDevice()
        var lines = LineReader(source)
        while lines.next() {
            var line = LineScanner(lines.bytes)
            line.skipSpaces()
            guard line.take("Event: time") else {
                reader.takeHeader(&line)
                continue
            }
            guard !reader.takeEvent(&line, lines.number) else { continue }
            if lines.isWhole {
                reader.builder.unreadable(lines.number)
            } else {
                reader.builder.cutOff(lines.number, "the file ends in the middle of a line")
            }
        }
        return reader.builder
    }

    private mutating func takeEvent(_ line: inout LineScanner, _ number: Int) -> Bool {
        guard let time = line.timeUsec(), line.take(",") else { return false }
        line.skipSpaces()
        if line.take("type") {
            guard let type = line.uint16(), line.skip(past: ", code"), let code = line.uint16(),
                line.skip(past: ", value")
            else { return false }
            // evtest prints these two in hex.
            let isHex = type == EventCode.msc && (code == EventCode.mscRaw || code == EventCode.mscScan)
            guard let value = isHex ? line.unsigned(base: 16).map({ Int32(truncatingIfNeeded: $0) }) : line.int32()
            else { return false }
            builder.add(timeUsec: time, type: type, code: code, value: value, line: number)
            return true
        }
        guard let code = synCode(line) else { return false }
        builder.add(timeUsec: time, type: EventCode.syn, code: code, value: 0, line: number)
        return true
    }

    /// The old evtest says "Report Sync" and "Config Sync".
    private func synCode(_ line: LineScanner) -> UInt16? {
        if line.contains("SYN_REPORT") || line.contains("Report Sync") { return EventCode.report }
        if line.contains("SYN_MT_REPORT") || line.contains("MT SYN") { return EventCode.mtReport }
        if line.contains("SYN_DROPPED") { return EventCode.dropped }
        if line.contains("SYN_CONFIG") || line.contains("Config Sync") { return EventCode.config }
        return nil
    }

    /// Anything else is a header line, or a word of somebody's between the lines of a log.
    private mutating func takeHeader(_ line: inout LineScanner) {
        if line.take("Input device ID:") {
            if line.skip(past: "bus"), let bus = line.uint16(base: 16) { builder.device.bus = bus }
            if line.skip(past: "vendor"), let vendor = line.uint16(base: 16) { builder.device.vendor = vendor }
            if line.skip(past: "product"), let product = line.uint16(base: 16) { builder.device.product = product }
            if line.skip(past: "version"), let version = line.uint16(base: 16) { builder.device.version = version }
        } else if line.take("Input device name:") {
            line.skipSpaces()
            let name = line.rest()
            builder.device.name =
                name.count >= 2 && name.hasPrefix("\"") && name.hasSuffix("\"")
                ? String(name.dropFirst().dropLast()) : name
        } else if line.take("Event type") {
            type = line.uint16().flatMap { $0 <= EventCode.typeMaximum ? $0 : nil }
            axis = nil
        } else if line.take("Event code") {
            takeCode(&line)
        } else if line.take("Property type") {
            if let property = line.uint16(), property < 64 { builder.device.announceProperty(property) }
        } else if let axis, var range = builder.device.axes[axis] {
            if line.take("Min") {
                range.minimum = line.int32() ?? range.minimum
            } else if line.take("Max") {
                range.maximum = line.int32() ?? range.maximum
            } else if line.take("Fuzz") {
                range.fuzz = line.int32() ?? range.fuzz
            } else if line.take("Flat") {
                range.flat = line.int32() ?? range.flat
            } else if line.take("Resolution") {
                range.resolution = line.int32() ?? range.resolution
            }
            builder.device.axes[axis] = range
            // Some logs have lost the newline here.
            if line.skip(past: "Event code") { takeCode(&line) }
        }
    }

    private mutating func takeCode(_ line: inout LineScanner) {
        guard let type, type != EventCode.syn, let code = line.uint16(), code <= EventCode.codeMaximum else { return }
        if type == EventCode.abs, code <= EventCode.absMaximum {
            axis = code
            builder.device.announce(code, RecordedAxis(minimum: 0, maximum: 0))
        } else {
            builder.device.announce(type, code)
        }
    }
}
