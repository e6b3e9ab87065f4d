import FoundationEssentials
import Glibc

/// Why a byte stream cannot be cut into messages.
public enum FramingError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The message is longer than `limit` bytes, or has not ended after so many.
    case tooLong(limit: Int)

    public var description: String {
        switch self {
        case .tooLong(let limit): "a message of more than \(limit) bytes"
        }
    }
}

/// Cuts a byte stream into messages, each ended by a NUL byte.
///
/// Every byte is looked at once, however small the pieces are in which it arrives.
public struct MessageFramer {
    /// The longest message a server takes, in bytes, without the NUL.
    public static let serverLimit = 64 << 10

    /// The longest message accepted, in bytes, without the NUL.
    public let limit: Int
    private var storage: [UInt8] = []
    /// `storage[start..<end]` has arrived and is not yet handed out.
    private var start = 0
    private var end = 0
    /// Up to here there is no NUL.
    private var scanned = 0

    private static let leastSpace = 4 << 10
    /// So much is kept between messages; what a long one took is given back.
    private static let usualSpace = 8 << 10

    public init(limit: Int = MessageFramer.serverLimit) {
        self.limit = limit
    }

    /// Whether a message has begun and not ended, or waits to be taken.
    public var isEmpty: Bool { start == end }

    /// Bytes of memory, as far as they are more than any connection needs.
    var heldBytes: Int { max(0, storage.count - Self.usualSpace) }

    /// Lets `read` put bytes at the end of what has arrived; it returns how many.
    public mutating func fill<E>(
        _ read: (UnsafeMutableRawBufferPointer) throws(E) -> Int
    ) throws(E) -> Int {
        makeSpace()
        let end = end
        // The standard library's `withUnsafeMutableBytes` does not carry the type of an error through.
        let count = try storage.withUnsafeMutableBytes { bytes -> Result<Int, E> in
            do throws(E) {
                return .success(try read(UnsafeMutableRawBufferPointer(rebasing: bytes[end...])))
            } catch {
                return .failure(error)
            }
        }.get()
        precondition(count >= 0 && count <= storage.count - end)
        self.end += count
        return count
    }

    /// Adds `bytes` to what has arrived.
    public mutating func append(_ bytes: some Sequence<UInt8>) {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            rest = rest.dropFirst(
                fill { space in
                    let count = min(space.count, rest.count)
                    space.copyBytes(from: rest.prefix(count))
                    return count
                })
        }
    }

    /// The next whole message without its NUL, or `nil` until more has arrived.
    ///
    /// - Throws: ``FramingError/tooLong(limit:)``, even before such a message has ended; nothing can follow it.
    public mutating func next() throws(FramingError) -> Data? {
        let terminator = storage.withUnsafeBytes { bytes -> Int? in
            guard let base = bytes.baseAddress, let found = memchr(base + scanned, 0, end - scanned) else { return nil }
            return UnsafeRawPointer(found) - base
        }
        guard (terminator ?? end) - start <= limit else { throw .tooLong(limit: limit) }
        guard let terminator else {
            scanned = end
            return nil
        }
        let message = Data(storage[start..<terminator])
        start = terminator + 1
        scanned = start
        if start == end {
            start = 0
            end = 0
            scanned = 0
            if storage.count > Self.usualSpace { storage = [] }
        }
        return message
    }

    /// Moves what waits to the front, or doubles the storage, when little space is left.
    private mutating func makeSpace() {
        guard storage.count - end < Self.leastSpace else { return }
        // Moving only what is at most half of the storage keeps the cost of a byte constant.
        if start > 0, end - start <= storage.count / 2 {
            storage.withUnsafeMutableBytes { bytes in
                guard let base = bytes.baseAddress else { return }
                memmove(base, base + start, end - start)
            }
            end -= start
            scanned -= start
            start = 0
        }
        if storage.count - end < Self.leastSpace {
            storage.append(contentsOf: repeatElement(0, count: max(storage.count, Self.leastSpace)))
        }
    }
}
