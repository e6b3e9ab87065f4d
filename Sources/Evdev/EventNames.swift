import CEvdev

/// The kernel's names for events and properties, as libevdev knows them.
public enum EventNames {
    /// The number of an event type by its name: `EV_ABS` is 3; `nil` for what is none.
    public static func type(_ name: String) -> UInt16? {
        UInt16(exactly: libevdev_event_type_from_name(name))
    }

    /// The number of a code by its name: `ABS_MT_PRESSURE` is 0x3a; `nil` for what is none.
    public static func code(_ name: String) -> UInt16? {
        UInt16(exactly: libevdev_event_code_from_code_name(name))
    }

    /// The highest code of a type; `nil` for a type that is none, and for one without codes.
    public static func lastCode(of type: UInt16) -> UInt16? {
        UInt16(exactly: libevdev_event_type_get_max(UInt32(type)))
    }
}
