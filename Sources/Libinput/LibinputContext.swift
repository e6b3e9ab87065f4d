import CLibinput
import CUdev
import Glibc
import Linux

/// Who opens devices for a context, and hears what it says. libinput keeps a pointer to it, so it is apart from the
/// context: it is needed up to the last close, when the context itself is already going.
private final class Hands {
    let open: (String) -> Result<FileDescriptor, Errno>
    let heard: (LibinputContext.LogLevel, String) -> Void
    var descriptors: [Int32: FileDescriptor] = [:]

    init(
        open: @escaping (String) -> Result<FileDescriptor, Errno>,
        heard: @escaping (LibinputContext.LogLevel, String) -> Void
    ) {
        self.open = open
        self.heard = heard
    }

    static func from(_ pointer: UnsafeMutableRawPointer?) -> Hands {
        Unmanaged<Hands>.fromOpaque(pointer!).takeUnretainedValue()
    }
}

/// A libinput context: devices of a seat, followed by udev, or those that are given. The corresponding C type is
/// `struct libinput`.
///
/// A context is made suspended, or empty: it holds no device open until ``resume()`` or ``add(_:)``.
public final class LibinputContext {
    public enum LogLevel: Sendable {
        case info
        case error
    }

    private let calls: UnsafePointer<pp_libinput>
    private let context: OpaquePointer
    private let hands: Hands
    /// libinput reads it at every opening and closing: it lives as long as the context.
    private let interface: UnsafeMutablePointer<libinput_interface>
    /// The udev seat that is still to be assigned: doing so opens its devices.
    private var seat: String?

    /// A context of a seat's devices, as udev knows them; none of them is open before ``resume()``.
    ///
    /// - Parameters:
    ///   - seat: `seat0`.
    ///   - open: opens a node, which libinput asks for by its path; never grabbing it.
    ///   - heard: what libinput logs, without the line's end.
    /// - Throws: `ENOMEM`, also where udev's library cannot be used.
    public convenience init(
        _ library: LibinputLibrary, seat: String, open: @escaping (String) -> Result<FileDescriptor, Errno>,
        heard: @escaping (LogLevel, String) -> Void
    ) throws(Errno) {
        try self.init(library, open: open, heard: heard) { interface, user in
            guard let udev = udev_new() else { return nil }
            // The context takes a reference of its own.
            defer { udev_unref(udev) }
            return library.calls.pointee.libinput_udev_create_context(interface, user, udev)
        }
        self.seat = seat
    }

    /// A context without devices, for those given to ``add(_:)``.
    ///
    /// - Throws: `ENOMEM`.
    public convenience init(
        _ library: LibinputLibrary, open: @escaping (String) -> Result<FileDescriptor, Errno>,
        heard: @escaping (LogLevel, String) -> Void
    ) throws(Errno) {
        try self.init(library, open: open, heard: heard) { interface, user in
            library.calls.pointee.libinput_path_create_context(interface, user)
        }
    }

    private init(
        _ library: LibinputLibrary, open: @escaping (String) -> Result<FileDescriptor, Errno>,
        heard: @escaping (LogLevel, String) -> Void,
        create: (UnsafePointer<libinput_interface>, UnsafeMutableRawPointer) -> OpaquePointer?
    ) throws(Errno) {
        let hands = Hands(open: open, heard: heard)
        let interface = UnsafeMutablePointer<libinput_interface>.allocate(capacity: 1)
        interface.initialize(
            to: libinput_interface(
                open_restricted: { path, _, user in
                    let hands = Hands.from(user)
                    switch hands.open(String(cString: path!)) {
                    case .success(let descriptor):
                        hands.descriptors[descriptor.rawValue] = descriptor
                        return descriptor.rawValue
                    case .failure(let error): return -error.rawValue
                    }
                },
                close_restricted: { fd, user in Hands.from(user).descriptors[fd] = nil }))
        guard let context = create(interface, Unmanaged.passUnretained(hands).toOpaque()) else {
            interface.deallocate()
            throw Errno(ENOMEM)
        }
        calls = library.calls
        self.context = context
        self.hands = hands
        self.interface = interface
        calls.pointee.libinput_log_set_priority(context, LIBINPUT_LOG_PRIORITY_INFO)
        calls.pointee.libinput_log_set_handler(context) { context, priority, format, arguments in
            guard let context, let format, let arguments else { return }
            LibinputContext.log(context, priority, format, arguments)
        }
    }

