import CommandLineTable
import PeekPopWire

/// `peekpopctl devices`
enum DevicesCommand {
    static func run(_ context: Context) throws {
        let (bytes, list) = try Service(context).call(Wire.Method.listDevices, Wire.DeviceList.self)
        if context.invocation.has(PeekpopctlTable.json) { return try context.output.line(bytes: bytes) }
        guard !list.devices.isEmpty else {
            return try context.output.line("There is no touchpad here; one that is plugged in appears by itself.")
        }
        let texts = list.devices.map { DeviceText.lines($0).joined(separator: "\n") }
        try context.output.line(texts.joined(separator: "\n\n"))
    }
}
