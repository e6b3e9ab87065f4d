/// A byte buffer that JSON is written into by hand: no allocation once it is large enough, no locale.
///
/// The memory lives as long as the value; it is never copied.
struct JSONBuffer: ~Copyable {
    private var storage: UnsafeMutableRawBufferPointer
    private(set) var count = 0

    init(capacity: Int) {
        storage = .allocate(byteCount: max(capacity, 64), alignment: 1)
    }

    deinit {
        storage.deallocate()
    }

    /// What has been written; valid until the next write.
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: storage[..<count]) }

    mutating func clear() {
        count = 0
    }

    /// Makes room for `extra` bytes; allocates only where a message is longer than any before it.
    private mutating func reserve(_ extra: Int) {
        guard count + extra > storage.count else { return }
        let larger = UnsafeMutableRawBufferPointer.allocate(
            byteCount: max(storage.count * 2, count + extra), alignment: 1)
        larger.copyMemory(from: bytes)
        storage.deallocate()
        storage = larger
    }

    mutating func byte(_ byte: UInt8) {
        reserve(1)
        storage[count] = byte
        count += 1
    }

    /// Text that needs no escaping.
    mutating func literal(_ text: StaticString) {
        reserve(text.utf8CodeUnitCount)
        UnsafeMutableRawBufferPointer(rebasing: storage[count...]).copyMemory(
            from: UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
        count += text.utf8CodeUnitCount
    }

    /// A string with its quotes, escaped where JSON demands it.
    mutating func string(_ text: String) {
        byte(UInt8(ascii: "\""))
        for unit in text.utf8 {
            switch unit {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                byte(UInt8(ascii: "\\"))
                byte(unit)
            case 0..<0x20:
                literal("\\u00")
                byte(Self.hexDigit(unit >> 4))
                byte(Self.hexDigit(unit & 15))
            default: byte(unit)
            }
        }
        byte(UInt8(ascii: "\""))
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }

    mutating func bool(_ value: Bool) {
        if value { literal("true") } else { literal("false") }
    }

    /// A whole number. What varlink's `int` (64 bits, signed) cannot hold becomes its end.
    mutating func integer(_ value: some BinaryInteger) {
        let value = Int64(clamping: value)
        if value < 0 { byte(UInt8(ascii: "-")) }
        digits(value.magnitude, atLeast: 1)
    }

    /// A number with exactly `decimals` digits after the point, rounded to the nearest.
    ///
    /// JSON knows no infinities and no NaN: infinities and what lies beyond ±10⁹ become ±10⁹, NaN becomes 0. Nothing
    /// that is measured on a pad comes near.
    mutating func number(_ value: Float, decimals: Int) {
        var scale: UInt64 = 1
        for _ in 0..<decimals { scale *= 10 }
        let clamped = value.isNaN ? 0 : min(max(Double(value), -1e9), 1e9)
        let scaled = Int64((clamped * Double(scale)).rounded())
        if scaled < 0 { byte(UInt8(ascii: "-")) }
        digits(scaled.magnitude / scale, atLeast: 1)
        if decimals > 0 {
            byte(UInt8(ascii: "."))
            digits(scaled.magnitude % scale, atLeast: decimals)
        }
    }

    private mutating func digits(_ value: UInt64, atLeast minimum: Int) {
        var length = 1
        var rest = value / 10
        while rest > 0 {
            length += 1
            rest /= 10
        }
        length = max(length, minimum)
        reserve(length)
        rest = value
        for index in (count..<count + length).reversed() {
            storage[index] = UInt8(ascii: "0") + UInt8(rest % 10)
            rest /= 10
        }
        count += length
    }
}