    /// Kept empty between dispatches, for its memory.
    private var events: [OpaquePointer] = []

    deinit {
        _ = calls.pointee.libinput_unref(context)
        interface.deallocate()
    }

    // MARK: Devices

    /// Opens the seat's devices and follows what comes and goes, or opens the given ones again.
    ///
    /// - Returns: whether it works; what libinput does not like of single devices it says in its log.
    public func resume() -> Bool {
        guard let seat else { return calls.pointee.libinput_resume(context) == 0 }
        guard calls.pointee.libinput_udev_assign_seat(context, seat) == 0 else { return false }
        self.seat = nil
        return true
    }

    /// Closes all devices. ``LibinputEvent/deviceRemoved(_:)`` of each is waiting then.
    public func suspend() {
        guard seat == nil else { return }
        calls.pointee.libinput_suspend(context)
    }

    /// Opens a given device. ``LibinputEvent/deviceAdded(_:)`` is waiting then.
    ///
    /// - Returns: `nil` where libinput does not take it: it is no input device udev knows, or cannot be opened.
    public func add(_ node: String) -> LibinputDevice? {
        calls.pointee.libinput_path_add_device(context, node).map { LibinputDevice(pointer: $0, calls: calls) }
    }

    /// Closes a device of ``add(_:)``.
    public func remove(_ device: LibinputDevice) {
        calls.pointee.libinput_path_remove_device(device.pointer)
    }

    // MARK: Events

    /// For watching; readable where ``dispatch(_:)`` has something to do. It is the same for the context's whole life.
    public var fd: Int32 { calls.pointee.libinput_get_fd(context) }

    /// Reads what the devices have to say and hands the events on, one by one; never waits.
    ///
    /// Of a device that is removed, only that is handed on: before it libinput lets tips rise, cancels touches and ends
    /// gestures, none of which the fingers did.
    ///
    /// - Throws: what `libinput_dispatch` answers.
    public func dispatch(_ handle: (LibinputEvent) -> Void) throws(Errno) {
        try checked(calls.pointee.libinput_dispatch(context))
        var waiting: [OpaquePointer] = []
        swap(&waiting, &events)
        defer {
            for event in waiting { calls.pointee.libinput_event_destroy(event) }
            waiting.removeAll(keepingCapacity: true)
            swap(&waiting, &events)
        }
        var isAnyRemoved = false
        while let event = calls.pointee.libinput_get_event(context) {
            waiting.append(event)
            isAnyRemoved = isAnyRemoved || isRemoval(event)
        }
        for (index, event) in waiting.enumerated() {
            if isAnyRemoved, !isRemoval(event), waiting[index...].contains(where: { isRemoval($0, of: event) }) {
                continue
            }
            handle(LibinputEvent(event, calls))
        }
    }

    private func isRemoval(_ event: OpaquePointer) -> Bool {
        calls.pointee.libinput_event_get_type(event) == LIBINPUT_EVENT_DEVICE_REMOVED
    }

    private func isRemoval(_ event: OpaquePointer, of other: OpaquePointer) -> Bool {
        isRemoval(event)
            && calls.pointee.libinput_event_get_device(event) == calls.pointee.libinput_event_get_device(other)
    }

    // MARK: Its log

    private static func log(
        _ context: OpaquePointer, _ priority: libinput_log_priority, _ format: UnsafePointer<CChar>,
        _ arguments: CVaListPointer
    ) {
        var line = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { buffer in
            let length = Int(vsnprintf(buffer.baseAddress!, buffer.count, format, arguments))
            let written = UnsafeMutableBufferPointer(rebasing: buffer[..<min(max(length, 0), buffer.count - 1)])
            return String(decoding: UnsafeRawBufferPointer(written), as: UTF8.self)
        }
        while line.last?.isWhitespace == true { line.removeLast() }
        Hands.from(pp_libinput_user_data(context)).heard(priority == LIBINPUT_LOG_PRIORITY_ERROR ? .error : .info, line)
    }
}
