/// The bytes of a `libinput record` file, as a hand would write them.
enum YamlText {
    /// A double-quoted scalar: any text, on one line.
    static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case _ where scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value):
                result += "\\x" + hex(scalar.value, digits: 2)
            // Line separators, and a mark that YAML takes for the file's encoding.
            case "\u{2028}", "\u{2029}", "\u{feff}": result += "\\u" + hex(scalar.value, digits: 4)
            case "\u{fffe}", "\u{ffff}": result += "\\u" + hex(scalar.value, digits: 4)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    static func list<Number: BinaryInteger & Sendable>(_ numbers: [Number]) -> String {
        "[" + numbers.map { "\($0)" }.joined(separator: ", ") + "]"
    }

    /// Everything before the first event.
    static func header(_ device: RecordedDevice) -> String {
        var text = "version: 1\nndevices: 1\n"
        if !device.machine.isEmpty { text += "system:\n  dmi: \(quoted(device.machine))\n" }
        text += "devices:\n- node: \(quoted(device.node))\n  evdev:\n"
        text += "    name: \(quoted(device.name))\n"
        text += "    id: \(list([device.bus, device.vendor, device.product, device.version]))\n"
        if !device.phys.isEmpty { text += "    phys: \(quoted(device.phys))\n" }
        if !device.uniq.isEmpty { text += "    uniq: \(quoted(device.uniq))\n" }

        // `libinput replay` wants a range for every announced axis.
        var codes = device.codes.filter { $0.key != EventCode.syn && $0.key != EventCode.abs && !$0.value.isEmpty }
        let axes = device.axes.sorted { $0.key < $1.key }
        if !axes.isEmpty { codes[EventCode.abs] = axes.map(\.key) }
        text += codes.isEmpty ? "    codes: {}\n" : "    codes:\n"
        for (type, codes) in codes.sorted(by: { $0.key < $1.key }) { text += "      \(type): \(list(codes))\n" }
        text += axes.isEmpty ? "    absinfo: {}\n" : "    absinfo:\n"
        for (code, axis) in axes {
            let range = [axis.minimum, axis.maximum, axis.fuzz, axis.flat, axis.resolution]
            text += "      \(code): \(list(range))\n"
        }
        text += "    properties: \(list(device.properties))\n"

        text += device.udevProperties.isEmpty ? "  udev:\n    properties: []\n" : "  udev:\n    properties:\n"
        for (key, value) in device.udevProperties.sorted(by: { $0.key < $1.key }) {
            text += "    - \(quoted("\(key)=\(value)"))\n"
        }
        return text + "  events:\n"
    }

    /// `    - [  1, 234567,   3,  58,      42]`, as `libinput record` aligns it.
    static func append(_ event: RecordedEvent, atUsec time: UInt64, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: "    - [".utf8)
        append(Int64(time / 1_000_000), width: 3, to: &bytes)
        bytes.append(contentsOf: ", ".utf8)
        append(Int64(time % 1_000_000), width: 6, to: &bytes)
        bytes.append(contentsOf: ", ".utf8)
        append(Int64(event.type), width: 3, to: &bytes)
        bytes.append(contentsOf: ", ".utf8)
        append(Int64(event.code), width: 3, to: &bytes)
        bytes.append(contentsOf: ", ".utf8)
        append(Int64(event.value), width: 7, to: &bytes)
        bytes.append(contentsOf: "]\n".utf8)
    }

    private static func append(_ number: Int64, width: Int, to bytes: inout [UInt8]) {
        var digits = InlineArray<24, UInt8>(repeating: UInt8(ascii: " "))
        var first = 24
        var rest = number.magnitude
        repeat {
            first -= 1
            digits[first] = UInt8(ascii: "0") + UInt8(rest % 10)
            rest /= 10
        } while rest > 0
        if number < 0 {
            first -= 1
            digits[first] = UInt8(ascii: "-")
        }
        for index in min(first, 24 - width)..<24 { bytes.append(digits[index]) }
    }

    private static func hex(_ value: UInt32, digits: Int) -> String {
        let text = String(value, radix: 16)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
