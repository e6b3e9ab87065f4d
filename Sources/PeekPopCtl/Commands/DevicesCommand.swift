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

/// `peekpopctl complete devices`: ids and names for the shells. Whatever goes wrong, the user is typing: it is silent.
enum CompleteCommand {
    static func run(_ context: Context) {
        guard let (_, list) = try? Service(context).call(Wire.Method.listDevices, Wire.DeviceList.self) else { return }
        for device in list.devices { try? context.output.line("\(device.id)\t\(device.name.drawable)") }
    }
}
