import CommandLineTable
import PeekPopWire

/// `peekpopctl complete devices`: ids and names for the shells. Whatever goes wrong, the user is typing: it is silent.
enum CompleteCommand {
    /// Nobody waits longer than that for a word.
    private static let patienceUsec: UInt64 = 2_000_000

    static func run(_ context: Context) {
        let list = try? Service(context).call(
            Wire.Method.listDevices, Wire.DeviceList.self, patienceUsec: patienceUsec
        ).reply
        for device in list?.devices ?? [] { try? context.output.line("\(device.id)\t\(device.name.drawable)") }
    }
}
