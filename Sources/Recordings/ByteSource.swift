import Glibc
import Linux

/// Where a reader takes its bytes from, in one pass: a file or memory. The first of them can be looked at beforehand.
final class ByteSource {
    private enum Origin {
        case file(FileDescriptor)
        case memory([UInt8])
    }

    /// For errors.
    let name: String
    private let origin: Origin
    /// How much of ``head`` or of the memory has been given out.
    private var given = 0
    private(set) var head: [UInt8] = []
    /// The system's answer where a read failed: a C callback cannot throw it.
    private(set) var failure: Errno?

    /// Enough to meet a recording's first typical line behind any comment or noise.
    static let headSize = 65_536

    init(path: String) throws(RecordingError) {
        name = path
        do throws(Errno) {
            origin = .file(try FileDescriptor.open(path, O_RDONLY))
        } catch {
            throw RecordingError(file: path, problem: .system(SystemError("opening \(path)", error)))
        }
        while head.count < ByteSource.headSize {
            let chunk = try chunk(atMost: ByteSource.headSize - head.count)
            if chunk.isEmpty { break }
            head += chunk
        }
    }

    init(bytes: [UInt8], name: String) {
        self.name = name
        origin = .memory(bytes)
        head = Array(bytes.prefix(ByteSource.headSize))
    }

    private func chunk(atMost count: Int) throws(RecordingError) -> [UInt8] {
        guard case .file(let file) = origin else { return [] }
        var failed: Errno?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            do throws(Errno) { filled = try file.read(into: UnsafeMutableRawBufferPointer(buffer)) } catch {
                failed = error
            }
        }
        if let failed { throw error(failed) }
        return bytes
    }

    /// Fills `buffer` with the next bytes. 0: the end, or ``failure`` says why not.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let stored: [UInt8]
        switch origin {
        case .memory(let bytes): stored = bytes
        case .file: stored = head
        }
        if given < stored.count {
            let count = min(buffer.count, stored.count - given)
            stored.withUnsafeBytes {
                buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[given..<given + count]))
            }
            given += count
            return count
        }
        guard case .file(let file) = origin, failure == nil else { return 0 }
        do throws(Errno) { return try file.read(into: buffer) } catch {
            failure = error
            return 0
        }
    }

    func error(_ errno: Errno) -> RecordingError {
        RecordingError(file: name, problem: .system(SystemError("reading \(name)", errno)))
    }
}
