import FoundationEssentials
import Glibc
import Linux
import PeekPopWire
import Recognition
import Systemd

/// Calibrations and learned click levels on disk: a file a pad, `<device-key>.json`, written atomically.
///
/// A damaged file is set aside (`….json.damaged`) and reported; one of a newer version, or one that cannot be read, is left
/// alone and not used.
final class CalibrationStore {
    /// What a file holds.
    private struct Record: Codable, Equatable {
        static let version = 1

        struct Learned: Codable, Equatable {
            var pressure: Float
            var clicks: Int
        }

        var version = Record.version
        var device: String
        var calibration: Wire.Calibration?
        var learned: Learned?
    }

    /// Read before the rest, which a newer version may have changed.
    private struct Version: Codable {
        var version: Int
    }

    /// Why something could not be kept.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// `nil`: nothing is read or kept.
    private let folder: String?
    private let reporter: Reporter
    private var records: [String: Record] = [:]
    /// Pads whose file could not be taken in and lies where it was, with the reason: it is not ours to overwrite.
    private var untouchable: [String: Failure] = [:]

    /// - Parameter folder: has to exist; `nil` where there is no place to keep anything.
    init(folder: String?, _ reporter: Reporter) {
        self.folder = folder
        self.reporter = reporter
    }

    func calibration(of device: String) -> Wire.Calibration? { record(device).calibration }

    func learned(of device: String) -> LearnedClick? {
        record(device).learned.map { LearnedClick(pressure: $0.pressure, clicks: $0.clicks) }
    }

    /// Keeps a calibration; it has to make sense already.
    func set(_ calibration: Wire.Calibration, for device: String) throws(Failure) {
        var record = record(device)
        record.calibration = calibration
        try write(record)
    }

    /// Keeps a learned click level. What cannot be written is said once, and learned again next time.
    func keep(_ learned: LearnedClick, for device: String) {
        guard folder != nil else { return }
        var record = record(device)
        let kept = Record.Learned(pressure: learned.pressure, clicks: learned.clicks)
        guard record.learned != kept else { return }
        record.learned = kept
        do throws(Failure) {
            try write(record)
        } catch {
            reporter.warning("\(error)")
            records[device] = record
        }
    }

    /// Forgets a pad's calibration and learned clicks.
    func reset(_ device: String) throws(Failure) {
        if let reason = untouchable[device] { throw reason }
        records[device] = Record(device: device)
        guard let path = path(device), unlink(path) != 0 else { return }
        let error = Errno.current
        if error.rawValue != ENOENT { throw Failure(description: "removing \(path): \(error)") }
    }

    private func path(_ device: String) -> String? {
        // Ids are safe as file names by construction; a slash would be somebody's trick.
        guard let folder, !device.contains("/"), !device.hasPrefix(".") else { return nil }
        return "\(folder)/\(device).json"
    }

    // MARK: Reading

    private func record(_ device: String) -> Record {
        if let record = records[device] { return record }
        let record = read(device) ?? Record(device: device)
        records[device] = record
        return record
    }

    private func read(_ device: String) -> Record? {
        guard let path = path(device), access(path, F_OK) == 0 else { return nil }
        let data: Data
        do {
            data = try Data(contentsOf: URL(filePath: path))
        } catch {
            leave(
                device,
                "\(path) cannot be read; it is neither used nor overwritten. Mend its permissions, or move it away")
            return nil
        }
        if let version = try? JSONDecoder().decode(Version.self, from: data), version.version > Record.version {
            leave(
                device,
                "\(path) was written by a newer PeekPop; it is neither used nor overwritten."
                    + " Install that version again, or move the file away")
            return nil
        }
        if let record = try? JSONDecoder().decode(Record.self, from: data), record.device == device { return record }
        let aside = path + ".damaged"
        guard rename(path, aside) == 0 else {
            leave(device, "\(path) is damaged and cannot be set aside (\(Errno.current)); move it away")
            return nil
        }
        reporter.warning("\(path) is damaged and was set aside as \(aside); \(device) starts without its calibration")
        return nil
    }

    private func leave(_ device: String, _ reason: String) {
        untouchable[device] = Failure(description: reason)
        reporter.warning(reason)
    }

    // MARK: Writing

    private func write(_ record: Record) throws(Failure) {
        if let reason = untouchable[record.device] { throw reason }
        guard let path = path(record.device) else {
            throw Failure(description: "there is no folder to keep calibrations in (STATE_DIRECTORY is not set)")
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        do {
            // Readable for all: there is nothing secret in how hard somebody presses.
            try WholeFile.replace(path, with: encoder.encode(record), isDurable: true)
        } catch {
            throw Failure(description: "writing \(path): \(error)")
        }
        records[record.device] = record
    }
}
