import Glibc
import Libinput
import Linux
import Systemd
import Udev

/// One libinput context on the event loop: a seat's, or one of given nodes. It holds devices open while pads are wanted of
/// it, and else none.
///
/// libinput reads the very events that the pads' own readers read. It is asked first: what it makes of a report is known
/// when that report becomes a frame, and no frame ever waits for it.
final class LibinputWatch {
    enum Scope: Equatable {
        case seat(String)
        /// Of given nodes.
        case nodes
    }

    /// Before the pads' own readers, which have 0.
    private static let priority: Int64 = -1

    private let scope: Scope
    private let loop: EventLoop
    private let udev: Udev?
    private let context: LibinputContext
    private let log: LibinputLog
    private let gate: DeviceGate
    private let handle: (LibinputEvent) -> Void
    private let failed: (String) -> Void
    private let ended: () -> Void
    private var source: EventSource?
    /// While it is held, libinput asks no device for anything: what it has to say waits.
    var isHeld = false {
        didSet { if isHeld != oldValue { source?.setEnabled(!isHeld) } }
    }
    private var nodes: Set<String> = []
    private var added: [String: LibinputDevice] = [:]

    /// - Parameters:
    ///   - handle: called with each event.
    ///   - failed: called with what goes wrong in a line, for people.
    ///   - ended: called where nothing comes any more.
    init(
        _ library: LibinputLibrary, _ scope: Scope, loop: EventLoop, udev: Udev?,
        handle: @escaping (LibinputEvent) -> Void, failed: @escaping (String) -> Void, ended: @escaping () -> Void
    ) throws(Errno) {
        self.scope = scope
        self.loop = loop
        self.udev = udev
        self.handle = handle
        self.failed = failed
        self.ended = ended
        let log = LibinputLog(failed)
        let gate = DeviceGate(udev)
        self.log = log
        self.gate = gate
        switch scope {
        case .seat(let seat):
            context = try LibinputContext(library, seat: seat, open: gate.open, heard: log.take)
        case .nodes: context = try LibinputContext(library, open: gate.open, heard: log.take)
        }
        source = try loop.watch(context.fd, for: .readable, priority: LibinputWatch.priority) { [unowned self] _ in
            dispatch()
        }
    }

    deinit {
        source?.cancel()
    }

    /// Opens these pads, by their nodes, and what else tells about them; closes all other devices.
    ///
    /// Devices that stay open on a seat are opened anew where the set changes: libinput takes single ones only from udev.
    /// - Parameter again: also where the set is the same: a node is another device's now.
    func want(_ wanted: Set<String>, again: Bool = false) {
        guard wanted != nodes || again else { return }
        let before = nodes
        nodes = wanted
        gate.nodes = wanted
        gate.isForPads = scope != .nodes
        log.forget()
        switch scope {
        case .seat:
            if !before.isEmpty { context.suspend() }
            dispatch()
            if !wanted.isEmpty, !context.resume() {
                failed("libinput cannot follow the devices: pads go on without what it makes of their motion")
            }
        case .nodes:
            for node in before where again || !wanted.contains(node) {
                if let device = added.removeValue(forKey: node) { context.remove(device) }
            }
            dispatch()
            for node in wanted.sorted() where added[node] == nil { added[node] = context.add(node) }
        }
        dispatch()
    }

    /// What libinput last said of a node, where it said something; for telling why it does not take it.
    func word(on node: String) -> String? { gate.failures[node] ?? log.word(on: node) }

    /// Hears all that libinput has to say by now.
    func dispatch() {
        guard !isHeld else { return }
        do throws(Errno) {
            try context.dispatch { [unowned self] event in
                if case .deviceRemoved(let device) = event, let node = device.node, added[node] == device {
                    added[node] = nil
                }
                handle(event)
            }
        } catch {
            source?.cancel()
            source = nil
            failed("asking libinput: \(error); pads go on without what it makes of their motion")
            ended()
        }
    }
}
