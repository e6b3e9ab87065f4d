/// Addresses of files, as RFC 8089 writes them.
public enum FileAddress {
    /// `file:///home/me/a%20b` of an absolute path.
    public static func uri(ofPath path: String) -> String {
        var uri = "file://"
        for byte in path.utf8 {
            let letter = Character(UnicodeScalar(byte))
            if byte < 0x80, letter.isLetter || letter.isNumber || "/-._~!$&'()*+,;=:@".contains(letter) {
                uri.append(letter)
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                uri += "%" + (digits.count == 1 ? "0" : "") + digits
            }
        }
        return uri
    }

    /// The path of a `file://` address of this machine; `nil` where it is none, its percent signs are wrong or hide a NUL.
    public static func path(ofURI uri: some StringProtocol) -> String? {
        for prefix in ["file:///", "file://localhost/"] where uri.hasPrefix(prefix) {
            return decoded(uri.dropFirst(prefix.count - 1))
        }
        return nil
    }

    private static func decoded(_ text: some StringProtocol) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit), high + low > 0
            else { return nil }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// The value of a hexadecimal digit; what reads numbers would take a sign as well.
    private static func digit(_ byte: UInt8) -> UInt8? {
        Character(UnicodeScalar(byte)).hexDigitValue.map { UInt8($0) }
    }
}
