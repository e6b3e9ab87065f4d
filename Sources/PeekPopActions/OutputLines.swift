/// What a program writes, as lines for the log: the first few, and how much was left out.
struct OutputLines {
    /// A longer line is cut.
    private static let lineLimit = 400

    private let limit: Int
    private var count = 0
    private var line: [UInt8] = []
    private(set) var leftOut = 0

    init(limit: Int) {
        self.limit = limit
    }

    /// - Returns: lines that are whole now.
    mutating func take(_ bytes: UnsafeRawBufferPointer) -> [String] {
        guard count < limit else {
            leftOut += bytes.count
            return []
        }
        var lines: [String] = []
        for (index, byte) in bytes.enumerated() {
            if byte == UInt8(ascii: "\n") {
                lines.append(cut())
                if count == limit {
                    leftOut += bytes.count - index - 1
                    break
                }
            } else if line.count < OutputLines.lineLimit {
                line.append(byte)
            } else {
                leftOut += 1
            }
        }
        return lines
    }

    /// At the end: a last line without a break.
    mutating func finish() -> [String] { line.isEmpty ? [] : [cut()] }

    private mutating func cut() -> String {
        defer { line = [] }
        count += 1
        return String(decoding: line, as: UTF8.self)
    }
}
