/// Cuts a source into lines.
struct LineReader {
    /// No line of the formats is as long; what is beyond is passed over.
    static let longest = 65_536

    private let source: ByteSource
    private var chunk = [UInt8](repeating: 0, count: 65_536)
    private var position = 0
    private var filled = 0
    /// The line last read, without its end (LF or CR LF).
    private(set) var bytes: [UInt8] = []
    /// Its number, from 1.
    private(set) var number = 0
    /// Whether it ended with a newline; only a file's last can be without.
    private(set) var isWhole = true

    init(_ source: ByteSource) {
        self.source = source
    }

    /// Reads the next line into ``bytes``. False at the end of the file.
    mutating func next() -> Bool {
        bytes.removeAll(keepingCapacity: true)
        var hasBegun = false
        while true {
            if position == filled {
                filled = chunk.withUnsafeMutableBytes { source.read(into: $0) }
                position = 0
                if filled == 0 {
                    isWhole = false
                    if hasBegun { number += 1 }
                    return hasBegun
                }
            }
            hasBegun = true
            let rest = chunk[position..<filled]
            let stop = rest.firstIndex(of: UInt8(ascii: "\n")) ?? filled
            bytes.append(contentsOf: chunk[position..<min(stop, position + LineReader.longest - bytes.count)])
            position = stop
            guard stop < filled else { continue }
            position += 1
            number += 1
            isWhole = true
            if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
            // A byte order mark belongs to no line.
            if number == 1, bytes.starts(with: [0xef, 0xbb, 0xbf]) { bytes.removeFirst(3) }
            return true
        }
    }
}
