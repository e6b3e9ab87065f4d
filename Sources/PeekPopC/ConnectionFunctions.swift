import CPeekPop
import Glibc
import PeekPop

/// What a `peekpop_connection` stands for.
final class ConnectionObject {
    let connection: PressConnection
    /// `nil` once it was freed: nobody is to be told then.
    private var callbacks: peekpop_connection_callbacks?
    private let data: AppData

    init(_ options: ConnectionOptions, _ callbacks: peekpop_connection_callbacks?, _ data: AppData) throws {
        connection = try PressConnection(options)
        self.callbacks = callbacks
        self.data = data
        connection.onStateChange = { [unowned self] in tell($0) }
        connection.onReady = { [unowned self] pads in
            let lent = Lent()
            self.callbacks?.ready?(
                borrowed(self), lent.pointers(pads.map { $0.inC(lent) }), pads.count, data.pointer)
        }
        connection.onAdded = { [unowned self] pad in
            let lent = Lent()
            self.callbacks?.added?(borrowed(self), lent.one(pad.inC(lent)), data.pointer)
        }
        connection.onRemoved = { [unowned self] id in
            let lent = Lent()
            self.callbacks?.removed?(borrowed(self), lent.text(id), data.pointer)
        }
        connection.onPress = { [unowned self] press in
            let lent = Lent()
            self.callbacks?.press?(borrowed(self), lent.one(press.inC(lent)), data.pointer)
        }
        connection.onLost = { [unowned self] in self.callbacks?.lost?(borrowed(self), UInt64($0), data.pointer) }
        connection.onCapabilityChange = { [unowned self] in
            self.callbacks?.capability?(borrowed(self), $0.inC, data.pointer)
        }
    }

    private func tell(_ state: ConnectionState) {
        let lent = Lent()
        let (reason, until): (String?, UInt64) =
            switch state {
            case .denied(let reason): (reason, 0)
            case .waiting(let until, let reason): (reason, until)
            case .connecting, .connected, .closed: (nil, 0)
            }
        callbacks?.state?(borrowed(self), state.inC, lent.text(reason), until, data.pointer)
    }

    func end() {
        callbacks = nil
        connection.close()
    }
}

@_cdecl("peekpop_connection_new")
public func connectionNew(
    _ options: UnsafePointer<peekpop_options>?, _ callbacks: UnsafePointer<peekpop_connection_callbacks>?,
    _ data: UnsafeMutableRawPointer?, _ destroy: peekpop_destroy?
) -> OpaquePointer? {
    guard options == nil || copied(options) != nil, callbacks == nil || copied(callbacks) != nil else {
        return invalid()
    }
    var wanted = ConnectionOptions()
    if let options = copied(options) {
        guard (0...1000).contains(options.max_rate_hz) else { return invalid() }
        if let path = options.socket_path { wanted.socketPath = String(cString: path) }
        if options.max_rate_hz > 0 { wanted.maxRateHz = Int(options.max_rate_hz) }
        if var device = options.devices {
            wanted.devices = []
            while let id = device.pointee {
                wanted.devices?.append(String(cString: id))
                device += 1
            }
        }
    }
    do {
        return retained(try ConnectionObject(wanted, copied(callbacks), AppData(data, destroy)))
    } catch {
        errno = EMFILE
        return nil
    }
}

@_cdecl("peekpop_connection_free")
public func connectionFree(_ connection: OpaquePointer?) {
    taken(connection, ConnectionObject.self)?.end()
}

@_cdecl("peekpop_connection_fd")
public func connectionFd(_ connection: OpaquePointer?) -> Int32 {
    object(connection, ConnectionObject.self)?.connection.fileDescriptor ?? -EINVAL
}

@_cdecl("peekpop_connection_dispatch")
public func connectionDispatch(_ connection: OpaquePointer?) {
    // It may be freed within one of its callbacks.
    withExtendedLifetime(object(connection, ConnectionObject.self)) { $0?.connection.dispatch() }
}

@_cdecl("peekpop_connection_run")
public func connectionRun(_ connection: OpaquePointer?) -> Int32 {
    guard let object = object(connection, ConnectionObject.self) else { return -EINVAL }
    defer { withExtendedLifetime(object) {} }
    do {
        try object.connection.run()
        return 0
    } catch {
        // poll() of one descriptor that is open fails for want of memory alone.
        return -ENOMEM
    }
}

@_cdecl("peekpop_connection_close")
public func connectionClose(_ connection: OpaquePointer?) {
    withExtendedLifetime(object(connection, ConnectionObject.self)) { $0?.connection.close() }
}

@_cdecl("peekpop_connection_get_state")
public func connectionGetState(_ connection: OpaquePointer?) -> peekpop_state {
    object(connection, ConnectionObject.self)?.connection.state.inC ?? PEEKPOP_STATE_CLOSED
}

@_cdecl("peekpop_connection_get_capability")
public func connectionGetCapability(_ connection: OpaquePointer?) -> peekpop_capability {
    object(connection, ConnectionObject.self)?.connection.capability.inC ?? PEEKPOP_CAPABILITY_UNKNOWN
}

@_cdecl("peekpop_connection_play_feedback")
public func connectionPlayFeedback(
    _ connection: OpaquePointer?, _ device: UnsafePointer<CChar>?, _ pattern: peekpop_pattern,
    _ done: peekpop_feedback_done?, _ data: UnsafeMutableRawPointer?
) -> Int32 {
    guard let connection = object(connection, ConnectionObject.self), let device, let pattern = FeedbackPattern(pattern)
    else { return -EINVAL }
    connection.connection.playFeedback(pattern, on: String(cString: device)) { result in
        let lent = Lent()
        switch result {
        case .success: done?(nil, data)
        case .failure(let error): done?(lent.text(error.description), data)
        }
    }
    return 0
}
