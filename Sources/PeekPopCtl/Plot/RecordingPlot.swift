import Plotting
import Recognition
import Recordings

/// Recordings as one figure.
struct RecordingPlot {
    /// What the picture is to show.
    struct Request {
        var settings = RecognitionSettings()
        var calibration: CalibrationFile?
        /// The number of the one device; `nil` for all that were touched.
        var device: Int?
        var from: Double?
        var to: Double?
        var isFolded = true
        var theme = Theme.automatic
        var width = 800.0
    }

    private struct Entry {
        let file: String
        let panel: TracePanel
    }

    /// Panels narrower than this are not set side by side.
    private static let leastColumn = 360.0
    /// Room for a fold, its own width and about three times that for what lies between.
    private static let pixelsAFold = 72.0

    let request: Request
    private var entries: [Entry] = []

    init(_ request: Request) {
        self.request = request
    }

    /// Adds a recording's pads.
    ///
    /// - Parameter file: its name, for titles and errors.
    /// - Throws: where there is nothing to draw: no pressure, no touches, nothing in the window.
    mutating func add(_ recording: Recording, file: String) throws {
        let traces = try PadTrace.all(
            recording, name: file, settings: request.settings, calibration: request.calibration, only: request.device)
        let usable = traces.filter { $0.classification.padClass != .none && $0.scale != nil }
        guard !usable.isEmpty else {
            let why = traces.map { "\($0.pad.name.drawable): \($0.classification.reason)" }.joined(separator: "; ")
            throw CommandFailure("\(file): no device in it has usable pressure (\(why))")
        }
        let touched = usable.filter(\.wasTouched)
        guard !touched.isEmpty else {
            throw CommandFailure("\(file): nothing touches a pad in it; there is nothing to draw")
        }
        let first = traces.compactMap(\.samples.first?.usec).min() ?? 0
        let origin = TimeWindow.origin(firstUsec: first)
        var isShown = false
        for trace in touched {
            let touches = RecordingPlot.touches(trace, origin)
            if let from = request.from, !touches.contains(where: { $0.upperBound >= from }) { continue }
            if let to = request.to, !touches.contains(where: { $0.lowerBound <= to }) { continue }
            if let from = request.from, let to = request.to,
                !touches.contains(where: { $0.upperBound >= from && $0.lowerBound <= to })
            {
                continue
            }
            isShown = true
            let columns = request.width >= 2 * RecordingPlot.leastColumn ? 2.0 : 1.0
            let folds = request.isFolded ? Int(request.width / columns / RecordingPlot.pixelsAFold) : 0
            let window = TimeWindow(
                originUsec: origin, touches: touches, from: request.from, to: request.to, mostFolds: folds)
            entries.append(Entry(file: file, panel: TracePanel(trace, window)))
        }
        guard isShown else {
            let touches = touched.flatMap { RecordingPlot.touches($0, origin) }
            let (start, end) = (touches.map(\.lowerBound).min() ?? 0, touches.map(\.upperBound).max() ?? 0)
            throw CommandFailure(
                "\(file): nothing touches a pad in the time asked for; its touches lie between"
                    + " \(fixed(start, 3)) and \(fixed(end, 3)) s")
        }
    }

    /// When something touched, in seconds from the origin.
    private static func touches(_ trace: PadTrace, _ origin: UInt64) -> [ClosedRange<Double>] {
        var touches: [ClosedRange<Double>] = []
        var since: Double?
        var time = 0.0
        for sample in trace.samples {
            time = Double(sample.usec - min(origin, sample.usec)) / 1e6
            if sample.fingers > 0 {
                if since == nil { since = time }
            } else if let start = since {
                touches.append(start...max(start, time))
                since = nil
            }
        }
        if let since { touches.append(since...max(since, time)) }
        return touches
    }

    // MARK: The figure

    /// - Precondition: a recording was added.
    var figure: Figure {
        let top = (entries.map(\.panel.top).max() ?? 1) * 1.06
        let columns = entries.count > 1 && request.width >= 2 * RecordingPlot.leastColumn ? 2 : 1
        let files = Set(entries.map(\.file))
        let panels = entries.map { entry in
            let trace = entry.panel.trace
            let name = trace.pad.name.drawable
            let file = RecordingPlot.lastComponent(entry.file).drawable
            let isByFile = files.count > 1 || name.isEmpty
            let title = isByFile ? file : name
            let subtitle = (isByFile && !name.isEmpty ? name + ". " : "") + RecordingPlot.explanation(trace)
            return entry.panel.panel(
                title: title, subtitle: subtitle, top: top > 0 ? top : 1, height: columns > 1 ? 170 : 210)
        }
        let names = entries.map { $0.panel.trace.pad.name.isEmpty ? $0.file : $0.panel.trace.pad.name }
        return Figure(
            title: "Force over time: " + names.joined(separator: ", "), description: description,
            width: request.width, theme: request.theme, columns: columns, panels: panels)
    }

    /// What the pad's pressure is worth, and why.
    private static func explanation(_ trace: PadTrace) -> String {
        var text = "Class \(trace.classification.padClass.rawValue): \(trace.classification.reason)."
        if let scale = trace.scale {
            text += " 1 click is \(fixed(scale.click, 0)) units (\(DeviceText.words(scale.source)))."
        }
        return text
    }

    private static func lastComponent(_ path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }

    private var description: String {
        entries.map { entry in
            let panel = entry.panel
            let peeks = panel.presses.filter { $0.peekedUsec != nil }.count
            let pops = panel.presses.filter { $0.poppedUsec != nil }.count
            let count = panel.presses.count
            let name = panel.trace.pad.name
            var text = "\(name.isEmpty ? entry.file : name), from \(fixed(panel.window.start, 1)) to "
            text += "\(fixed(panel.window.end, 1)) s: \(count) press\(count == 1 ? "" : "es")"
            if count > 0 { text += ", \(peeks) to the peek, \(pops) to the pop" }
            return text + "; the force reaches \(fixed(panel.peak, 2)) clicks."
        }.joined(separator: " ")
    }
}
