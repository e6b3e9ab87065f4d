import CSystemd
import Glibc
import Linux

/// A message that came over D-Bus, or is being written. The corresponding C type is `sd_bus_message`.
///
/// Reading goes from field to field; what is not there or of another type gives `nil`, and nothing more can be read.
public final class BusMessage {
    let pointer: OpaquePointer

    /// Takes a reference over.
    init(owning pointer: OpaquePointer) {
        self.pointer = pointer
    }

    convenience init(sharing pointer: OpaquePointer) {
        self.init(owning: sd_bus_message_ref(pointer))
    }

    deinit {
        sd_bus_message_unref(pointer)
    }

    public var sender: String? { sd_bus_message_get_sender(pointer).map { String(cString: $0) } }
    public var member: String? { sd_bus_message_get_member(pointer).map { String(cString: $0) } }

    public func string() -> String? {
        var text: UnsafePointer<CChar>?
        guard sd_bus_message_read_basic(pointer, type("s"), &text) > 0, let text else { return nil }
        return String(cString: text)
    }

    /// An array of strings.
    public func strings() -> [String] {
        guard sd_bus_message_enter_container(pointer, type("a"), "s") > 0 else { return [] }
        var texts: [String] = []
        while let text = string() { texts.append(text) }
        sd_bus_message_exit_container(pointer)
        return texts
    }

    public func boolean() -> Bool? {
        var value: Int32 = 0
        return sd_bus_message_read_basic(pointer, type("b"), &value) > 0 ? value != 0 : nil
    }

    public func int32() -> Int32? {
        var value: Int32 = 0
        return sd_bus_message_read_basic(pointer, type("i"), &value) > 0 ? value : nil
    }

    public func uint32() -> UInt32? {
        var value: UInt32 = 0
        return sd_bus_message_read_basic(pointer, type("u"), &value) > 0 ? value : nil
    }

    /// Calls `body` for each entry of a dictionary with the message at its key; what it leaves unread is passed over.
    ///
    /// - Parameter signature: of an entry's inside: `sv`.
    public func forEachEntry(_ signature: String, _ body: () -> Void) {
        guard sd_bus_message_enter_container(pointer, type("a"), "{\(signature)}") > 0 else { return }
        while sd_bus_message_enter_container(pointer, type("e"), signature) > 0 {
            body()
            while sd_bus_message_at_end(pointer, 0) == 0, sd_bus_message_skip(pointer, nil) > 0 {}
            guard sd_bus_message_exit_container(pointer) >= 0 else { return }
        }
        sd_bus_message_exit_container(pointer)
    }

    /// What a variant holds, read by `body` if it is of this type; passed over if not.
    public func variant<Value>(_ signature: String, _ body: () -> Value?) -> Value? {
        guard sd_bus_message_enter_container(pointer, type("v"), signature) > 0 else {
            sd_bus_message_skip(pointer, "v")
            return nil
        }
        defer { sd_bus_message_exit_container(pointer) }
        return body()
    }

    /// Passes over what the signature says.
    public func skip(_ signature: String) {
        sd_bus_message_skip(pointer, signature)
    }

    func append(_ value: BusValue) throws(Errno) {
        switch value {
        case .string(let text): try append("s", text)
        case .objectPath(let text): try append("o", text)
        case .signature(let text): try append("g", text)
        case .boolean(let value): try append("b", value ? Int32(1) : 0)
        case .byte(let value): try append("y", value)
        case .int16(let value): try append("n", value)
        case .uint16(let value): try append("q", value)
        case .int32(let value): try append("i", value)
        case .uint32(let value): try append("u", value)
        case .int64(let value): try append("x", value)
        case .uint64(let value): try append("t", value)
        case .double(let value): try append("d", value)
        case .array(let elements, let values):
            try checked(sd_bus_message_open_container(pointer, type("a"), elements))
            for value in values { try append(value) }
            try checked(sd_bus_message_close_container(pointer))
        }
    }

    private func append(_ letter: Character, _ text: String) throws(Errno) {
        // What follows a NUL would silently be cut off.
        guard !text.utf8.contains(0) else { throw Errno(EINVAL) }
        try checked(text.withCString { sd_bus_message_append_basic(pointer, type(letter), $0) })
    }

    private func append(_ letter: Character, _ value: some BitwiseCopyable) throws(Errno) {
        try checked(withUnsafePointer(to: value) { sd_bus_message_append_basic(pointer, type(letter), $0) })
    }

    private func type(_ letter: Character) -> CChar { CChar(letter.asciiValue!) }
}
