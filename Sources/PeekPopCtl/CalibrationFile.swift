import FoundationEssentials
import Glibc
import Linux
import PeekPopWire
import Recognition

/// A calibration as a file: one of the daemon's own, what `org.peekpop.Calibration.Get` answers, or the calibration in it.
struct CalibrationFile: Equatable {
    var calibration: Calibration?
    var learned: LearnedClick?

    private struct Enclosing: Decodable {
        struct Learned: Decodable {
            var pressure: Float
            var clicks: Int
        }

        var calibration: Wire.Calibration?
        var learned: Learned?
    }

    static func read(_ path: String) throws -> CalibrationFile {
        let bytes: Data
        do throws(Errno) {
            bytes = try contents(path)
        } catch {
            throw CommandFailure("\(SystemError("reading the calibration \(path)", error))")
        }
        guard let file = CalibrationFile(bytes) else {
            throw CommandFailure("\(path): this is no calibration in JSON, as org.peekpop.Calibration.Get gives it")
        }
        return file
    }

    init?(_ bytes: Data) {
        let decoder = JSONDecoder()
        if let file = try? decoder.decode(Enclosing.self, from: bytes), file.calibration != nil || file.learned != nil {
            calibration = file.calibration?.values
            learned = file.learned.map { LearnedClick(pressure: $0.pressure, clicks: $0.clicks) }
        } else if let bare = try? decoder.decode(Wire.Calibration.self, from: bytes) {
            calibration = bare.values
        } else {
            return nil
        }
    }

    private static func contents(_ path: String) throws(Errno) -> Data {
        let file = try FileDescriptor.open(path, O_RDONLY)
        var bytes = Data()
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 1)
        defer { buffer.deallocate() }
        while true {
            let count = try file.read(into: buffer)
            if count == 0 { return bytes }
            bytes.append(contentsOf: buffer[..<count])
            // A calibration has a dozen numbers.
            if bytes.count > 1 << 20 { throw Errno(EFBIG) }
        }
    }
}
