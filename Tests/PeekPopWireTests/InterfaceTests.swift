import Foundation
import PeekPopWire
import Recognition
import Testing

@testable import Varlink

/// The interface texts against the Swift types: every field, whether it may be absent, every case of every enumeration.
@Suite struct InterfaceTests {
    static let gestures = try! InterfaceDescription(Wire.gesturesDescription)
    static let calibration = try! InterfaceDescription(Wire.calibrationDescription)

    private typealias Field = InterfaceDescription.Field

    // MARK: Values with everything, and with nothing that may be absent

    static let pad = PadDescription(
        id: "i2c-04f3-323b", name: "ELAN2703", node: "/dev/input/event5", bus: 0x18, vendor: 0x04F3, product: 0x323B,
        pressure: Axis(minimum: 0, maximum: 4095, resolution: 4), isPressurePad: true)

    static var device: Wire.Device {
        var device = Wire.Device(pad, gestures: true, scale: ForceScale(pad), levels: Recognition.Levels(.medium))
        device.problem = "opening it: Permission denied"
        device.hapticsReason = "waveforms"
        return device
    }

    static var bareDevice: Wire.Device {
        Wire.Device(PadDescription(id: "x", name: "y"), gestures: false)
    }

    static var press: Wire.Press {
        var event = EventEncoderTests.full
        event.tool = PressTool(kind: .pen, serial: 1, id: 2)
        return Wire.Press(event, device: "i2c-04f3-323b")
    }
    static let barePress = Wire.Press(PressEvent(press: 1, phase: .began, timeUsec: 1, sequence: 1), device: "x")

    static let status = Wire.Status(
        version: "0.1", source: "demo", socket: "/run/s", uptimeUsec: 1, connections: 2, subscribers: 1, pads: 1,
        openPads: 1, frames: 9, events: 3, lost: 0, configFiles: ["/etc/peekpop/peekpopd.conf"],
        refusedReload: "/etc/peekpop/peekpopd.conf:3: r",
        problems: [Wire.Problem(timeUsec: 1, message: "m", device: "x")])
    static var bareStatus: Wire.Status {
        var status = status
        status.socket = nil
        status.refusedReload = nil
        status.problems = [Wire.Problem(timeUsec: 1, message: "m")]
        return status
    }

    static let fullCalibration = Wire.Calibration(
        device: "x",
        Recognition.Calibration(
            zeroPressure: 1.5, clickPressure: 300, unitsPerGram: 4, hint: 1.25, peek: 1.75, pop: 2.75,
            gesturesEnabled: true, restingPressure: 60, restingAspect: 0.8),
        provenance: Wire.Provenance(
            created: "2026-01-31T12:34:56Z", program: "peekpopctl 0.1", method: .guided,
            counts: Wire.Counts(touches: 1, clicks: 2, presses: 3, hardPresses: 4, discarded: 5),
            figures: Wire.Figures(
                falsePeek: 0.1, missedPeek: 0.2, falsePop: 0.3, missedPop: 0.4, separation: 0.5, falsePeeksPerDay: 2,
                falsePeekHigh: 0.2, missedPeekHigh: 0.3, falsePopHigh: 0.4, missedPopHigh: 0.5)))
    static let bareCalibration = Wire.Calibration(device: "x", Recognition.Calibration())

    static let sample = Wire.Sample(
        timeUsec: 1, touching: true, raw: 5, clicks: 0.5, grams: 50, x: 0.5, y: 0.5, majorMm: 8, minorMm: 6, fingers: 1,
        button: true,
        lost: 3)
    static let bareSample = Wire.Sample(timeUsec: 1, touching: false, raw: 0, clicks: 0, fingers: 0, button: false)

    static let fullSubscribe = Wire.Subscribe(
        devices: ["x"], phases: PressPhase.allCases, maxRateHz: 60, keepaliveSec: 30)
    static let fullNotice = Wire.Notice(
        ready: true, devices: [device], press: press, added: device, removed: "x", lost: 1)

