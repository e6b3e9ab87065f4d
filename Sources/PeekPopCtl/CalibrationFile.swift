import FoundationEssentials
import Glibc
import InputSources
import Linux
import PeekPopWire
import Recognition
import Recordings

/// A calibration as a file: one of the daemon's own, what `org.peekpop.Calibration.Get` answers, or the calibration in it.
struct CalibrationFile: Equatable {
    var calibration: Calibration?
    var learned: LearnedClick?
    /// The pad it was made for; `nil` where only a learned click level is in it.
    var device: String?

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
            device = file.calibration?.device
            learned = file.learned.map { LearnedClick(pressure: $0.pressure, clicks: $0.clicks) }
        } else if let bare = try? decoder.decode(Wire.Calibration.self, from: bytes) {
            calibration = bare.values
            device = bare.device
        } else {
            return nil
        }
    }

    /// What to say where it was made for none of the pads of a recording: somebody may want to see what it would do there,
    /// but should know it.
    func doubt(_ recording: Recording, name: String) -> String? {
        guard let device else { return nil }
        let there = RecordingPlayer(recording, name: name).descriptions.map(\.id)
        guard !there.isEmpty, !there.contains(device) else { return nil }
        return "\(name): the calibration was made for \(device.drawable), this is of"
            + " \(there.map(\.drawable).joined(separator: ", ")): levels of one pad mean little to another"
    }

    private static func contents(_ path: String) throws(Errno) -> Data {
        // A calibration has a dozen numbers.
        Data(try WholeFile.read(path, limit: 1 << 20))
    }
}
