import CommandLineTable
import PeekPopWire

/// `peekpopctl status`
enum StatusCommand {
    static func run(_ context: Context) throws {
        let (bytes, reply) = try Service(context).call(Wire.Method.getStatus, Wire.StatusReply.self)
        if context.invocation.has(PeekpopctlTable.json) { return try context.output.line(bytes: bytes) }
        try context.output.write(lines(reply.status).map { $0 + "\n" }.joined())
    }

    static func lines(_ status: Wire.Status) -> [String] {
        var lines: [String] = []
        func add(_ label: String, _ text: String) { lines.append(label.left(14) + text) }
        add("version", status.version.drawable)
        add("source", status.source.drawable)
        if let socket = status.socket { add("socket", socket.drawable) }
        add("running for", duration(status.uptimeUsec))
        add("connections", "\(status.connections), \(status.subscribers) subscribed")
        add("pads", "\(status.pads), \(status.openPads) being read")
        add("frames", "\(status.frames) read")
        add("events", "\(status.events) sent, \(status.lost) coalesced for slow readers")
        add(
            "configuration",
            status.configFiles.isEmpty ? "none, all as it comes" : status.configFiles.joined(separator: ", ").drawable)
        if let refusal = status.refusedReload {
            add("", "older than its files: the last reload was refused for \(refusal)".drawable)
        }
        for problem in status.problems {
            let device = problem.device.map { " \($0):" } ?? ""
            add("problem", "\(time(problem.timeUsec))\(device) \(problem.message)".drawable)
        }
        return lines
    }

    private static func duration(_ usec: UInt64) -> String {
        let seconds = usec / 1_000_000
        if seconds < 60 { return "\(seconds) s" }
        if seconds < 3600 { return "\(seconds / 60) min \(seconds % 60) s" }
        return "\(seconds / 3600) h \(seconds / 60 % 60) min"
    }

    /// UTC: the time zone's rules would need more than they are worth here.
    private static func time(_ usec: UInt64) -> String {
        func two(_ number: UInt64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let seconds = usec / 1_000_000
        return "\(two(seconds / 3600 % 24)):\(two(seconds / 60 % 60)):\(two(seconds % 60)) UTC"
    }
}
