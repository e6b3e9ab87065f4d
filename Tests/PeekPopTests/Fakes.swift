import PeekPop

/// A view that is nothing but its numbers.
class FakeView: PreviewView {
    let name: String
    var frame: Rect
    var parent: (any PreviewView)?
    var contentOffset = Point.zero

    init(_ name: String, _ frame: Rect, in parent: (any PreviewView)? = nil) {
        self.name = name
        self.frame = frame
        self.parent = parent
    }
}

final class FakeWindow: FakeView, PreviewWindow {
    var pointerLocation: Point?
    var isActive = true
    /// What the toolkit says is in front; `nil`: it does not know.
    var front: (any PreviewView)?
    /// Where the screen's points are in the window: its left upper corner, and the screen's size.
    var screen: (origin: Point, size: Size)?

    init() {
        super.init("window", Rect(x: 0, y: 0, width: 400, height: 300))
        pointerLocation = Point(x: 50, y: 50)
    }

    func view(at point: Point) -> (any PreviewView)? { front }

    func location(ofAbsolute position: Point) -> Point? {
        guard let screen else { return pointerLocation }
        let place =
            Point(x: position.x * screen.size.width, y: position.y * screen.size.height) - screen.origin
        return contains(place) ? place : nil
    }
}

/// What happened, a line each.
final class Log {
    private(set) var lines: [String] = []

    func add(_ line: String) { lines.append(line) }

    /// What came since the last time.
    func take() -> [String] {
        defer { lines = [] }
        return lines
    }
}

extension Preview {
    var name: String { content as? String ?? "?" }
}

extension PreviewActionSheet {
    var line: String {
        let titles = items.enumerated().map { $0.offset == selection ? "[\($0.element.title)]" : $0.element.title }
        return titles.joined(separator: " ") + (title.map { " in \($0)" } ?? "") + (isPinned ? " pinned" : "")
    }
}

final class FakePresenter: PreviewPresenter {
    let log: Log

    init(_ log: Log) {
        self.log = log
    }

    func begin(_ preview: Preview, in context: PreviewingContext) {
        let rect = context.sourceRect
        log.add("begin \(preview.name) \(rect.origin.x),\(rect.origin.y) \(rect.size.width)x\(rect.size.height)")
    }

    func previewProgress(_ progress: Double, of preview: Preview) { log.add("preview \(progress)") }
    func peek(_ preview: Preview) { log.add("peek \(preview.name)") }
    func commitProgress(_ progress: Double, of preview: Preview) { log.add("commit \(progress)") }
    func showActions(_ sheet: PreviewActionSheet, of preview: Preview) { log.add("show \(sheet.line)") }
    func updateActions(_ sheet: PreviewActionSheet, of preview: Preview) { log.add("update \(sheet.line)") }
    func chooseAction(_ action: PreviewAction, of preview: Preview) { log.add("choose \(action.title)") }
    func hideActions(of preview: Preview) { log.add("hide") }
    func pop(_ preview: Preview) { log.add("pop \(preview.name)") }
    func dismiss(_ preview: Preview, reason: DismissReason) { log.add("dismiss \(preview.name) \(reason)") }
}

struct Unwilling: Error {}

/// Gives a preview with its own name, or what a test says.
final class FakeDelegate: PreviewingDelegate {
    let name: String
    let log: Log
    var actions: [any PreviewActionItem] = []
    var answer: (PreviewingContext, Point) throws -> Preview? = { _, _ in nil }
    var onCommit: () -> Void = {}

    init(_ name: String, _ log: Log) {
        self.name = name
        self.log = log
        answer = { [unowned self] _, _ in Preview(name, actions: actions) }
    }

    func previewingContext(_ context: PreviewingContext, previewFor location: Point) throws -> Preview? {
        log.add("ask \(name) at \(location.x),\(location.y)")
        return try answer(context, location)
    }

    func previewingContext(_ context: PreviewingContext, commit preview: Preview) {
        log.add("commit \(preview.name) by \(name)")
        onCommit()
    }
}

/// A finger on a pad: events with numbers of their own.
struct Finger {
    var device = "pad"
    var id: UInt32 = 1
    var sequence: UInt64 = 0

    mutating func event(
        _ phase: PressPhase, _ progress: Double = 0, up: Double = 0, right: Double = 0, reason: CancelReason? = nil,
        at position: Point = .zero
    ) -> PressEvent {
        if phase == .began, sequence > 0 { id += 1 }
        sequence += 1
        return PressEvent(
            id: id, device: device, phase: phase, reason: phase == .cancelled ? reason ?? .released : nil,
            preview: progress, commit: progress, position: position, translation: Point(x: right, y: -up),
            timeUsec: sequence * 10_000, sequence: sequence)
    }
}

/// A window with one registered row, a hand, and a log of what happens.
final class Scene {
    let log: Log
    let window = FakeWindow()
    let presenter: FakePresenter
    let previewer: Previewer
    let delegate: FakeDelegate
    let row: FakeView
    let context: PreviewingContext
    var finger = Finger()

    init(_ log: Log = Log(), actions: [any PreviewActionItem] = []) {
        self.log = log
        presenter = FakePresenter(log)
        previewer = Previewer(window: window, presenter: presenter)
        delegate = FakeDelegate("row", log)
        delegate.actions = actions
        row = FakeView("row", Rect(x: 10, y: 20, width: 200, height: 60), in: window)
        context = previewer.registerForPreviewing(with: delegate, sourceView: row)
    }

    /// What comes of one step of the press.
    @discardableResult
    func press(
        _ phase: PressPhase, _ progress: Double = 0, up: Double = 0, right: Double = 0, reason: CancelReason? = nil
    ) -> [String] {
        previewer.pressDidChange(
            finger.event(phase, progress, up: up, right: right, reason: reason), on: ForcePad(id: "pad", name: "pad"))
        return log.take()
    }

    /// To the peek, with what came of it put aside.
    func peek() {
        press(.began)
        press(.peeked)
    }
}
