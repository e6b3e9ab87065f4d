import Calibrating
import CommandLineTable
import FoundationEssentials
import Glibc
import PeekPopWire
import Recognition

/// `peekpopctl calibrate --from FILE`: the same calibration, from recordings of its stages.
enum CalibrateFromRecordings {
    static func run(_ context: Context) throws {
        let invocation = context.invocation
        let isJSON = invocation.has(PeekpopctlTable.calibrateJSON)
        let stages = try RecordedStages(
            invocation.values(PeekpopctlTable.fromFiles), device: invocation.value(PeekpopctlTable.calibrateDevice),
            context)
        let outcome = CalibrationFitter.fit(stages.gathered)
        if let path = invocation.value(PeekpopctlTable.report) {
            let pad = stages.description
            try CalibrationFigure.write(outcome, name: pad.name, id: pad.id, to: path)
        }
        let id = stages.description.id
        if !isJSON { try show(outcome, of: stages.description, context) }
        switch outcome {
        case .refusal(let refusal):
            if isJSON { try context.output.line(bytes: CalibrationDocument.line(refusal, device: id)) }
            throw CommandFailure("\(id.drawable): nothing was stored: \(refusal.reason)")
        case .fit(let fit):
            let calibration = Wire.Calibration(device: id, fit, method: .recordings, atUnix: time(nil))
            if isJSON { try context.output.line(bytes: CalibrationDocument.compact(calibration)) }
            if invocation.has(PeekpopctlTable.dryRun) {
                if !isJSON { try context.output.line("Nothing was stored (--dry-run).") }
                return
            }
            try store(calibration, context)
            if !isJSON { try context.output.line("Stored, and in force.") }
        }
    }

    private static func show(_ outcome: CalibrationOutcome, of pad: PadDescription, _ context: Context) throws {
        let width = min(context.output.width - 1, 100)
        let forces: [StageForces]
        var levels: LevelMarks?
        switch outcome {
        case .fit(let fit):
            forces = fit.forces
            levels = LevelMarks(fit)
        case .refusal(let refusal): forces = refusal.forces
        }
        let output = LiveLines(context.output, context.terminal)
        try output.add("\(pad.id)  \(pad.name)".drawable, .strong)
        if !forces.isEmpty {
            let histogram = ForceHistogram(charset: context.charset, forces: forces, levels: levels, rowsPerStage: 2)
            var grid = Grid(width: width, height: histogram.height)
            histogram.draw(into: &grid, x: 0, y: 0, width: width)
            try context.output.line("")
            for y in 0..<grid.height {
                try context.output.line(AnsiText.line(grid, y, isColoured: context.terminal.hasColours))
            }
            try context.output.line("")
        }
        for line in CalibrationReport.lines(outcome).flatMap({ lines(of: $0, width: width) }) {
            try context.output.line(line)
        }
    }

    /// Hands it to the daemon, which keeps it; what to do where there is none, or where it does not know the pad.
    private static func store(_ calibration: Wire.Calibration, _ context: Context) throws {
        let service = Service(context)
        let keep =
            "nothing was stored. To keep it for later: the same with --dry-run --json > FILE, and then"
            + " peekpopctl calibrate --import FILE"
        let pads: [Wire.Device]
        do {
            pads = try service.call(Wire.Method.listDevices, Wire.DeviceList.self).reply.devices
        } catch {
            throw CommandFailure("\(error); \(keep)")
        }
        guard pads.contains(where: { $0.id == calibration.device }) else {
            let here = pads.map(\.id.drawable).joined(separator: ", ")
            throw CommandFailure(
                "\(calibration.device.drawable) is not here (\(here.isEmpty ? "no pad is" : here)); \(keep)")
        }
        _ = try service.call(
            Wire.Method.setCalibration, Nothing.self,
            Wire.SetCalibration(device: calibration.device, calibration: calibration))
    }

    private struct Nothing: Decodable {}
}
