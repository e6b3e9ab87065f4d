import CommandLineTable
import Figures
import PeekPopWire
import Recognition

/// `peekpopctl listen`
enum ListenCommand {
    static func run(_ context: Context) throws {
        typealias Table = PeekpopctlTable
        let invocation = context.invocation
        let isJSON = invocation.has(Table.json)
        let wanted = invocation.integer(Table.count)
        let timeout = invocation.number(Table.timeout)
        let devices = invocation.values(Table.device)
        let phases = invocation.values(Table.phase).compactMap(PressPhase.init(rawValue:))
        let parameters = Wire.Subscribe(
            devices: devices.isEmpty ? nil : devices, phases: phases.isEmpty ? nil : phases,
            maxRateHz: invocation.integer(Table.rate))

        var count = 0
        var view = EventView(
            LiveLines(context.output, context.terminal), charset: context.charset,
            asksForChanges: phases.contains(.changed))
        let subscription = try Subscription(context, reconnecting: invocation.has(Table.reconnect))
        try subscription.end(after: timeout) {
            guard let wanted else { return }
            throw CommandFailure("\(count) of \(counted(wanted, "event")) came within \(fixed(timeout ?? 0, 3)) s")
        }
        defer { view.end() }
        try subscription.run(parameters) { bytes, notice in
            if isJSON { try context.output.line(bytes: bytes) } else { try view.take(notice) }
            guard notice.press != nil else { return }
            count += 1
            if count == wanted { subscription.end() }
        }
    }
}
