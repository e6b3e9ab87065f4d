import PeekPop

// The toolkit's side: a window, a view in it, and somebody who draws.
final class Window: PreviewWindow {
    let frame = Rect(x: 0, y: 0, width: 800, height: 600)
    var parent: (any PreviewView)? { nil }
    // A toolkit asks its own window here.
    var pointerLocation: Point? { Point(x: 100, y: 100) }
    var isActive: Bool { true }
}

final class Row: PreviewView {
    let frame = Rect(x: 0, y: 80, width: 800, height: 40)
    let parent: (any PreviewView)?

    init(in window: Window) {
        parent = window
    }
}

final class Presenter: PreviewPresenter {
    func begin(_ preview: Preview, in context: PreviewingContext) { print("begin:", preview.content) }
    func previewProgress(_ progress: Double, of preview: Preview) { print("blur:", progress) }
    func peek(_ preview: Preview) { print("peek") }
    func pop(_ preview: Preview) { print("pop") }
    func dismiss(_ preview: Preview, reason: DismissReason) { print("dismiss:", reason) }
}

// The app's side: what is shown, and what opening it means.
final class Messages: PreviewingDelegate {
    func previewingContext(_ context: PreviewingContext, previewFor location: Point) -> Preview? {
        Preview(
            "the message at \(location.y)",
            actions: [PreviewAction(title: "Reply") { _, preview in print("reply to", preview.content) }])
    }

    func previewingContext(_ context: PreviewingContext, commit preview: Preview) {
        print("open", preview.content)
    }
}

let connection = try PressConnection()
let window = Window()
let presenter = Presenter()
let messages = Messages()
let previewer = Previewer(window: window, presenter: presenter, connection: connection)
previewer.registerForPreviewing(with: messages, sourceView: Row(in: window))
try connection.run()