    // MARK: Methods and errors

    struct Message: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let interface: InterfaceDescription
        let fields: [InterfaceDescription.Field]?
        let full: any Codable & Sendable
        let bare: any Codable & Sendable

        init(
            _ name: String, _ interface: InterfaceDescription, _ fields: [InterfaceDescription.Field]?,
            _ full: any Codable & Sendable, _ bare: (any Codable & Sendable)? = nil
        ) {
            testDescription = name
            self.interface = interface
            self.fields = fields
            self.full = full
            self.bare = bare ?? full
        }
    }

    static let messages: [Message] = [
        Message("Subscribe in", gestures, gestures.methods["Subscribe"]?.input, fullSubscribe, Wire.Subscribe()),
        Message("Subscribe out", gestures, gestures.methods["Subscribe"]?.output, fullNotice, Wire.Notice()),
        Message("ListDevices in", gestures, gestures.methods["ListDevices"]?.input, NoParameters()),
        Message(
            "ListDevices out", gestures, gestures.methods["ListDevices"]?.output, Wire.DeviceList(devices: [device]),
            Wire.DeviceList(devices: [bareDevice])),
        Message("GetStatus in", gestures, gestures.methods["GetStatus"]?.input, NoParameters()),
        Message(
            "GetStatus out", gestures, gestures.methods["GetStatus"]?.output, Wire.StatusReply(status: status),
            Wire.StatusReply(status: bareStatus)),
        Message(
            "PlayFeedback in", gestures, gestures.methods["PlayFeedback"]?.input,
            Wire.PlayFeedback(device: "x", pattern: .peek)),
        Message("PlayFeedback out", gestures, gestures.methods["PlayFeedback"]?.output, NoParameters()),
        Message("NoSuchDevice", gestures, gestures.errors["NoSuchDevice"], Wire.DeviceParameter(device: "x")),
        Message("NotSupported", gestures, gestures.errors["NotSupported"], Wire.Complaint(device: "x", reason: "r")),
        Message(
            "DeviceUnavailable", gestures, gestures.errors["DeviceUnavailable"],
            Wire.Complaint(device: "x", reason: "r")),
        Message("TooOften", gestures, gestures.errors["TooOften"], Wire.Impatience(device: "x", retryUsec: 1)),

        Message("Observe in", calibration, calibration.methods["Observe"]?.input, Wire.DeviceParameter(device: "x")),
        Message(
            "Observe out", calibration, calibration.methods["Observe"]?.output, Wire.SampleReply(sample: sample),
            Wire.SampleReply(sample: bareSample)),
        Message("Get in", calibration, calibration.methods["Get"]?.input, Wire.DeviceParameter(device: "x")),
        Message(
            "Get out", calibration, calibration.methods["Get"]?.output,
            Wire.CalibrationReply(calibration: fullCalibration), Wire.CalibrationReply(calibration: bareCalibration)),
        Message(
            "Set in", calibration, calibration.methods["Set"]?.input,
            Wire.SetCalibration(device: "x", calibration: fullCalibration),
            Wire.SetCalibration(device: "x", calibration: bareCalibration)),
        Message("Set out", calibration, calibration.methods["Set"]?.output, NoParameters()),
        Message("Reset in", calibration, calibration.methods["Reset"]?.input, Wire.DeviceParameter(device: "x")),
        Message("Reset out", calibration, calibration.methods["Reset"]?.output, NoParameters()),
        Message("NoSuchDevice", calibration, calibration.errors["NoSuchDevice"], Wire.DeviceParameter(device: "x")),
        Message("NotCalibrated", calibration, calibration.errors["NotCalibrated"], Wire.DeviceParameter(device: "x")),
        Message("Refused", calibration, calibration.errors["Refused"], Wire.Complaint(device: "x", reason: "r")),
        Message(
            "Unavailable", calibration, calibration.errors["Unavailable"], Wire.Complaint(device: "x", reason: "r")),
    ]

    @Test(arguments: messages)
    func typesAndTextsAgree(message: Message) throws {
        let fields = try #require(message.fields)
        let full = try members(message.full)
        let bare = try members(message.bare)
        #expect(message.interface.misfit(of: full, in: fields) == nil)
        #expect(message.interface.misfit(of: bare, in: fields) == nil)
        compare(fields, full, bare, in: message.interface, at: message.testDescription)
    }

    /// Every method and error of both interfaces stands in the table above.
    @Test func nothingIsForgotten() {
        let methods = Self.gestures.methods.count + Self.calibration.methods.count
        let errors = Self.gestures.errors.count + Self.calibration.errors.count
        #expect(Self.messages.count == 2 * methods + errors)
    }

    private func members(_ value: any Encodable) throws -> [String: JSONValue] {
        guard case .object(let members) = try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(value))
        else { return [:] }
        return members
    }

    /// All fields are there in the full value, and exactly those that may be absent are missing in the bare one.
    private func compare(
        _ fields: [InterfaceDescription.Field], _ full: [String: JSONValue], _ bare: [String: JSONValue],
        in interface: InterfaceDescription, at path: String
    ) {
        #expect(Set(full.keys) == Set(fields.map(\.name)), "\(path)")
        let needed = fields.filter { if case .nullable = $0.type { false } else { true } }
        #expect(Set(bare.keys) == Set(needed.map(\.name)), "\(path)")
        for field in fields {
            let inner = "\(path).\(field.name)"
            guard let structure = structure(field.type, interface) else { continue }
            let fullMembers = firstObject(full[field.name])
            let bareMembers = firstObject(bare[field.name])
            guard let fullMembers else {
                Issue.record("\(inner): the full value has none")
                continue
            }
            guard let bareMembers else {
                #expect(Set(fullMembers.keys) == Set(structure.map(\.name)), "\(inner)")
                continue
            }
            compare(structure, fullMembers, bareMembers, in: interface, at: inner)
        }
    }

    private func structure(
        _ type: InterfaceDescription.FieldType, _ interface: InterfaceDescription
    ) -> [InterfaceDescription.Field]? {
        switch type {
        case .nullable(let type), .array(let type): structure(type, interface)
        case .named(let name): interface.types[name].flatMap { structure($0, interface) }
        case .structure(let fields): fields
        default: nil
        }
    }

    private func firstObject(_ value: JSONValue?) -> [String: JSONValue]? {
        switch value {
        case .object(let members)?: members
        case .array(let elements)?: firstObject(elements.first)
        default: nil
        }
    }

    // MARK: Enumerations

    private func cases<T: CaseIterable & RawRepresentable>(_ type: T.Type) -> [String] where T.RawValue == String {
        type.allCases.map(\.rawValue)
    }

    @Test func enumerationsAgree() {
        let types = Self.gestures.types
        #expect(types["Phase"] == .enumeration(cases(PressPhase.self)))
        #expect(types["CancelReason"] == .enumeration(cases(CancelReason.self)))
        #expect(types["PadClass"] == .enumeration(cases(PadClass.self)))
        #expect(types["ToolKind"] == .enumeration(cases(PressToolKind.self)))
        #expect(types["PadKind"] == .enumeration(cases(PadKind.self)))
        #expect(types["ScaleSource"] == .enumeration(cases(ScaleSource.self)))
        #expect(types["FeedbackPattern"] == .enumeration(cases(Wire.FeedbackPattern.self)))
        #expect(Self.calibration.types["Method"] == .enumeration(cases(Wire.Provenance.Method.self)))
        let enumerations = (Array(types.values) + Array(Self.calibration.types.values)).filter {
            if case .enumeration = $0 { true } else { false }
        }
        #expect(enumerations.count == 8)
    }

    // MARK: Names

    @Test func names() {
        #expect(Self.gestures.name == Wire.gestures && Self.calibration.name == Wire.calibration)
        let methods = [
            Wire.Method.subscribe, Wire.Method.listDevices, Wire.Method.getStatus, Wire.Method.playFeedback,
        ]
        #expect(Set(methods) == Set(Self.gestures.methods.keys.map { "\(Wire.gestures).\($0)" }))
        let calibrations = [
            Wire.Method.observe, Wire.Method.getCalibration, Wire.Method.setCalibration, Wire.Method.resetCalibration,
        ]
        #expect(Set(calibrations) == Set(Self.calibration.methods.keys.map { "\(Wire.calibration).\($0)" }))
        let streams = (Array(Self.gestures.methods.values) + Array(Self.calibration.methods.values))
            .filter(\.requiresMore).map(\.name)
        #expect(Set(streams) == ["Subscribe", "Observe"])
    }

    @Test func errorNames() {
        let errors = [
            GesturesError.noSuchDevice("x"), GesturesError.notSupported("x", reason: "r"),
            GesturesError.deviceUnavailable("x", reason: "r"), GesturesError.tooOften("x", retryUsec: 1),
        ]
        #expect(Set(errors.map(\.name)) == Set(Self.gestures.errors.keys.map { "\(Wire.gestures).\($0)" }))
        let others = [
            CalibrationError.noSuchDevice("x"), CalibrationError.notCalibrated("x"),
            CalibrationError.refused("x", reason: "r"), CalibrationError.unavailable("x", reason: "r"),
        ]
        #expect(Set(others.map(\.name)) == Set(Self.calibration.errors.keys.map { "\(Wire.calibration).\($0)" }))
    }

    /// Every error that a client can meet stands in the protocol's page.
    @Test func everyErrorIsDocumented() throws {
        let folder = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
        let page = try String(contentsOfFile: folder + "/docs/protocol.md", encoding: .utf8)
        let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `org.") }.map { $0.split(separator: "|")[0] }
        let service = try InterfaceDescription(ServiceInterface.text)
        for interface in [service, Self.gestures, Self.calibration] {
            for error in interface.errors.keys {
                // One row may tell of several errors of an interface: `org.varlink.service.InterfaceNotFound`, `MethodNotFound`.
                let isThere = rows.contains {
                    $0.contains("`\(interface.name).\(error)`")
                        || $0.contains("`\(interface.name).") && $0.contains(", `\(error)`")
                }
                #expect(isThere, "\(interface.name).\(error)")
            }
        }
    }

    /// What the hand-written encoder says fits the interface too.
    @Test func encodedEventsFit() throws {
        var encoder = EventEncoder()
        let output = Self.gestures.methods["Subscribe"]!.output
        for bytes in [Data(encoder.reply(EventEncoderTests.full, device: "d", lost: 1)), Data(encoder.keepalive())] {
            let reply = try ReplyMessage(bytes.dropLast())
            #expect(Self.gestures.misfit(of: try reply.decode([String: JSONValue].self), in: output) == nil)
        }
        let sample = try ReplyMessage(Data(encoder.reply(Self.sample)).dropLast())
        let observed = Self.calibration.methods["Observe"]!.output
        #expect(Self.calibration.misfit(of: try sample.decode([String: JSONValue].self), in: observed) == nil)
    }

    @Test func conversions() throws {
        #expect(Self.fullCalibration.values.pop == 2.75)
        #expect(Wire.Calibration(device: "x", Self.bareCalibration.values) == Self.bareCalibration)
        let device = Self.device
        #expect(device.padClass == .grams && device.scale?.unitsPerGram == 4 && device.levels?.hint == 1.4)
        #expect(try JSONDecoder().decode(Wire.Device.self, from: JSONEncoder().encode(device)) == device)
    }
}
