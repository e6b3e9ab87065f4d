import FoundationEssentials
import Glibc
import Linux
import PeekPopWire
import Recognition

/// A calibration as a file: what `org.peekpop.Calibration.Get` answers, or the calibration in it.
enum CalibrationFile {
    private struct Enclosed: Decodable {
        var calibration: Wire.Calibration
    }

    static func read(_ path: String) throws -> Calibration {
        let bytes: Data
        do throws(Errno) {
            bytes = try contents(path)
        } catch {
            throw CommandFailure("\(SystemError("reading the calibration \(path)", error))")
        }
        let decoder = JSONDecoder()
        guard
            let calibration = (try? decoder.decode(Enclosed.self, from: bytes))?.calibration
                ?? (try? decoder.decode(Wire.Calibration.self, from: bytes))
        else {
            throw CommandFailure("\(path): this is no calibration in JSON, as org.peekpop.Calibration.Get gives it")
        }
        return calibration.values
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
