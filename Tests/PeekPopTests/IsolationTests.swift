import PeekPop
import Testing

/// An app whose classes are the main actor's, as in most apps: this has to compile without a word from the compiler.
@MainActor
private final class Window: @MainActor PreviewWindow {
    var frame: Rect { Rect(x: 0, y: 0, width: 400, height: 300) }
    var parent: (any PreviewView)? { nil }
    var pointerLocation: Point? { Point(x: 5, y: 6) }
    var isActive: Bool { isFocused }
    var isFocused = true
}

@MainActor
private final class App {
    var lines: [String] = []
    let window = Window()
    private(set) var previewer: Previewer!
    private var interaction: PreviewInteraction?

    init() {
        previewer = Previewer(window: window, presenter: self)
        previewer.registerForPreviewing(with: self, sourceView: window)
        previewer.onMeansChange = { self.lines.append("\($0)") }
    }
}

extension App: @MainActor PreviewingDelegate {
    func previewingContext(_ context: PreviewingContext, previewFor location: Point) -> Preview? {
        lines.append("asked")
        return Preview(self, actions: [PreviewAction(title: "A") { _, _ in self.lines.append("done") }])
    }

    func previewingContext(_ context: PreviewingContext, commit preview: Preview) { lines.append("committed") }
}

extension App: @MainActor PreviewPresenter {
    func begin(_ preview: Preview, in context: PreviewingContext) { lines.append("begin") }
    func pop(_ preview: Preview) { lines.append("pop") }
    func dismiss(_ preview: Preview, reason: DismissReason) { lines.append("dismiss") }
}

struct IsolationTests {
    @MainActor
    @Test func everythingMayBeTheMainActors() throws {
        let app = App()
        var finger = Finger()
        app.previewer.pressDidChange(finger.event(.began), on: nil)
        app.previewer.pressDidChange(finger.event(.popped), on: nil)
        app.previewer.capabilityDidChange(.available)
        #expect(app.lines == ["asked", "begin", "pop", "committed", "force"])

        let connection = try PressConnection(ConnectionOptions(socketPath: "/nowhere/at/all"))
        connection.onStateChange = { _ in app.lines.append("told") }
        connection.dispatch()
        #expect(app.lines.last == "told")
    }

    /// What is a value goes from one task to another.
    @Test func valuesMayGoAnywhere() async {
        let event = PressEvent(id: 1, device: "pad", phase: .cancelled, reason: .other("newer"))
        let (pad, state) = (ForcePad(id: "pad", name: "Pad"), ConnectionState.denied(reason: "so"))
        let same = await Task.detached { event.reason == .other("newer") && pad.id == "pad" && state != .closed }.value
        #expect(same)
    }
}
