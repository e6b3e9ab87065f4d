import CLinux
import Glibc
import Linux

/// Makes a loop turn, from anywhere: also from another thread. The corresponding C function is `pipe2`.
struct Wakeup: Sendable {
    private final class Ends: Sendable {
        let reading: Int32
        let writing: Int32

        init() throws(Errno) {
            var ends: [Int32] = [-1, -1]
            _ = try retrying { pp_pipe(&ends) }
            (reading, writing) = (ends[0], ends[1])
            // Neither side may ever wait. F_SETFL fails only for descriptors that are not open.
            for end in ends { precondition(fcntl(end, F_SETFL, O_NONBLOCK) == 0) }
        }

        deinit {
            close(reading)
            close(writing)
        }
    }

    private let ends: Ends

    init() throws(Errno) {
        ends = try Ends()
    }

    /// Readable once ``wake()`` was called, until ``clear()``.
    var fileDescriptor: Int32 { ends.reading }

    func wake() {
        // A full pipe is as good as one byte more.
        _ = write(ends.writing, [1], 1)
    }

    func clear() {
        var bytes: (UInt64, UInt64) = (0, 0)
        while withUnsafeMutableBytes(of: &bytes, { read(ends.reading, $0.baseAddress, $0.count) }) > 0 {}
    }
}
