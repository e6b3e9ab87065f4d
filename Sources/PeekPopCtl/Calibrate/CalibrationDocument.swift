import Calibrating
import FoundationEssentials
import Glibc
import Linux
import PeekPopWire
import Recognition

/// A calibration as `peekpopctl calibrate --export` writes and `--import` reads it.
///
/// The form is that of the daemon's own files in `/var/lib/peekpop`, which can be imported as well, as can what
/// `org.peekpop.Calibration.Get` answers. The same calibration is the same bytes every time.
enum CalibrationDocument {
    static let version = 1
    /// A calibration has a dozen numbers.
    private static let limit = 1 << 20

    private struct Document: Codable {
        var version: Int
        var device: String
        var calibration: Wire.Calibration
    }

    /// Read before the rest, which a newer version may have changed.
    private struct Outline: Decodable {
        struct Present: Decodable {
            init(from decoder: any Decoder) {}
        }

        var version: Int?
        var device: String?
        var calibration: Present?
        var learned: Present?
    }

    private struct Enclosing: Decodable {
        var calibration: Wire.Calibration
        var names: Names

        private enum CodingKeys: CodingKey { case calibration }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            calibration = try container.decode(Wire.Calibration.self, forKey: .calibration)
            names = try container.decode(Names.self, forKey: .calibration)
        }
    }

    /// What the values of an object are called.
    private struct Names: Decodable {
        private struct Key: CodingKey {
            var stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        var all: [String]

        init(from decoder: any Decoder) throws {
            all = try decoder.container(keyedBy: Key.self).allKeys.map(\.stringValue).sorted()
        }
    }

    /// All that a calibration of this version can say. A name beside these is a slip of whoever edited the file: passed
    /// over, it would leave its level to the defaults without a word.
    private static let known: Set<String> = [
        "device", "zeroPressure", "clickPressure", "unitsPerGram", "hint", "peek", "pop", "gesturesEnabled",
        "restingPressure", "restingAspect", "provenance",
    ]

    // MARK: Writing

    static func file(_ calibration: Wire.Calibration) throws -> Data {
        let document = Document(version: version, device: calibration.device, calibration: calibration)
        return try encoded(document, [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes])
    }

    /// Whether a file that begins with these bytes is one that ``file(_:)`` made.
    static func isOne(_ beginning: [UInt8]) -> Bool {
        beginning.starts(with: "{\n  \"calibration\" : {".utf8)
    }

    /// The same as ``file(_:)`` in one line.
    static func compact(_ calibration: Wire.Calibration) throws -> Data {
        let document = Document(version: version, device: calibration.device, calibration: calibration)
        return try encoded(document, [.sortedKeys, .withoutEscapingSlashes])
    }

    /// Why there is no calibration, in one line of JSON.
    static func line(_ refusal: CalibrationRefusal, device: String) throws -> Data {
        struct Refused: Encodable {
            var device: String
            var refused: String
            var advice: String
            var counts: Wire.Counts
            var figures: Wire.Figures?
        }
        let refused = Refused(
            device: device, refused: refusal.reason, advice: refusal.advice, counts: Wire.Counts(refusal.counts),
            figures: refusal.figures.map(Wire.Figures.init))
        return try encoded(refused, [.sortedKeys, .withoutEscapingSlashes])
    }

    /// One line of JSON.
    static func line(_ calibration: Wire.Calibration) throws -> Data {
        try encoded(calibration, [.sortedKeys, .withoutEscapingSlashes])
    }

    private static func encoded(_ value: some Encodable, _ form: JSONEncoder.OutputFormatting) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = form
        var bytes = try encoder.encode(value)
        if form.contains(.prettyPrinted) { bytes.append(UInt8(ascii: "\n")) }
        return bytes
    }

    // MARK: Reading

    /// - Parameters:
    ///   - path: `-` is standard input.
    ///   - name: for messages.
    static func read(_ path: String, name: String) throws(CommandFailure) -> Wire.Calibration {
        let bytes: Data
        do throws(Errno) {
            let file = path == "-" ? FileDescriptor(owning: dup(STDIN_FILENO)) : try FileDescriptor.open(path, O_RDONLY)
            bytes = Data(try file.readAll(limit: limit))
        } catch {
            throw CommandFailure("\(SystemError("reading the calibration \(name)", error))")
        }
        return try parse(bytes, name: name)
    }

    static func parse(_ bytes: Data, name: String) throws(CommandFailure) -> Wire.Calibration {
        func damaged(_ what: String) -> CommandFailure {
            CommandFailure("\(name): this is no calibration, or a damaged one: \(what)")
        }
        guard !bytes.isEmpty else { throw damaged("it is empty") }
        let decoder = JSONDecoder()
        let outline: Outline
        do {
            outline = try decoder.decode(Outline.self, from: bytes)
        } catch {
            throw damaged(words(error))
        }
        if let version = outline.version, version > CalibrationDocument.version {
            throw CommandFailure(
                "\(name): this calibration was written by a newer PeekPop (its form is \(version), known here is"
                    + " \(CalibrationDocument.version)); import it with that version")
        }
        if let version = outline.version, version < 1 { throw damaged("its version is \(version)") }
        if outline.calibration == nil, outline.learned != nil {
            throw CommandFailure("\(name): it has a click level learned from clicks, and no calibration")
        }
        let calibration: Wire.Calibration
        let names: Names
        do {
            if outline.calibration == nil {
                calibration = try decoder.decode(Wire.Calibration.self, from: bytes)
                names = try decoder.decode(Names.self, from: bytes)
            } else {
                let enclosing = try decoder.decode(Enclosing.self, from: bytes)
                calibration = enclosing.calibration
                names = enclosing.names
            }
        } catch {
            throw damaged(words(error))
        }
        if outline.calibration != nil, let device = outline.device, device != calibration.device {
            throw damaged("it names two pads, \(device.drawable) and \(calibration.device.drawable)")
        }
        // Beside the calibration itself there may be a version.
        let also: Set<String> = outline.calibration == nil ? ["version"] : []
        if let stranger = names.all.first(where: { !known.contains($0) && !also.contains($0) }) {
            throw damaged("a calibration has no '\(stranger.drawable)'")
        }
        guard calibration.values != Recognition.Calibration() else {
            throw damaged("it sets no level, and nothing else; --reset removes a calibration")
        }
        return calibration
    }

    private static func words(_ error: any Error) -> String {
        func place(_ context: DecodingError.Context, _ key: (any CodingKey)? = nil) -> String {
            (context.codingPath + (key.map { [$0] } ?? [])).map(\.stringValue).joined(separator: ".").drawable
        }
        switch error as? DecodingError {
        case .keyNotFound(let key, let context)?: return "'\(place(context, key))' is missing"
        case .valueNotFound(_, let context)?: return "'\(place(context))' has no value"
        case .typeMismatch(_, let context)?:
            let place = place(context)
            return place.isEmpty ? "it is no JSON object" : "'\(place)' is of the wrong kind"
        case .dataCorrupted(let context)?:
            let place = place(context)
            return place.isEmpty ? "it is no JSON" : "'\(place)' cannot be understood"
        case nil: return "it cannot be read"
        @unknown default: return "it cannot be read"
        }
    }
}
