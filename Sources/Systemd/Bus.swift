import CSystemd
import Glibc
import Linux

/// A connection to a message bus, served by an event loop. The corresponding C type is `sd_bus`.
public final class Bus {
    public enum Kind: Sendable {
        /// The user's own, at `DBUS_SESSION_BUS_ADDRESS` or `$XDG_RUNTIME_DIR/bus`.
        case session
        case system
    }

    private let bus: OpaquePointer
    private let loop: EventLoop
    /// When connecting has begun: CLOCK_MONOTONIC, µs.
    private let beganUsec = Clock.monotonicUsec
    /// How long connecting may take before the first call that runs out of time gives it up.
    private static let connectingUsec: UInt64 = 5_000_000

    /// Connects, and goes on with it in the loop: what is called before that is done waits for it.
    ///
    /// - Throws: `ENOMEDIUM`, `ENOENT`, `ECONNREFUSED` and the like where there is no such bus.
    public init(_ kind: Kind, _ loop: EventLoop) throws(Errno) {
        var bus: OpaquePointer?
        try checked(kind == .session ? sd_bus_open_user(&bus) : sd_bus_open_system(&bus))
        self.bus = bus!
        self.loop = loop
        do throws(Errno) {
            try checked(sd_bus_attach_event(self.bus, loop.event, 0))
        } catch {
            sd_bus_unref(self.bus)
            throw error
        }
    }

    deinit {
        sd_bus_detach_event(bus)
        // Without a flush, which would wait for a bus that does not answer: what goes is written when it is called.
        sd_bus_close_unref(bus)
    }

    /// Closes it where it has not answered to being connected to: the end of the loop would wait for it, to send what waits.
    public func closeUnlessReady() {
        guard sd_bus_is_ready(bus) <= 0 else { return }
        sd_bus_detach_event(bus)
        sd_bus_close(bus)
    }

    /// Whether it is still connected: a bus that ended does not come back by itself.
    public var isOpen: Bool { sd_bus_is_open(bus) > 0 }

    /// Calls a method. The handler is called once, on the loop's thread, unless the slot is let go of before.
    ///
    /// - Parameter timeoutUsec: from now on, also where the bus is still being connected to. One that has not answered to that
    ///   within five seconds is given up when a call runs out of time: ``isOpen`` is false, and nothing that waited for it is
    ///   done later.
    /// - Throws: `EINVAL` for names and paths that cannot be, `ENOTCONN` where the bus is gone.
    public func call(
        _ destination: String, _ path: String, _ interface: String, _ member: String, _ arguments: [BusValue] = [],
        timeoutUsec: UInt64, startsService: Bool = true,
        _ handler: @escaping (Result<BusMessage, BusError>) -> Void
    ) throws(Errno) -> BusSlot {
        var pointer: OpaquePointer?
        try checked(sd_bus_message_new_method_call(bus, &pointer, destination, path, interface, member))
        let message = BusMessage(owning: pointer!)
        if !startsService { try checked(sd_bus_message_set_auto_start(message.pointer, 0)) }
        for argument in arguments { try message.append(argument) }
        let slot = BusSlot(.reply(handler))
        var raw: OpaquePointer?
        try checked(
            sd_bus_call_async(
                bus, &raw, message.pointer, { message, userdata, _ in BusSlot.from(userdata).answer(message!) },
                slot.userdata, timeoutUsec))
        slot.adopt(raw!)
        // Until then libsystemd does not count, but for 90 s that the connection as a whole may take.
        if sd_bus_is_ready(bus) <= 0 {
            slot.timer = try loop.timer { [weak self, weak slot] in
                self?.giveUpUnlessReady()
                slot?.expire()
            }
            slot.timer?.arm(atUsec: Clock.monotonicUsec + timeoutUsec)
        }
        return slot
    }

    private func giveUpUnlessReady() {
        guard sd_bus_is_ready(bus) <= 0, Clock.monotonicUsec >= beganUsec + Bus.connectingUsec else { return }
        sd_bus_close(bus)
    }

