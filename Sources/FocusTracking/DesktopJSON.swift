import FoundationEssentials

/// JSON as desktops write it. X lets a title be any bytes; i3 4.22 makes text of them, which others are not relied upon to do.
enum DesktopJSON {
    static func decode<Value: Decodable>(_ type: Value.Type, from bytes: some Collection<UInt8>) throws -> Value {
        // Bytes that are no text become U+FFFD; everything else stays as it is.
        let text = String(decoding: bytes, as: UTF8.self)
        return try JSONDecoder().decode(type, from: Data(text.utf8))
    }
}
