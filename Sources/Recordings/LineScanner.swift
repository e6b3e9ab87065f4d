/// Reads a line's fields from left to right. Every `nil` leaves the position where it was.
struct LineScanner {
    private let bytes: [UInt8]
    private(set) var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { position >= bytes.count }

    mutating func skipSpaces() {
        while position < bytes.count, bytes[position] == UInt8(ascii: " ") || bytes[position] == UInt8(ascii: "\t") {
            position += 1
        }
    }

    /// Passes over `word` where it comes next.
    mutating func take(_ word: StaticString) -> Bool {
        let length = word.utf8CodeUnitCount
        guard bytes.count - position >= length else { return false }
        for index in 0..<length where bytes[position + index] != word.utf8Start[index] { return false }
        position += length
        return true
    }

    /// Passes over everything up to the end of the next `word`.
    mutating func skip(past word: StaticString) -> Bool {
        let before = position
        while position < bytes.count {
            if take(word) { return true }
            position += 1
        }
        position = before
        return false
    }

    /// Whether `word` still comes somewhere.
    func contains(_ word: StaticString) -> Bool {
        var copy = self
        return copy.skip(past: word)
    }

    /// Digits of the base, after spaces; in base 16 with or without `0x`.
    mutating func unsigned(base: UInt64 = 10) -> UInt64? {
        let before = position
        skipSpaces()
        if base == 16, !take("0x") { _ = take("0X") }
        var value: UInt64 = 0
        let first = position
        while position < bytes.count, let digit = digit(bytes[position], base: base) {
            let (scaled, overflow) = value.multipliedReportingOverflow(by: base)
            let (sum, carry) = scaled.addingReportingOverflow(digit)
            if overflow || carry {
                position = before
                return nil
            }
            value = sum
            position += 1
        }
        if position > first { return value }
        position = before
        return nil
    }

    mutating func uint16(base: UInt64 = 10) -> UInt16? {
        let before = position
        if let value = unsigned(base: base), let exact = UInt16(exactly: value) { return exact }
        position = before
        return nil
    }

    mutating func int32(base: UInt64 = 10) -> Int32? {
        let before = position
        skipSpaces()
        let isNegative = take("-")
        if position < bytes.count, let magnitude = unsigned(base: base), magnitude <= 1 << 32,
            let value = Int32(exactly: isNegative ? -Int64(magnitude) : Int64(magnitude))
        {
            return value
        }
        position = before
        return nil
    }

    /// `seconds.microseconds`, as printed by `%ld.%06ld`. `nil` also beyond what 64 bits of µs hold.
    mutating func timeUsec() -> UInt64? {
        let before = position
        if let seconds = unsigned(), take("."), let usec = sixDigits(),
            let time = RecordingTime.usec(seconds: seconds, usec: usec)
        {
            return time
        }
        position = before
        return nil
    }

    /// What is left, as text; bytes that are no UTF-8 become U+FFFD.
    mutating func rest() -> String {
        defer { position = bytes.count }
        return String(decoding: bytes[position...], as: UTF8.self)
    }

    private mutating func sixDigits() -> UInt64? {
        var value: UInt64 = 0
        var count = 0
        while position < bytes.count, let digit = digit(bytes[position], base: 10) {
            // Beyond microseconds: passed over.
            if count < 6 { value = value * 10 + digit }
            count += 1
            position += 1
        }
        guard count > 0 else { return nil }
        for _ in min(count, 6)..<6 { value *= 10 }
        return value
    }

    private func digit(_ byte: UInt8, base: UInt64) -> UInt64? {
        let value: UInt64
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): value = UInt64(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): value = UInt64(byte - UInt8(ascii: "a")) + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): value = UInt64(byte - UInt8(ascii: "A")) + 10
        default: return nil
        }
        return value < base ? value : nil
    }
}

enum RecordingTime {
    /// `nil` where 64 bits do not hold it; one bit is kept free so that differences stay within Int64.
    static func usec(seconds: UInt64, usec: UInt64) -> UInt64? {
        let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        let (time, carry) = scaled.addingReportingOverflow(usec)
        return overflow || carry || time > UInt64(Int64.max) ? nil : time
    }
}
