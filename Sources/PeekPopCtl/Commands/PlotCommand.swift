import CommandLineTable
import Plotting
import Recognition

/// `peekpopctl plot`: recordings as a picture.
enum PlotCommand {
    static func run(_ context: Context) throws {
        let invocation = context.invocation
        var request = RecordingPlot.Request()
        if let name = invocation.value(PeekpopctlTable.sensitivity), let sensitivity = Sensitivity(rawValue: name) {
            request.settings.sensitivity = sensitivity
        }
        request.calibration = try invocation.value(PeekpopctlTable.calibration).map(CalibrationFile.read)
        request.device = invocation.integer(PeekpopctlTable.plotDevice)
        request.from = invocation.number(PeekpopctlTable.from)
        request.to = invocation.number(PeekpopctlTable.to)
        if let from = request.from, let to = request.to, from >= to {
            throw PeekpopctlTable.program.usageError("--from has to lie before --to", PeekpopctlTable.plot)
        }
        request.isFolded = !invocation.has(PeekpopctlTable.noFolds)
        if let name = invocation.value(PeekpopctlTable.theme), let theme = Theme(rawValue: name) {
            request.theme = theme
        }
        if let width = invocation.integer(PeekpopctlTable.width) { request.width = Double(width) }
        if invocation.operands.filter({ $0 == "-" }).count > 1 {
            throw PeekpopctlTable.program.usageError("standard input can be read only once", PeekpopctlTable.plot)
        }

        var plot = RecordingPlot(request)
        for file in invocation.operands {
            let recording = try RecordingOperand.read(file, device: request.device, context)
            let name = file == "-" ? "standard input" : file
            if let doubt = request.calibration?.doubt(recording, name: name) { context.note(doubt) }
            try plot.add(recording, file: name)
        }
        let svg = plot.figure.svg()
        if let path = invocation.value(PeekpopctlTable.plotOutput), path != "-" {
            try OutputFile.write(svg, to: path, kind: "an SVG", isOurs: isSVG)
        } else {
            try context.output.write(svg)
        }
    }

    /// Whether a file that begins so is an SVG or, at least, XML.
    static func isSVG(_ bytes: [UInt8]) -> Bool {
        let text = String(decoding: bytes, as: UTF8.self).drop { $0.isWhitespace || $0 == "\u{feff}" }
        return ["<svg", "<?xml", "<!--", "<!DOCTYPE svg"].contains { text.hasPrefix($0) }
    }
}
