/// Bytes that come in pieces, cut into lines.
struct LineBuffer {
    /// A line that is longer is no line of a desktop.
    private static let limit = 16 << 20
    private var rest: [UInt8] = []

    struct TooLong: Error {}

    mutating func take(_ bytes: some Sequence<UInt8>) throws(TooLong) -> [[UInt8]] {
        rest += bytes
        var lines: [[UInt8]] = []
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            lines.append(Array(rest[..<end]))
            rest.removeSubrange(...end)
        }
        guard rest.count <= LineBuffer.limit else { throw TooLong() }
        return lines
    }
}
