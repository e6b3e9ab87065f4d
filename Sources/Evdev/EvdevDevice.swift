import CEvdev
import CLinux
import Glibc
import Linux

/// A kernel input device and the state libevdev keeps of it. The corresponding C type is `struct libevdev`.
///
/// Reading allocates nothing.
public final class EvdevDevice {
    private let device: OpaquePointer
    private let descriptor: FileDescriptor?
    private var isSynchronising = false

    /// Takes an open event node over and reads what it announces and its present state.
    ///
    /// The node's clock becomes CLOCK_MONOTONIC, for this descriptor alone. The device is never grabbed.
    ///
    /// - Parameter descriptor: opened with `O_NONBLOCK`, or ``next()`` blocks.
    /// - Throws: `ENOTTY` or `EINVAL` where it is no event node, `ENODEV` where the device is gone.
    public init(_ descriptor: FileDescriptor) throws(Errno) {
        // Before libevdev reads the state: a change of clock empties the queue of this descriptor.
        if pp_evdev_use_monotonic_clock(descriptor.rawValue) < 0 { throw Errno.current }
        var device: OpaquePointer?
        try checked(libevdev_new_from_fd(descriptor.rawValue, &device))
        self.device = device!
        self.descriptor = descriptor
        silence()
    }

    /// A device that exists in memory alone, to be described with `announce`.
    ///
    /// - Throws: `ENOMEM`.
    public init(name: String) throws(Errno) {
        guard let device = libevdev_new() else { throw Errno(ENOMEM) }
        self.device = device
        descriptor = nil
        libevdev_set_name(device, name)
        silence()
    }

    deinit {
        libevdev_free(device)
    }

    /// libevdev writes to stderr by itself; what concerns us comes as errors and as states.
    private func silence() {
        libevdev_set_device_log_function(device, { _, _, _, _, _, _, _, _ in }, LIBEVDEV_LOG_ERROR, nil)
    }

    /// The event node's descriptor, for watching; -1 for a device in memory.
    public var fd: Int32 { descriptor?.rawValue ?? -1 }
    /// The same, kept open by whoever holds it; `nil` for a device in memory.
    public var openDescriptor: FileDescriptor? { descriptor }

    // MARK: What it announces

    public var name: String { String(cString: libevdev_get_name(device)) }
    /// Where it is attached: `usb-0000:00:14.0-2/input1`. Empty where the driver does not tell.
    public var phys: String { libevdev_get_phys(device).map { String(cString: $0) } ?? "" }
    /// Its serial number or Bluetooth address. Empty where the driver does not tell.
    public var uniq: String { libevdev_get_uniq(device).map { String(cString: $0) } ?? "" }
    public var bus: UInt16 { UInt16(truncatingIfNeeded: libevdev_get_id_bustype(device)) }
    public var vendor: UInt16 { UInt16(truncatingIfNeeded: libevdev_get_id_vendor(device)) }
    public var product: UInt16 { UInt16(truncatingIfNeeded: libevdev_get_id_product(device)) }
    public var version: UInt16 { UInt16(truncatingIfNeeded: libevdev_get_id_version(device)) }

    /// Whether the device announces an INPUT_PROP_*.
    public func has(property: UInt16) -> Bool {
        libevdev_has_property(device, UInt32(property)) == 1
    }

    /// Whether the device announces a code of a type: EV_KEY and BTN_LEFT, for example.
    public func has(_ type: UInt16, _ code: UInt16) -> Bool {
        libevdev_has_event_code(device, UInt32(type), UInt32(code)) == 1
    }

    /// The announced codes of a type, in order.
    public func codes(of type: UInt16) -> [UInt16] {
        let last = libevdev_event_type_get_max(UInt32(type))
        guard last >= 0 else { return [] }
        return (0...UInt16(last)).filter { has(type, $0) }
    }

    /// The announced INPUT_PROP_*, in order.
    public var properties: [UInt16] {
        // INPUT_PROP_MAX.
        (0...0x1f).filter { has(property: $0) }
    }

    /// An axis by its ABS_* code, with its present value.
    public func axis(_ code: UInt16) -> AxisInfo? {
        libevdev_get_abs_info(device, UInt32(code)).map { AxisInfo($0.pointee) }
    }

    /// How many slots a type B multi-touch device has; `nil` for all others.
    public var slotCount: Int? {
        let count = libevdev_get_num_slots(device)
        return count >= 0 ? Int(count) : nil
    }

