import CLibinput

/// libinput itself, loaded when somebody asks for it and for good.
///
/// Not linked, so that programs that can do without it start without it and what it needs (libwacom, GLib, …).
public struct LibinputLibrary: Sendable {
    /// Why libinput cannot be used, in the loader's words.
    public struct LoadError: Error, CustomStringConvertible {
        public let description: String
    }

    /// Debian's libinput10; the number has been the same since libinput 0.21.
    public static let usualName = "libinput.so.10"

    /// Where the functions are; never freed.
    nonisolated(unsafe) let calls: UnsafePointer<pp_libinput>

    /// - Parameter name: as for `dlopen`.
    /// - Throws: where there is no such library, or it is older than 1.22.
    public init(_ name: String = LibinputLibrary.usualName) throws(LoadError) {
        let table = UnsafeMutableRawPointer.allocate(
            byteCount: MemoryLayout<pp_libinput>.stride, alignment: MemoryLayout<pp_libinput>.alignment
        ).bindMemory(to: pp_libinput.self, capacity: 1)
        if let message = pp_libinput_load(name, table) {
            table.deallocate()
            throw LoadError(description: String(cString: message))
        }
        calls = UnsafePointer(table)
    }

    /// Whether it is 1.31 or newer: it leaves the pressure of pads with `INPUT_PROP_PRESSUREPAD` alone and names tools.
    public var knowsPressurePads: Bool { calls.pointee.libinput_tablet_tool_get_name != nil }
}
