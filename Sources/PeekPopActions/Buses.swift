import ActionRules
import Glibc
import Linux
import Systemd

/// The message buses, connected to when they are needed, and again when they have gone.
final class Buses {
    private let loop: EventLoop
    private var session: Bus?
    private var system: Bus?

    init(_ loop: EventLoop) {
        self.loop = loop
    }

    /// Before the loop ends: what was asked of a bus that answers still goes, and no other is waited for.
    func closeUnlessReady() {
        session?.closeUnlessReady()
        system?.closeUnlessReady()
    }

    /// - Throws: ``SystemError`` in words where there is no such bus.
    func get(_ kind: Bus.Kind) throws(SystemError) -> Bus {
        if let bus = kind == .session ? session : system, bus.isOpen { return bus }
        do throws(Errno) {
            let bus = try Bus(kind, loop)
            if kind == .session { session = bus } else { system = bus }
            return bus
        } catch {
            throw SystemError("connecting to the \(kind == .session ? "session" : "system") bus", error)
        }
    }
}
