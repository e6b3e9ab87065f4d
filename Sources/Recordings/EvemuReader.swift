/// Reads what `evemu-record` and `evemu-describe` write, 1.0 to 1.3.
///
///     N: name
///     I: bus vendor product version          (hex)
///     P: eight bytes of properties           (hex, continued on the next P:)
///     B: type, eight bytes of codes          (hex, continued on the next B: of the type)
///     A: axis minimum maximum fuzz flat [resolution]     (axis hex, the rest decimal)
///     L: led value    S: switch value
///     E: seconds.microseconds type code value            (type and code hex, value decimal)
struct EvemuReader {
    private var builder = RecordingBuilder()
    private var propertyByte = 0
    private var codeByte: [UInt16: Int] = [:]

    static func read(_ source: ByteSource) -> RecordingBuilder {
        var reader = EvemuReader()
        reader.builder.beginDevice()
        var lines = LineReader(source)
        while lines.next() {
            var line = LineScanner(lines.bytes)
            guard !reader.take(&line, lines.number) else { continue }
            if lines.isWhole {
                reader.builder.unreadable(lines.number)
            } else {
                reader.builder.cutOff(lines.number, "the file ends in the middle of a line")
            }
        }
        return reader.builder
    }

    /// False where the line is none of the format's.
    private mutating func take(_ line: inout LineScanner, _ number: Int) -> Bool {
        line.skipSpaces()
        if line.isAtEnd || line.take("#") { return true }
        if line.take("E:") { return takeEvent(&line, number) }
        if line.take("N:") {
            line.skipSpaces()
            beginDeviceIfNamed()
            builder.device.name = line.rest()
            return true
        }
        if line.take("I:") { return takeIDs(&line) }
        if line.take("P:") { return takeProperties(&line) }
        if line.take("B:") { return takeCodes(&line) }
        if line.take("A:") { return takeAxis(&line) }
        return line.take("L:") || line.take("S:")
    }

    /// Descriptions put one after the other: each name begins a device.
    private mutating func beginDeviceIfNamed() {
        guard !builder.device.name.isEmpty else { return }
        builder.beginDevice()
        propertyByte = 0
        codeByte = [:]
    }

    private mutating func takeEvent(_ line: inout LineScanner, _ number: Int) -> Bool {
        line.skipSpaces()
        guard let time = line.timeUsec(), let type = line.uint16(base: 16), let code = line.uint16(base: 16),
            let value = line.int32()
        else { return false }
        builder.add(timeUsec: time, type: type, code: code, value: value, line: number)
        return true
    }

    private mutating func takeIDs(_ line: inout LineScanner) -> Bool {
        guard let bus = line.uint16(base: 16), let vendor = line.uint16(base: 16),
            let product = line.uint16(base: 16), let version = line.uint16(base: 16)
        else { return false }
        builder.device.bus = bus
        builder.device.vendor = vendor
        builder.device.product = product
        builder.device.version = version
        return true
    }

    private mutating func takeProperties(_ line: inout LineScanner) -> Bool {
        guard let bytes = bytes(&line) else { return false }
        for byte in bytes {
            // The kernel has 32 properties; the line is padded to eight bytes.
            for bit in 0..<8 where byte & 1 << bit != 0 && propertyByte < 8 {
                builder.device.announceProperty(UInt16(propertyByte * 8 + bit))
            }
            propertyByte += 1
        }
        return true
    }

    private mutating func takeCodes(_ line: inout LineScanner) -> Bool {
        guard let type = line.uint16(base: 16), type <= EventCode.typeMaximum, let bytes = bytes(&line) else {
            return false
        }
        for byte in bytes {
            let position = codeByte[type, default: 0]
            for bit in 0..<8 where byte & 1 << bit != 0 {
                let code = UInt16(clamping: position * 8 + bit)
                // Type 0 lists the types, not codes.
                if type != EventCode.syn, code <= EventCode.codeMaximum { builder.device.announce(type, code) }
            }
            codeByte[type] = position + 1
        }
        return true
    }

    private mutating func takeAxis(_ line: inout LineScanner) -> Bool {
        guard let code = line.uint16(base: 16), code <= EventCode.absMaximum, let minimum = line.int32(),
            let maximum = line.int32(), let fuzz = line.int32(), let flat = line.int32()
        else { return false }
        let axis = RecordedAxis(
            minimum: minimum, maximum: maximum, fuzz: fuzz, flat: flat, resolution: line.int32() ?? 0)
        builder.device.announce(code, axis)
        return true
    }

    private func bytes(_ line: inout LineScanner) -> [UInt8]? {
        var bytes: [UInt8] = []
        while true {
            line.skipSpaces()
            if line.isAtEnd { return bytes }
            guard let value = line.unsigned(base: 16), let byte = UInt8(exactly: value) else { return nil }
            bytes.append(byte)
        }
    }
}