    // MARK: Its state, as of the last event read

    /// An ABS_MT_* value of a slot; `nil` where there is no such slot or axis.
    public func value(slot: Int, _ code: UInt16) -> Int32? {
        var value: Int32 = 0
        guard
            slot >= 0, slot < slotCount ?? 0,
            libevdev_fetch_slot_value(device, UInt32(slot), UInt32(code), &value) == 1
        else { return nil }
        return value
    }

    /// The slot that the next ABS_MT_* events belong to.
    public var currentSlot: Int? {
        let slot = libevdev_get_current_slot(device)
        return slot >= 0 ? Int(slot) : nil
    }

    /// The present value of a code: 1 or 0 for keys; `nil` where the device does not announce it.
    public func value(_ type: UInt16, _ code: UInt16) -> Int32? {
        var value: Int32 = 0
        guard libevdev_fetch_event_value(device, UInt32(type), UInt32(code), &value) == 1 else { return nil }
        return value
    }

    /// Tells what is on the device and in its slots already, as the events that whoever begins to read now has missed.
    /// A slot's old values count: the next touch sends no event for a value that is the same.
    public func tellState(_ event: (_ type: UInt16, _ code: UInt16, _ value: Int32) throws -> Void) rethrows {
        let key = UInt16(EV_KEY)
        let abs = UInt16(EV_ABS)
        let slotCode = UInt16(ABS_MT_SLOT)
        for code in codes(of: key) where value(key, code) != 0 { try event(key, code, 1) }
        for code in codes(of: abs) where code < slotCode {
            if let axis = axis(code) { try event(abs, code, axis.value) }
        }
        guard let count = slotCount, let current = currentSlot else { return }
        let touchCodes = codes(of: abs).filter { $0 > slotCode }
        for slot in 0..<count {
            try event(abs, slotCode, Int32(slot))
            for code in touchCodes {
                if let value = value(slot: slot, code) { try event(abs, code, value) }
            }
        }
        try event(abs, slotCode, Int32(current))
    }

    // MARK: Reading

    /// Reads one event, or one step of a state read back; never waits.
    ///
    /// - Throws: `ENODEV` where the device is gone; others as `read` gives them.
    public func next() throws(Errno) -> InputReading {
        var event = input_event()
        let flag = isSynchronising ? LIBEVDEV_READ_FLAG_SYNC : LIBEVDEV_READ_FLAG_NORMAL
        while true {
            let status = libevdev_next_event(device, flag.rawValue, &event)
            switch status {
            case Int32(LIBEVDEV_READ_STATUS_SUCCESS.rawValue): return .event(InputEvent(event))
            case Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue):
                if isSynchronising { return .difference(InputEvent(event)) }
                isSynchronising = true
                return .dropped
            case -EAGAIN:
                guard isSynchronising else { return .nothing }
                isSynchronising = false
                return .synchronised
            case -EINTR: continue
            default: throw Errno(-status)
            }
        }
    }

    /// Has the state read back as if events had been dropped: what waits is thrown away, and the next calls of
    /// ``next()`` give the difference.
    ///
    /// - Throws: `ENODEV` where the device is gone.
    public func readBack() throws(Errno) {
        guard !isSynchronising else { return }
        var event = input_event()
        try checked(libevdev_next_event(device, LIBEVDEV_READ_FLAG_FORCE_SYNC.rawValue, &event))
        isSynchronising = true
    }

    // MARK: Devices in memory

    public func announce(bus: UInt16, vendor: UInt16, product: UInt16, version: UInt16 = 0) {
        libevdev_set_id_bustype(device, Int32(bus))
        libevdev_set_id_vendor(device, Int32(vendor))
        libevdev_set_id_product(device, Int32(product))
        libevdev_set_id_version(device, Int32(version))
    }

    public func announce(uniq: String) {
        libevdev_set_uniq(device, uniq)
    }

    public func announce(property: UInt16) {
        libevdev_enable_property(device, UInt32(property))
    }

    /// Announces a code that has no range.
    public func announce(_ type: UInt16, _ code: UInt16) {
        libevdev_enable_event_code(device, UInt32(type), UInt32(code), nil)
    }

    /// Announces an axis by its ABS_* code.
    public func announce(axis code: UInt16, _ info: AxisInfo) {
        var raw = info.raw
        libevdev_enable_event_code(device, UInt32(EV_ABS), UInt32(code), &raw)
    }
}