    /// Calls the handler for each such signal, as long as the slot is held.
    ///
    /// - Parameter firstArgument: which text it has to begin with; `nil` fits all.
    public func onSignal(
        sender: String, path: String, interface: String, member: String, firstArgument: String? = nil,
        _ handler: @escaping (BusMessage) -> Void
    ) throws(Errno) -> BusSlot {
        let slot = BusSlot(.signal(handler))
        var raw: OpaquePointer?
        let rule =
            "type='signal',sender='\(sender)',path='\(path)',interface='\(interface)',member='\(member)'"
            + (firstArgument.map { ",arg0='\($0)'" } ?? "")
        try checked(
            sd_bus_add_match_async(
                bus, &raw, rule, { message, userdata, _ in BusSlot.from(userdata).hear(message!) },
                // Without this, a bus that refuses the match would end the connection.
                { _, _, _ in 0 }, slot.userdata))
        slot.adopt(raw!)
        return slot
    }

    /// Answers calls on an object; the handler says whether it took one. The reply is empty.
    public func serve(_ path: String, _ handler: @escaping (BusMessage) -> Bool) throws(Errno) -> BusSlot {
        let slot = BusSlot(.object(handler))
        var raw: OpaquePointer?
        try checked(
            sd_bus_add_object(
                bus, &raw, path, { message, userdata, _ in BusSlot.from(userdata).serve(message!) }, slot.userdata))
        slot.adopt(raw!)
        return slot
    }

    /// Its own name on the bus, as `:1.42`.
    ///
    /// - Throws: also waits for the bus to give it one, which it does at once.
    public func uniqueName() throws(Errno) -> String {
        var name: UnsafePointer<CChar>?
        try checked(sd_bus_get_unique_name(bus, &name))
        return String(cString: name!)
    }
}

/// What a call was answered with instead of a reply.
public struct BusError: Error, Equatable, Sendable, CustomStringConvertible {
    /// `org.freedesktop.DBus.Error.ServiceUnknown`.
    public let name: String
    public let message: String

    public var description: String { message.isEmpty ? name : "\(message) (\(name))" }
}

/// A call under way, a match, or an object. Letting go of it ends it. The corresponding C type is `sd_bus_slot`.
public final class BusSlot {
    enum Handler {
        case reply((Result<BusMessage, BusError>) -> Void)
        case signal((BusMessage) -> Void)
        case object((BusMessage) -> Bool)
    }

    private let handler: Handler
    private var slot: OpaquePointer?
    /// For a call to a bus that is still being connected to.
    fileprivate var timer: EventSource?

    init(_ handler: Handler) {
        self.handler = handler
    }

    deinit {
        sd_bus_slot_unref(slot)
    }

    var userdata: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    static func from(_ userdata: UnsafeMutableRawPointer?) -> BusSlot {
        Unmanaged<BusSlot>.fromOpaque(userdata!).takeUnretainedValue()
    }

    func adopt(_ slot: OpaquePointer) {
        self.slot = slot
    }

    fileprivate func expire() {
        guard case .reply(let handler) = handler, slot != nil else { return }
        timer = nil
        sd_bus_slot_unref(slot)
        slot = nil
        handler(.failure(BusError(name: "org.freedesktop.DBus.Error.NoReply", message: "The bus does not answer")))
    }

    func answer(_ message: OpaquePointer) -> Int32 {
        guard case .reply(let handler) = handler else { return 0 }
        timer = nil
        if let error = sd_bus_message_get_error(message)?.pointee {
            handler(
                .failure(
                    BusError(
                        name: error.name.map { String(cString: $0) } ?? "",
                        message: error.message.map { String(cString: $0) } ?? "")))
        } else {
            handler(.success(BusMessage(sharing: message)))
        }
        return 0
    }

    func hear(_ message: OpaquePointer) -> Int32 {
        if case .signal(let handler) = handler { handler(BusMessage(sharing: message)) }
        return 0
    }

    func serve(_ message: OpaquePointer) -> Int32 {
        guard case .object(let handler) = handler, handler(BusMessage(sharing: message)) else { return 0 }
        var reply: OpaquePointer?
        guard sd_bus_message_new_method_return(message, &reply) >= 0 else { return 1 }
        sd_bus_send(sd_bus_message_get_bus(message), reply, nil)
        sd_bus_message_unref(reply)
        return 1
    }
}
