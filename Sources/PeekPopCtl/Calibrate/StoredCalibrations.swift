import CommandLineTable
import FoundationEssentials
import Glibc
import PeekPopWire
import Varlink

/// What `peekpopctl calibrate` does with calibrations that are there: shows, removes, exports, imports them.
enum StoredCalibrations {
    // MARK: Show

    static func show(_ context: Context) throws {
        let service = Service(context)
        let pads = try pads(service)
        let wanted = context.invocation.value(PeekpopctlTable.calibrateDevice)
        let shown: [Wire.Device] = try wanted.map { [try pad($0, among: pads)] } ?? pads
        var isFirst = true
        for pad in shown {
            guard let calibration = try get(pad.id, service) else { continue }
            if context.invocation.has(PeekpopctlTable.calibrateJSON) {
                try context.output.line(bytes: CalibrationDocument.line(calibration))
            } else {
                let paragraph = CalibrationText.lines(calibration, of: pad).joined(separator: "\n")
                try context.output.line((isFirst ? "" : "\n") + paragraph)
            }
            isFirst = false
        }
        guard isFirst else { return }
        let what = wanted.map { "\($0.drawable) is not calibrated" } ?? "no pad here is calibrated"
        throw CommandFailure("\(what); `peekpopctl calibrate` guides through it")
    }

    // MARK: Reset

    static func reset(_ context: Context) throws {
        let isSure = context.invocation.has(PeekpopctlTable.yes)
        let isAsking = context.output.isTerminal && isatty(STDIN_FILENO) == 1
        guard isSure || isAsking else {
            throw CalibrateCommand.usage("--reset asks on a terminal; without one, --yes has to stand beside it")
        }
        let service = Service(context)
        let pad = try onlyPad(context, service)
        if !isSure {
            let what =
                try get(pad.id, service) == nil
                ? "\(pad.name.drawable) (\(pad.id)) is not calibrated. Forget the click level learned from its clicks?"
                : "Remove the calibration of \(pad.name.drawable) (\(pad.id)), and forget its learned click level?"
            guard try ask(what, context) else { throw CommandFailure("nothing was removed") }
        }
        _ = try service.call(Wire.Method.resetCalibration, NoReply.self, Wire.DeviceParameter(device: pad.id))
        try context.output.line("\(pad.id) works with the defaults again, and learns its click level anew.")
    }

    /// A question that only `y` or `yes` agrees to.
    static func ask(_ question: String, _ context: Context) throws -> Bool {
        try context.output.write("\(question) [y/N] ")
        let answer = readLine(strippingNewline: false) ?? ""
        // What was not entered is no answer: the terminal ended, or was made to.
        guard answer.last?.isNewline == true else {
            try context.output.line("")
            return false
        }
        return ["y", "yes"].contains(answer.dropLast().lowercased())
    }

    // MARK: Export

    static func export(_ context: Context) throws {
        let path = context.invocation.value(PeekpopctlTable.export) ?? "-"
        let service = Service(context)
        let pad = try onlyPad(context, service)
        guard let calibration = try get(pad.id, service) else {
            throw CommandFailure("\(pad.id) is not calibrated: there is nothing to export")
        }
        let bytes = try CalibrationDocument.file(calibration)
        let text = String(decoding: bytes, as: UTF8.self)
        if path == "-" { return try context.output.write(text) }
        try OutputFile.write(text, to: path, kind: "an exported calibration", isOurs: CalibrationDocument.isOne)
    }

    // MARK: Import

    static func take(_ context: Context) throws {
        let path = context.invocation.value(PeekpopctlTable.importFile) ?? "-"
        let name = path == "-" ? "standard input" : path
        let calibration = try CalibrationDocument.read(path, name: name)
        let service = Service(context)
        if let wanted = context.invocation.value(PeekpopctlTable.calibrateDevice), wanted != calibration.device {
            throw CommandFailure(
                "\(name): this calibration was made for \(calibration.device.drawable), not for \(wanted.drawable);"
                    + " levels of one pad mean nothing to another")
        }
        let pads = try pads(service)
        guard pads.contains(where: { $0.id == calibration.device }) else {
            let here = pads.map(\.id.drawable).joined(separator: ", ")
            throw CommandFailure(
                "\(name): this calibration was made for \(calibration.device.drawable), which is not here"
                    + (here.isEmpty ? "" : " (\(here) \(pads.count == 1 ? "is" : "are"))"))
        }
        do {
            _ = try service.call(
                Wire.Method.setCalibration, NoReply.self,
                Wire.SetCalibration(device: calibration.device, calibration: calibration))
        } catch {
            throw CommandFailure("\(name): \(error)")
        }
        try context.output.line("\(calibration.device.drawable) is calibrated; it holds from now on.")
    }

    // MARK: The daemon

    static func pads(_ service: Service) throws -> [Wire.Device] {
        try service.call(Wire.Method.listDevices, Wire.DeviceList.self).reply.devices
    }

    private static func pad(_ id: String, among pads: [Wire.Device]) throws -> Wire.Device {
        guard let pad = pads.first(where: { $0.id == id }) else {
            throw CommandFailure("there is no pad \(id.drawable): `peekpopctl devices` lists the pads there are")
        }
        return pad
    }

    /// `--device`, else the only pad whose pressure is usable.
    static func onlyPad(_ context: Context, _ service: Service) throws -> Wire.Device {
        let pads = try pads(service)
        if let id = context.invocation.value(PeekpopctlTable.calibrateDevice) { return try pad(id, among: pads) }
        let usable = pads.filter { $0.padClass != .none }
        guard usable.count < 2 else {
            let ids = usable.map(\.id.drawable).joined(separator: ", ")
            throw CommandFailure("there are \(usable.count) pads, so --device has to name one: \(ids)")
        }
        guard let pad = usable.first else { throw CommandFailure("there is no pad here that can be calibrated") }
        return pad
    }

    /// - Returns: `nil` where none is stored.
    static func get(_ id: String, _ service: Service) throws -> Wire.Calibration? {
        let client = try service.connect()
        let message: ReplyMessage
        do throws(VarlinkClientError) {
            message = try client.call(
                Wire.Method.getCalibration, Wire.DeviceParameter(device: id), timeoutUsec: Service.patienceUsec)
        } catch {
            if case .server(CalibrationError.notCalibratedName, _) = error { return nil }
            throw service.explained(error)
        }
        return try service.decode(message, Wire.CalibrationReply.self).calibration
    }
}

/// A reply without parameters.
private struct NoReply: Decodable {}
