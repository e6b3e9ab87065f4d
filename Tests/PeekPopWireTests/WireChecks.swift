import FoundationEssentials
import PeekPopWire

@testable import Varlink

/// What has to hold for any bytes that a peer may send, and for any text as an interface. A failed precondition is the
/// verdict: the fuzzer and the tests, which go over its seeds, share these.
enum WireChecks {
    private static let interfaces = [
        try! InterfaceDescription(Wire.gesturesDescription), try! InterfaceDescription(Wire.calibrationDescription),
    ]
    private static let requests: [String: any (Decodable & Sendable).Type] = [
        Wire.Method.subscribe: Wire.Subscribe.self, Wire.Method.playFeedback: Wire.PlayFeedback.self,
        Wire.Method.observe: Wire.DeviceParameter.self, Wire.Method.getCalibration: Wire.DeviceParameter.self,
        Wire.Method.setCalibration: Wire.SetCalibration.self, Wire.Method.resetCalibration: Wire.DeviceParameter.self,
        Wire.Method.listDevices: NoParameters.self, Wire.Method.getStatus: NoParameters.self,
    ]

    /// - Returns: how many calls and whether an interface was found in it: seeds shall reach what they are made for.
    @discardableResult
    static func run(_ bytes: [UInt8]) -> (calls: Int, isInterface: Bool) {
        var calls = 0
        for message in stream(bytes) {
            guard let call = try? CallMessage(message) else { continue }
            check(call)
            calls += 1
        }
        return (calls, interface(String(decoding: bytes, as: UTF8.self)))
    }

    // MARK: Messages

    /// The messages of a byte stream: the same, and the same end, however it is cut into pieces, and for any limit.
    private static func stream(_ bytes: [UInt8]) -> [Data] {
        let (messages, failure) = cut(bytes, pieces: bytes.count + 1, limit: MessageFramer.serverLimit)
        for pieces in [1, 7, 4_096] {
            precondition(cut(bytes, pieces: pieces, limit: MessageFramer.serverLimit) == (messages, failure))
        }
        let limit = 40
        let (short, tooLong) = cut(bytes, pieces: 11, limit: limit)
        precondition(short == Array(messages.prefix { $0.count <= limit }))
        precondition(tooLong == nil ? short.count == messages.count : tooLong == .tooLong(limit: limit))
        return messages
    }

    private static func cut(_ bytes: [UInt8], pieces: Int, limit: Int) -> ([Data], FramingError?) {
        var framer = MessageFramer(limit: limit)
        var messages: [Data] = []
        var rest = bytes[...]
        do throws(FramingError) {
            repeat {
                framer.append(rest.prefix(pieces))
                rest = rest.dropFirst(pieces)
                while let message = try framer.next() { messages.append(message) }
            } while !rest.isEmpty
        } catch {
            return (messages, error)
        }
        precondition(framer.isEmpty == (bytes.last ?? 0 == 0), "what is left is an unfinished message")
        return (messages, nil)
    }

    // MARK: Calls

    private static func check(_ call: CallMessage) {
        precondition(!call.method.isEmpty)
        precondition([call.more, call.oneway, call.upgrade].count { $0 } <= 1)
        let parameters = JSONValue.object(call.parameters)
        roundTrip(call, parameters)
        for (method, type) in requests {
            let misfit = misfit(of: call.parameters, method)
            // An unknown parameter may well have an empty name.
            precondition(misfit != "" || call.parameters[""] != nil)
            do {
                _ = try ValueDecoder(parameters).decode(type)
            } catch {
                precondition(error is DecodingError)
                let path = Call.path(error)
                precondition(!path.isEmpty)
                // What fits the interface can fail in one way alone: by being beyond what a Float holds.
                precondition(misfit != nil || path.hasPrefix("calibration."), path)
            }
        }
    }

    /// Written and read again it is the same.
    private static func roundTrip(_ call: CallMessage, _ parameters: JSONValue) {
        guard !hasHugeNumber(parameters) else { return }
        let text = try! JSONEncoder().encode(["method": JSONValue.string(call.method), "parameters": parameters])
        let again = try! CallMessage(text)
        precondition(
            again.method == call.method && again.parameters == call.parameters,
            "\(String(decoding: text, as: UTF8.self)) of \(parameters)")
    }

    private static func hasHugeNumber(_ value: JSONValue) -> Bool {
        switch value {
        case .hugeNumber: true
        case .array(let elements): elements.contains(where: hasHugeNumber)
        case .object(let members): members.values.contains(where: hasHugeNumber)
        case .null, .bool, .int, .float, .string: false
        }
    }

    private static func misfit(of parameters: [String: JSONValue], _ method: String) -> String? {
        for interface in interfaces where method.hasPrefix(interface.name + ".") {
            let name = method.dropFirst(interface.name.count + 1)
            return interface.misfit(of: parameters, in: interface.methods[String(name)]!.input)
        }
        preconditionFailure("\(method) belongs to no interface")
    }

    // MARK: Interfaces

    private static func interface(_ text: String) -> Bool {
        do throws(InterfaceSyntaxError) {
            let interface = try InterfaceDescription(text)
            precondition(interface.text == text && interface.name.contains("."))
            for method in interface.methods.values {
                // Nothing fits fields but what has them.
                precondition(interface.misfit(of: ["_": .null], in: method.input) != nil)
                _ = interface.misfit(of: [:], in: method.output)
            }
            return true
        } catch {
            precondition((1...text.count { $0.isNewline } + 1).contains(error.line) && !error.problem.isEmpty)
            return false
        }
    }
}
