import CYaml

/// libyaml's parser, one event at a time: nothing is kept, so a recording's size does not matter, and an alias is an
/// event like any other, so that there is nothing to expand.
final class YamlEvents {
    enum Event {
        case scalar
        case alias
        case sequenceStart
        case sequenceEnd
        case mappingStart
        case mappingEnd
        case documentEnd
        case end
    }

    /// The parser's own words.
    struct Failure: Error {
        let line: Int
        let message: String
    }

    /// A recording nests seven deep.
    static let deepest = 64

    private let source: ByteSource
    private let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    private var event = yaml_event_t()
    private var hasEvent = false
    private var depth = 0
    /// Where the present event begins, from 1.
    private(set) var line = 0

    init(_ source: ByteSource) {
        self.source = source
        // Fails only without memory, as Swift's own allocations do.
        precondition(yaml_parser_initialize(parser) == 1, "no memory for a YAML parser")
        yaml_parser_set_input(
            parser,
            { data, buffer, size, read in
                let source = Unmanaged<ByteSource>.fromOpaque(data!).takeUnretainedValue()
                read!.pointee = source.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: size))
                return source.failure == nil ? 1 : 0
            }, Unmanaged.passUnretained(source).toOpaque())
    }

    deinit {
        if hasEvent { yaml_event_delete(&event) }
        yaml_parser_delete(parser)
        parser.deallocate()
    }

    func next() throws(Failure) -> Event {
        while true {
            if hasEvent { yaml_event_delete(&event) }
            hasEvent = false
            guard yaml_parser_parse(parser, &event) == 1 else { throw failure() }
            hasEvent = true
            line = Int(event.start_mark.line) + 1
            switch event.type {
            case YAML_SCALAR_EVENT: return .scalar
            case YAML_ALIAS_EVENT: return .alias
            case YAML_SEQUENCE_START_EVENT:
                try descend()
                return .sequenceStart
            case YAML_MAPPING_START_EVENT:
                try descend()
                return .mappingStart
            case YAML_SEQUENCE_END_EVENT:
                depth -= 1
                return .sequenceEnd
            case YAML_MAPPING_END_EVENT:
                depth -= 1
                return .mappingEnd
            case YAML_DOCUMENT_END_EVENT: return .documentEnd
            case YAML_STREAM_END_EVENT, YAML_NO_EVENT: return .end
            default: continue
            }
        }
    }

    /// Passes over what began with `event`, whatever it holds.
    func skip(_ event: Event) throws(Failure) {
        guard event == .sequenceStart || event == .mappingStart else { return }
        let outside = depth - 1
        while depth > outside { _ = try next() }
    }

    /// The present scalar's bytes.
    func withScalar<T>(_ body: (UnsafeBufferPointer<UInt8>) -> T) -> T {
        body(UnsafeBufferPointer(start: event.data.scalar.value, count: Int(event.data.scalar.length)))
    }

    var text: String { withScalar { String(decoding: $0, as: UTF8.self) } }

    /// The present scalar as a decimal or `0x` number.
    var integer: Int64? {
        withScalar { bytes in
            var digits = bytes[...]
            let isNegative = digits.first == UInt8(ascii: "-")
            if isNegative || digits.first == UInt8(ascii: "+") { digits = digits.dropFirst() }
            guard !digits.isEmpty, digits.count <= 20 else { return nil }
            var magnitude: Int64 = 0
            if digits.starts(with: "0x".utf8) || digits.starts(with: "0X".utf8) {
                let hex = String(decoding: digits.dropFirst(2), as: UTF8.self)
                guard let value = Int64(hex, radix: 16), value >= 0 else { return nil }
                magnitude = value
            } else {
                for byte in digits {
                    guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
                    let (scaled, overflow) = magnitude.multipliedReportingOverflow(by: 10)
                    let (sum, carry) = scaled.addingReportingOverflow(Int64(byte - UInt8(ascii: "0")))
                    if overflow || carry { return nil }
                    magnitude = sum
                }
            }
            return isNegative ? -magnitude : magnitude
        }
    }

    private func descend() throws(Failure) {
        depth += 1
        if depth > YamlEvents.deepest {
            throw Failure(line: line, message: "it nests more than \(YamlEvents.deepest) deep")
        }
    }

    private func failure() -> Failure {
        let problem = parser.pointee.problem.map { String(cString: $0) } ?? "it cannot be parsed"
        let mark = parser.pointee.error == YAML_READER_ERROR ? parser.pointee.mark : parser.pointee.problem_mark
        return Failure(line: Int(mark.line) + 1, message: problem)
    }
}
